package io.github.bmt4j.doctor;

import static io.github.bmt4j.doctor.Finding.words;

import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables that are there beside what a run expects of them. */
final class TableChecks {
  private static final int NAMED = 5;

  private TableChecks() {}

  /** Checks them; what is well is said once for all. */
  static List<Finding> check(List<TableFacts> tables) {
    List<Finding> findings = new ArrayList<>();
    List<String> well = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    long missingRows = 0;
    for (TableFacts facts : tables) {
      List<Finding> of = facts.present() ? check(facts) : List.of();
      findings.addAll(of);
      if (!facts.present()) {
        missing.add(facts.table().name());
        missingRows += facts.table().rows();
      } else if (of.isEmpty()) {
        well.add(facts.table().name());
      }
    }
    if (!missing.isEmpty()) {
      findings.add(
          Finding.note(
              "tables",
              names(missing) + (missing.size() == 1 ? " is" : " are") + " missing",
              words(
                  "run makes %s first, with %,d rows in all",
                  missing.size() == 1 ? "it" : "them", missingRows),
              "./bmt prepare makes them beforehand"));
    }
    if (!well.isEmpty()) {
      findings.add(Finding.ok("tables", names(well) + ": there, with all rows and indexes"));
    }
    return List.copyOf(findings);
  }

  /** Bytes of all tables: the server's estimate of those that are there, and ours of the others. */
  static long bytes(List<TableFacts> tables) {
    long bytes = 0;
    for (TableFacts facts : tables) {
      Long told = facts.bytes();
      bytes += told == null ? estimate(facts.table()) : told;
    }
    return bytes;
  }

  private static long estimate(Table table) {
    if (table.numbers() == 0) {
      return 0;
    }
    StringBuilder row = new StringBuilder();
    table.rowWriters().get().append(row, 1);
    return row.length() * table.numbers();
  }

  private static List<Finding> check(TableFacts facts) {
    List<Finding> findings = new ArrayList<>();
    Table table = facts.table();
    if (!facts.untold().isEmpty()) {
      return List.of(Finding.untold(table.name(), facts.untold()));
    }
    if (table.rows() > 0) {
      if (table.idColumn() == null) {
        whole(facts, findings);
      } else {
        ids(facts, findings);
      }
    }
    if (facts.indexes() < 1 + table.indexSql().size()) {
      findings.add(
          Finding.warning(
              table.name(),
              "lacks an index: its preparation was perhaps cut off",
              "statements that use the index read the whole table",
              "./bmt cleanup and a new prepare mend it"));
    }
    return findings;
  }

  private static void ids(TableFacts facts, List<Finding> findings) {
    Table table = facts.table();
    if (facts.found() >= facts.lookedFor()) {
      return;
    }
    String found =
        words(
            "%s%,d of the ids 1 to %,d are missing (%.1f %%); its ids go from %s to %s",
            facts.sampled() ? words("in a sample of %,d, ", facts.lookedFor()) : "",
            facts.lookedFor() - facts.found(),
            table.rows(),
            100 * facts.missShare(),
            id(facts.smallestId()),
            id(facts.greatestId()));
    String consequence =
        words(
            "with --rand-type=uniform %.1f %% of the lookups find nothing, and updates and deletes of them change nothing",
            100 * facts.missShare());
    String remedy =
        words(
            "give the --%s that it was made with, or ./bmt cleanup and prepare: bmt's ids have no holes",
            table.sizeOption());
    // A sample may err: run asks the server's own estimate before it refuses.
    boolean tooFew = facts.found() < TablePreparer.TOO_FEW * facts.lookedFor();
    findings.add(
        tooFew && !facts.sampled()
            ? Finding.error(table.name(), found, "the run is refused: " + consequence, remedy)
            : Finding.warning(table.name(), found, consequence, remedy));
  }

  private static void whole(TableFacts facts, List<Finding> findings) {
    Table table = facts.table();
    Long rows = facts.rows();
    if (rows == null) {
      findings.add(
          Finding.note(
              table.name(),
              "not counted, because the tables are big",
              "run counts it, and refuses any number but the expected one",
              ""));
    } else if (rows != table.rows()) {
      findings.add(
          Finding.error(
              table.name(),
              words("%,d rows instead of %,d", rows, table.rows()),
              "the run is refused, because all rows are read",
              words(
                  "give the --%s that it was made with, or run ./bmt cleanup first",
                  table.sizeOption())));
    }
  }

  private static String id(@Nullable Long id) {
    return id == null ? "none" : words("%,d", id);
  }

  private static String names(List<String> names) {
    return names.size() <= NAMED
        ? String.join(", ", names)
        : words("%s to %s (%,d)", names.get(0), names.get(names.size() - 1), names.size());
  }
}
