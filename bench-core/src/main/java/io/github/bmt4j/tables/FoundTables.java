package io.github.bmt4j.tables;

import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Table.Presence;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tables that a load uses, as they were found before it.
 *
 * @param warnings about them
 * @param deviations from the workload's parameters, by table and kind, such as "sbtest1, ids
 *     missing, %": percent, or a number of indexes or keys; empty without deviations
 */
public record FoundTables(List<String> warnings, SortedMap<String, Double> deviations) {
  public static final FoundTables NONE = new FoundTables(List.of(), new TreeMap<>());

  public FoundTables {
    warnings = List.copyOf(warnings);
  }

  static FoundTables of(List<String> warnings, List<TableFacts> facts) {
    SortedMap<String, Double> deviations = new TreeMap<>();
    for (TableFacts one : facts) {
      Table table = one.table();
      TableState state = one.state();
      Long rows = one.rows();
      Long greatest = one.greatestId();
      boolean lacks =
          rows != null && table.membership().presence() != Presence.ANY && table.lacks(rows);
      Map.of(
              "ids missing, %", share(one.lookedFor() - one.found(), one.lookedFor()),
              "ids beyond those used, %",
                  share(greatest == null ? 0 : greatest - table.rows(), table.rows()),
              "rows missing, %",
                  lacks && rows != null ? share(table.rows() - rows, table.rows()) : 0,
              "indexes missing", state.indexed() ? 0.0 : 1,
              "foreign keys missing", state.linked() ? 0.0 : 1,
              "foreign keys not asked for", state.linkedUnasked() ? 1.0 : 0)
          .forEach(
              (kind, amount) -> {
                if (amount > 0) {
                  deviations.put(table.name() + ", " + kind, amount);
                }
              });
    }
    return new FoundTables(warnings, deviations);
  }

  /**
   * These and other tables, with a place before each of the others: "endpoint 2: "; empty for no
   * place.
   */
  public FoundTables plus(FoundTables others, String place) {
    SortedMap<String, Double> all = new TreeMap<>(deviations);
    others.deviations.forEach((kind, amount) -> all.put(place + kind, amount));
    return new FoundTables(
        Stream.concat(warnings.stream(), others.warnings.stream().map(place::concat)).toList(),
        all);
  }

  /** The deviations for comparisons; absent if bmt knows no tables, as for the user's own SQL. */
  public @Nullable Map<String, Double> compared(List<Table> tables) {
    return tables.isEmpty() ? null : deviations;
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : Math.ceil(1e4 * part / whole) / 1e2;
  }
}
