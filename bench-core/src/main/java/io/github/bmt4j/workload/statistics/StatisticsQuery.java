package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An analytical query: its text, its pieces, and its answer without a server. Stateless.
 *
 * @param name the value of {@code --query}
 * @param merged merges the answers of its pieces into the answer over all warehouses
 * @param expected begins to compute the answer
 */
record StatisticsQuery(
    String name,
    WarehouseText text,
    WarehouseText pieceText,
    Function<List<AnswerRows>, List<List<String>>> merged,
    Supplier<ExpectedResult> expected) {
  /** A query that has the same form for some warehouses as for all. */
  StatisticsQuery(
      String name,
      WarehouseText text,
      Function<List<AnswerRows>, List<List<String>>> merged,
      Supplier<ExpectedResult> expected) {
    this(name, text, text, merged, expected);
  }
}
