package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.tpcc.Order;

/** Computation of a query's answer. Used by one thread. */
interface ExpectedResult {
  /** Adds the next order and its lines; orders come in the order of their numbers. */
  void add(Order order);

  /** The answer over all added orders. Called once, at the end. */
  AnswerRows answer();
}
