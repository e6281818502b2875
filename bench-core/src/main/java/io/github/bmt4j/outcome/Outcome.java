package io.github.bmt4j.outcome;

/** Outcome of an operation, as the application sees it. */
public enum Outcome {
  /** Done, and acknowledged. */
  OK,
  /** Surely not applied. */
  FAILED,
  /**
   * The connection was lost at or after the commit: the application does not know whether it was
   * applied.
   */
  UNKNOWN
}
