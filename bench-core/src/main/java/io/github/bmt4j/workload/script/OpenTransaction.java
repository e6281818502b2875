package io.github.bmt4j.workload.script;

/** What is known of the transaction that a script's statements have opened. */
final class OpenTransaction {
  private boolean open;
  private boolean wrote;

  /** Nothing is open. */
  void reset() {
    open = false;
    wrote = false;
  }

  boolean open() {
    return open;
  }

  /** Whether a statement makes something permanent that no ROLLBACK takes back. */
  boolean ends(StatementKind kind) {
    return switch (kind) {
      case READ, SESSION, ROLLBACK -> false;
      case WRITE -> !open;
      case BEGIN -> open && wrote;
      case COMMIT -> !open || wrote;
      case ANY -> true;
    };
  }

  /**
   * Notes that a statement succeeded.
   *
   * @param chained whether a COMMIT or ROLLBACK opened the next transaction
   */
  void succeeded(StatementKind kind, boolean chained) {
    switch (kind) {
      case BEGIN -> {
        open = true;
        wrote = false;
      }
      case COMMIT, ROLLBACK -> {
        open = chained;
        wrote = false;
      }
      case WRITE -> wrote = open;
      case ANY -> reset();
      default -> {
        // Nothing has changed.
      }
    }
  }
}
