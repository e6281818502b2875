package io.github.bmt4j.load;

/** What a worker counts. */
public enum Counter {
  /** Operations begun. */
  STARTED,
  /** Operations that ended OK. */
  TRANSACTIONS,
  /** Of them, those that were rolled back on purpose. */
  ROLLBACKS,
  /** Operations that ended FAILED. */
  FAILED,
  /** Operations that ended UNKNOWN. */
  UNKNOWN,
  /** Statements with a result set. */
  READS,
  /** Statements that changed rows. */
  WRITES,
  /** All other statements. */
  OTHERS,
  /** Failed attempts, retried or not. */
  ERRORS,
  /** Attempts made again after a rollback. */
  RETRIES,
  /** Connections opened anew or borrowed anew after one was lost. */
  RECONNECTS,
  /** Waits for a connection of the pool that ended without one. */
  UNBORROWED,
  /** Response times of the operations that ended OK, added up, in ns. */
  RESPONSE_NANOS
}
