package io.github.bmt4j.load;

/**
 * Counters of a worker. Counters that each operation changes come first, so that they are close in
 * memory; those from {@link #TRANSACTIONS} to {@link #UNKNOWN} are counted at its end.
 */
public enum Counter {
  /** Operations begun. */
  STARTED,
  /** Operations that ended OK. */
  TRANSACTIONS,
  /** Sum of the response times of successful operations, in ns. */
  RESPONSE_NANOS,
  /** Statements with a result set. */
  READS,
  /** Statements that changed rows. */
  WRITES,
  /** All other statements. */
  OTHERS,
  /** Successful operations that were rolled back on purpose. */
  ROLLBACKS,
  /** Operations that ended FAILED. */
  FAILED,
  /** Operations that ended UNKNOWN. */
  UNKNOWN,
  /** Failed attempts, retried or not. */
  ERRORS,
  /** Retried attempts after a rollback. */
  RETRIES,
  /** Connections opened or borrowed to replace a lost one. */
  RECONNECTS,
  /** Waits for a connection of the pool that ended without a connection. */
  UNBORROWED
}
