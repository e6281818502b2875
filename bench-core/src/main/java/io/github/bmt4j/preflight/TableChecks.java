package io.github.bmt4j.preflight;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.tables.TableState;
import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Existing tables, compared with what a run expects of them. */
final class TableChecks {
  private static final int NAMED = 5;

  /** What a run does of tables that an endpoint lacks. */
  enum Lacking {
    /** It makes or finishes them there. */
    MADE,
    /** It makes them over the first endpoint, and waits for them there. */
    AWAITED,
    /** Nothing: the first endpoint has them. */
    REFUSED
  }

  private TableChecks() {}

  /** Checks them; what is well, missing or unfinished is said once for all. */
  static List<Finding> check(List<TableFacts> tables, Lacking lacking) {
    List<Finding> findings = new ArrayList<>();
    List<String> well = new ArrayList<>();
    List<Table> missing = new ArrayList<>();
    List<String> unfinished = new ArrayList<>();
    boolean uncounted = false;
    for (TableFacts facts : tables) {
      switch (facts.state().kind()) {
        case MISSING -> missing.add(facts.table());
        case UNFINISHED -> unfinished.add(facts.table().name());
        case UNFINISHED_OTHERWISE -> findings.add(otherRows(facts.state()));
        case THERE -> {
          List<Finding> of = check(facts);
          findings.addAll(of);
          if (of.isEmpty()) {
            well.add(facts.table().name());
            uncounted |= facts.table().idColumn() == null && facts.rows() == null;
          }
        }
      }
    }
    for (String broken : TableState.brokenSets(tables.stream().map(TableFacts::state).toList())) {
      findings.add(Finding.error("tables", broken, "the run is refused", ""));
    }
    if (!missing.isEmpty()) {
      findings.add(
          lacking == Lacking.MADE
              ? missing(missing)
              : elsewhere(missing.stream().map(Table::name).toList(), lacking));
    }
    if (!unfinished.isEmpty()) {
      findings.add(
          lacking == Lacking.MADE ? unfinished(unfinished) : elsewhere(unfinished, lacking));
    }
    if (!well.isEmpty()) {
      findings.add(
          Finding.ok(
              "tables",
              names(well)
                  + (uncounted
                      ? ": present, with all indexes; rows of large tables were not counted"
                      : ": present, with all rows and indexes")));
    }
    return List.copyOf(findings);
  }

  private static Finding missing(List<Table> tables) {
    return Finding.note(
        "tables",
        names(tables.stream().map(Table::name).toList())
            + (tables.size() == 1 ? " is" : " are")
            + " missing",
        words(
            "run makes %s first, with %,d rows in all",
            tables.size() == 1 ? "it" : "them", tables.stream().mapToLong(Table::rows).sum()),
        "bmt prepare makes them beforehand");
  }

  private static Finding elsewhere(List<String> names, Lacking lacking) {
    String found = names(names) + (names.size() == 1 ? " is" : " are") + " missing or unfinished";
    String remedy =
        "unless this is a replica of the first endpoint, make them with bmt prepare and this endpoint alone";
    return lacking == Lacking.AWAITED
        ? Finding.warning(
            "tables",
            found,
            "run makes them over the first endpoint, and is refused when they do not come here within 30 s",
            remedy)
        : Finding.error(
            "tables", found, "the run is refused, because the first endpoint has them", remedy);
  }

  private static Finding unfinished(List<String> names) {
    boolean one = names.size() == 1;
    return Finding.note(
        "tables",
        names(names) + (one ? " is" : " are") + " unfinished: the load was cut off, or is going on",
        words("run finishes %s first", one ? "it" : "them"),
        "bmt prepare does it beforehand; wait for it where the load is going on");
  }

  private static Finding otherRows(TableState state) {
    return Finding.error(
        state.table().name(),
        "unfinished, and was to have other rows (" + state.comment() + ")",
        "the run is refused",
        "give the options that it was begun with, or run bmt cleanup first");
  }

  /** Bytes of all tables: the server's estimate of those that are there, and ours of the others. */
  static long bytes(List<TableFacts> tables) {
    long bytes = 0;
    for (TableFacts facts : tables) {
      Long told = facts.state().kind() == TableState.Kind.THERE ? facts.bytes() : null;
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
    if (!facts.unknown().isEmpty()) {
      return List.of(Finding.unknown(table.name(), facts.unknown()));
    }
    if (table.rows() > 0) {
      if (!table.membership().set().isEmpty()) {
        member(facts, findings);
      } else if (table.idColumn() == null) {
        whole(facts, findings);
      } else {
        ids(facts, findings);
      }
    }
    if (!facts.state().indexed()) {
      findings.add(
          Finding.warning(
              table.name(),
              "lacks an index: its load may have been cut off",
              "statements that use the index read the whole table",
              "run bmt cleanup and bmt prepare"));
    }
    if (!facts.state().linked()) {
      findings.add(
          Finding.warning(
              table.name(),
              "lacks a foreign key",
              "the server checks and locks less than it would with it",
              "if it was not loaded with --use-fk=off, run bmt cleanup and bmt prepare"));
    }
    return findings;
  }

  private static void ids(TableFacts facts, List<Finding> findings) {
    Table table = facts.table();
    if (facts.found() >= facts.lookedFor()) {
      if (table.exceeds(facts.greatestId())) {
        findings.add(
            Finding.warning(
                table.name(),
                words("has ids up to %s", id(facts.greatestId())),
                words("a load uses those from 1 to %,d", table.rows()),
                words("for a load on all rows, give the --%s of the table", table.sizeOption())));
      }
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
            "give the --%s that it was made with, or bmt cleanup and prepare: bmt's ids have no holes",
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
                  "give the --%s that it was made with, or run bmt cleanup first",
                  table.sizeOption())));
    }
  }

  private static void member(TableFacts facts, List<Finding> findings) {
    Table table = facts.table();
    Long rows = facts.rows();
    if (rows == null || table.membership().presence() == Table.Presence.ANY) {
      return;
    }
    String found = words("%,d rows instead of %,d", rows, table.rows());
    String remedy =
        words("give the --%s that it was made with, or run bmt cleanup first", table.sizeOption());
    if (table.misses(rows)) {
      findings.add(Finding.error(table.name(), found, "the run is refused", remedy));
    } else if (table.lacks(rows)) {
      findings.add(
          Finding.warning(
              table.name(), found, "its rows differ from those of a fresh load", remedy));
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
