package io.github.bmt4j.probe;

import io.github.bmt4j.workload.Phase;
import java.sql.SQLException;

/** What a probe does once. Any number of threads. */
interface Transaction {
  /** Where an attempt at it is when it begins. */
  Phase first();

  /** Makes one attempt, ends it, and cleans up behind it. Throws nothing that it can write down. */
  void attempt(Attempt attempt);

  /** Does the same without leaving a trace: warms the JVM up. */
  void rehearse(Attempt scratch) throws SQLException;
}
