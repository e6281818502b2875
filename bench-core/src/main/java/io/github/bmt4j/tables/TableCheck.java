package io.github.bmt4j.tables;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.workload.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Existing tables, compared with what a run expects of them: the same for a run and its doctor. */
public final class TableCheck {
  private static final String AND_PREPARE = " and " + bmt("prepare");

  /** Least share of the expected rows; with fewer rows, most look-ups would find nothing. */
  static final double TOO_FEW = 0.5;

  private TableCheck() {}

  /** The findings about tables that exist, of all of the workload; none if they are as expected. */
  public static List<TableFinding> of(List<Table> tables, List<TableFacts> facts) {
    boolean sizeIsRows =
        tables.stream().mapToLong(Table::rows).distinct().count() <= 1
            && tables.stream().allMatch(table -> table.rows() == table.numbers());
    List<TableFinding> findings = new ArrayList<>();
    for (TableFacts one : facts) {
      String name = one.table().name();
      rows(one, sizeIsRows).ifPresent(findings::add);
      if (!one.state().indexed()) {
        findings.add(
            TableFinding.warning(
                name,
                "lacks an index",
                "its load may have been cut off, and statements read the whole table instead",
                makeAnew(one) + AND_PREPARE));
      }
      if (!one.state().linked()) {
        findings.add(
            TableFinding.warning(
                name,
                "lacks a foreign key",
                "the server checks and locks less than it would with it",
                "if it was not loaded with --use-fk=off, " + makeAnew(one) + AND_PREPARE));
      }
    }
    String linked =
        facts.stream()
            .filter(one -> one.state().linkedUnasked())
            .map(one -> one.table().name())
            .collect(Collectors.joining(", "));
    if (!linked.isEmpty()) {
      findings.add(
          TableFinding.warning(
              linked,
              "have foreign keys that were not asked for",
              "the figures are those of tables with foreign keys",
              ""));
    }
    return findings;
  }

  private static Optional<TableFinding> rows(TableFacts facts, boolean sizeIsRows) {
    Table table = facts.table();
    if (table.rows() == 0) {
      return Optional.empty();
    }
    if (table.idColumn() != null && table.membership().set().isEmpty()) {
      return ids(facts);
    }
    Long rows = facts.rows();
    if (rows == null) {
      return Optional.empty();
    }
    String option = table.sizeOption();
    String found = "has " + counted(rows, "row");
    String other = words("%s, but --%s would give %,d", found, option, table.rows());
    String load = words("use the --%s of the load, or %s", option, makeAnew(facts));
    if (table.membership().set().isEmpty()) {
      return rows == table.rows()
          ? Optional.empty()
          : Optional.of(
              TableFinding.refused(
                  table.name(),
                  other + ", and all are read",
                  sizeIsRows ? words("give --%s=%d, or %s", option, rows, makeAnew(facts)) : load));
    }
    if (table.membership().presence() == Table.Presence.ANY) {
      return Optional.empty();
    }
    if (table.misses(rows)) {
      return Optional.of(TableFinding.refused(table.name(), other, load));
    }
    return table.lacks(rows)
        ? Optional.of(
            TableFinding.warning(
                table.name(),
                words("%s, fewer than the %,d it was loaded with", found, table.rows()),
                "",
                makeAnew(facts) + AND_PREPARE))
        : Optional.empty();
  }

  private static Optional<TableFinding> ids(TableFacts facts) {
    Table table = facts.table();
    long missing = facts.lookedFor() - facts.found();
    String option = table.sizeOption();
    if (missing <= 0) {
      return table.exceeds(facts.greatestId())
          ? Optional.of(
              TableFinding.warning(
                  table.name(),
                  words(
                      "has ids up to %s, of which a load uses 1 to %,d",
                      id(facts.greatestId()), table.rows()),
                  "",
                  words("for a load on all rows, give the --%s of the table", option)))
          : Optional.empty();
    }
    String found =
        words(
            "lacks %,d of the ids 1 to %,d%s (%.1f %%); its ids go from %s to %s",
            missing,
            table.rows(),
            facts.sampled() ? words(" in a sample of %,d", facts.lookedFor()) : "",
            100.0 * missing / facts.lookedFor(),
            id(facts.smallestId()),
            id(facts.greatestId()));
    String load = words("use the --%s of the load, or %s", option, makeAnew(facts));
    // A sample may err.
    return Optional.of(
        facts.found() < TOO_FEW * facts.lookedFor() && !facts.sampled()
            ? TableFinding.refused(table.name(), found, load)
            : TableFinding.warning(
                table.name(),
                found,
                "lookups of them find nothing, and updates and deletes of them change nothing",
                load + AND_PREPARE + ": bmt's ids have no holes"));
  }

  /** Remedy for a table that lacks something: {@code cleanup} drops none that has a comment. */
  private static String makeAnew(TableFacts facts) {
    String comment = facts.state().noted() ? "remove its comment, if bmt made it, and " : "";
    return comment + "run " + bmt("cleanup");
  }

  private static String id(@Nullable Long id) {
    return id == null ? "none" : words("%,d", id);
  }
}
