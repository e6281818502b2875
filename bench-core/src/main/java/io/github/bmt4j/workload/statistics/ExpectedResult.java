package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.tpcc.Order;

/** A query's answer in the making. Used by one thread. */
interface ExpectedResult {
  /** Takes the next order and its lines in; orders come in the order of their numbers. */
  void add(Order order);

  /** The answer over all orders that came. Asked once, at the end. */
  Answer answer();
}
