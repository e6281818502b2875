package io.github.bmt4j.workload.script;

/** State of the transaction that a script's statements have opened. */
final class OpenTransaction {
  private boolean open;
  private boolean wrote;
  private boolean rolledBack;

  /** True if a statement may have ended the open transaction, or opened one. */
  private boolean unsure;

  void reset() {
    open = false;
    wrote = false;
    rolledBack = false;
    unsure = false;
  }

  boolean open() {
    return open;
  }

  /** True if a server may have an open transaction. */
  boolean mayBeOpen() {
    return open || unsure;
  }

  /** True if a ROLLBACK ended the last transaction, and none is open. */
  boolean rolledBack() {
    return rolledBack;
  }

  /** True if a statement makes a change permanent, beyond any ROLLBACK. */
  boolean ends(StatementKind kind) {
    return switch (kind) {
      case READ, SAVEPOINT, SESSION, ROLLBACK -> false;
      case WRITE, UNDOABLE -> !open || unsure;
      case BEGIN -> open && wrote;
      case COMMIT -> !open || wrote;
      case DDL, ANY -> true;
    };
  }

  /**
   * Notes that a statement succeeded.
   *
   * @param chained true if a COMMIT or ROLLBACK opened the next transaction
   */
  void succeeded(StatementKind kind, boolean chained) {
    switch (kind) {
      case BEGIN -> {
        reset();
        open = true;
      }
      case COMMIT, ROLLBACK -> {
        reset();
        open = chained;
        rolledBack = kind == StatementKind.ROLLBACK && !chained;
      }
      case WRITE, UNDOABLE -> wrote = open;
      case SAVEPOINT -> unsure |= !open; // SQLite opens one.
      case DDL -> reset();
      // If it has not committed, its writes are lost without a COMMIT.
      case ANY -> {
        wrote = open;
        unsure = open;
      }
      default -> {
        // Nothing has changed.
      }
    }
  }
}
