package io.github.bmt4j.outcome;

/** Phase in which an operation ended or failed. */
public enum ErrorPhase {
  /** Waiting for a connection of the pool. */
  BORROW,
  CONNECT,
  /** A statement whose effect can still be rolled back, or that writes nothing. */
  STATEMENT,
  /** COMMIT, or a write that commits itself: lost here, it leaves open whether it was applied. */
  COMMIT
}
