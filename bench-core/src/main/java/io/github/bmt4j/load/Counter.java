package io.github.bmt4j.load;

/**
 * Counters of a worker. Those that each operation changes come first, so they are close together;
 * from {@link #TRANSACTIONS} to {@link #UNKNOWN}, they are counted at its end.
 */
public enum Counter {
  /** Operations begun. */
  STARTED,
  /** Operations that ended OK. */
  TRANSACTIONS,
  /** Response times of the operations that ended OK, added up, in ns. */
  RESPONSE_NANOS,
  /** Statements with a result set. */
  READS,
  /** Statements that changed rows. */
  WRITES,
  /** All other statements. */
  OTHERS,
  /** Of them, those that were rolled back on purpose. */
  ROLLBACKS,
  /** Operations that ended FAILED. */
  FAILED,
  /** Operations that ended UNKNOWN. */
  UNKNOWN,
  /** Failed attempts, retried or not. */
  ERRORS,
  /** Attempts made again after a rollback. */
  RETRIES,
  /** Connections opened anew or borrowed anew after one was lost. */
  RECONNECTS,
  /** Waits for a connection of the pool that ended without one. */
  UNBORROWED
}
