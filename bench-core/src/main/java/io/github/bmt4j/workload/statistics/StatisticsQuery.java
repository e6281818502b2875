package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.workload.Answer;
import java.util.List;
import java.util.Optional;

/** An analytical query: its text, its pieces, and its answer without a server. Stateless. */
interface StatisticsQuery {
  /** What {@code --query} calls it. */
  String name();

  /** The query over all warehouses. */
  WarehouseText text();

  /** What is asked of some warehouses, where that differs. */
  default WarehouseText pieceText() {
    return text();
  }

  /** Why this server cannot run it; empty when it can. */
  default Optional<String> obstacle(ServerProduct server) {
    return Optional.empty();
  }

  /** The answer over all warehouses, from those of its pieces. */
  Answer merged(List<Answer> pieces);

  /** Begins to compute the answer. */
  ExpectedResult reckoning();
}
