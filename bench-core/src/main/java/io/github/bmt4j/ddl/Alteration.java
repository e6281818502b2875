package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The change of a table, by a statement or by the user's tool, in a thread of its own. */
abstract class Alteration implements AutoCloseable {
  final Clock clock;
  final Thread thread;
  final CountDownLatch over = new CountDownLatch(1);
  private volatile long startNanos;
  private volatile long endNanos;

  /**
   * @param name of the thread
   */
  Alteration(String name, Clock clock) {
    this.clock = clock;
    this.thread = Daemon.thread(name, this::run);
  }

  /** Makes the change, and opens {@link #over} at its end. */
  abstract void run();

  /** Begins. */
  void start() throws SQLException {
    startNanos = clock.nanoTime();
    endNanos = startNanos;
    thread.start();
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  long startNanos() {
    return startNanos;
  }

  /** Notes its end. */
  final void ends() {
    endNanos = clock.nanoTime();
  }

  /** Time from its start to its end. */
  long afterNanos() {
    return endNanos - startNanos;
  }

  /** The server's number of its connection; 0 if it is unknown. */
  long session() {
    return 0;
  }

  /** Returns true if the server ends it at its limit. */
  boolean endsAtLimit() {
    return false;
  }

  /** The last words of a tool; absent without any. */
  @Nullable String lastWords() {
    return null;
  }

  /** Ends it; returns at once. */
  abstract void kill(OutcomeKind why);

  /** Declares it ended, unless it has ended. */
  abstract void giveUp();

  /** Returns true if it was given up: the server may still work on it. */
  abstract boolean isGivenUp();

  abstract StatementOutcome ending();

  abstract List<String> notes();

  @Override
  public abstract void close();
}
