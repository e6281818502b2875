package io.github.bmt4j.workload;

/** Gives a session the timers of its statements, before it runs any. */
public interface Stopwatch {
  /** Times nothing. */
  Stopwatch OFF = (statement, kind) -> StatementTimer.OFF;

  /**
   * The timer of a statement.
   *
   * @param statement its name, such as point-select, the same on all tables
   */
  StatementTimer timer(String statement, Kind kind);

  /** Kind of a statement, by what it does when it succeeds. */
  enum Kind {
    /** It returns a result set. */
    READ,
    /** It changes rows. */
    WRITE,
    /** Anything else, such as BEGIN. */
    OTHER
  }
}
