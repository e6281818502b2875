package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.Answer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An analytical query: its text, its pieces, and its answer without a server. Stateless.
 *
 * @param name the value of {@code --query}
 * @param merged makes the answer over all warehouses from those of its pieces
 * @param expected begins to compute the answer
 */
record StatisticsQuery(
    String name,
    WarehouseText text,
    WarehouseText pieceText,
    Function<List<Answer>, List<List<String>>> merged,
    Supplier<ExpectedResult> expected) {
  /** A query that reads some warehouses as it reads all. */
  StatisticsQuery(
      String name,
      WarehouseText text,
      Function<List<Answer>, List<List<String>>> merged,
      Supplier<ExpectedResult> expected) {
    this(name, text, text, merged, expected);
  }
}
