package io.github.bmt4j.workload.statistics;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of a query after SELECT, which can be restricted to some warehouses.
 *
 * @param text with {@link #WHERE} or {@link #AND} at the place of the restriction
 * @param columns the warehouse's number in each table that is read. All are restricted: servers do
 *     not infer one table's range from another's
 */
record WarehouseText(String text, List<String> columns) {
  /** Place of a WHERE with the restriction. */
  static final String WHERE = "{where}";

  /** Place at which the restriction is added to a condition. */
  static final String AND = "{and}";

  String whole() {
    return text.replace(WHERE, "").replace(AND, "");
  }

  String between(int first, int last) {
    String narrowing =
        columns.stream()
            .map(column -> column + " BETWEEN " + first + " AND " + last)
            .collect(Collectors.joining(" AND "));
    return text.replace(WHERE, " WHERE " + narrowing).replace(AND, " AND " + narrowing);
  }
}
