package io.github.bmt4j.failover.client;

import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ErrorPhase;
import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failure.TargetException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An application in this JVM that does nothing but write: one thread in a closed loop over a pool,
 * one row of the ledger after the other. A write that fails is not tried again; the next one
 * follows. One at a time in a JVM, because its connections are noted for the whole JVM.
 */
public final class InProcessWriter implements Client {
  private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long INTERRUPT_MILLIS = 500;
  private static final long END_MILLIS = 10_000;

  private final Clock clock;
  private final ConnectTrace connects;
  private final PauseWatch pauses;
  private final HikariDataSource pool;
  private final boolean traced;
  private final Transaction transaction;
  private final ProbeRecorder recorder;
  private final Attempt attempt;
  private final Thread thread;
  private final long stallNanos;
  private volatile long lastEndNanos;
  private volatile boolean ending;

  /** Told of every write that has ended, at once and on the writer's thread. */
  public interface Listener {
    /**
     * A write has ended. Times in ns on the writer's clock.
     *
     * @param ok whether the application was told that it is done
     * @param server identity of who took it; "" when it never learnt that
     */
    void ended(long startNanos, long endNanos, boolean ok, String server);
  }

  private InProcessWriter(ProbePlan plan, String url, Clock clock, Listener listener)
      throws SQLException {
    this.clock = clock;
    this.connects = ConnectTrace.install(clock);
    this.pauses = new PauseWatch(clock);
    Pools pools = new Pools(plan, clock);
    this.pool = pools.open(url, ProbeKind.WRITER);
    this.traced = pools.areTraced();
    this.transaction =
        new LedgerWrite(
            pool,
            ErrorPhase.BORROW,
            new Ledger(plan.ledger()),
            plan.identity(),
            plan.writeMillis());
    this.stallNanos = TimeUnit.MILLISECONDS.toNanos(plan.stallMillis());
    this.recorder =
        new ProbeRecorder(
            ProbeKind.WRITER,
            clock,
            Retry.parse("none", 0),
            stallNanos,
            ended -> {
              lastEndNanos = ended.endNanos;
              listener.ended(
                  ended.startNanos, ended.endNanos, ended.outcome == Outcome.OK, ended.server);
            });
    this.attempt = recorder.newAttempt();
    this.thread = new Thread(this::write, "bmt-writer");
    thread.setDaemon(true);
  }

  /**
   * Opens all connections of the pool, rehearses, and begins to write.
   *
   * @param plan of which everything about writers counts but rate, workers and retries
   * @throws TargetException when it cannot connect or write; nothing is left then
   */
  public static InProcessWriter start(ProbePlan plan, Clock clock, Listener listener)
      throws TargetException {
    String url = plan.writeUrl();
    if (url == null) {
      throw new IllegalArgumentException("a writer needs a URL");
    }
    try {
      InProcessWriter writer = new InProcessWriter(plan, url, clock, listener);
      writer.begin();
      return writer;
    } catch (SQLException e) {
      throw new TargetException("the application cannot write: " + e.getMessage(), e);
    }
  }

  private void begin() throws SQLException {
    boolean begun = false;
    try {
      transaction.rehearse(recorder);
      pauses.start();
      lastEndNanos = clock.nanoTime();
      thread.start();
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
  }

  private void write() {
    for (long sequence = 0; !ending; sequence++) {
      recorder.assign(attempt, sequence, clock.nanoTime());
      if (!recorder.begin(attempt, 1, transaction.first())) {
        return;
      }
      transaction.attempt(attempt);
      if (attempt.outcome != Outcome.OK && attempt.endNanos - attempt.startNanos < QUICK_NANOS) {
        // Errors that come at once shall not keep a processor busy.
        clock.sleepUntil(clock.nanoTime() + QUICK_NANOS, () -> ending);
      }
    }
  }

  /** Whether it still writes; without a stop it ends only when this program is wrong. */
  @Override
  public boolean isAlive() {
    return thread.isAlive();
  }

  /**
   * That no write ends is trouble too when none is under way: giving a connection back may hang as
   * well.
   */
  @Override
  public ClientStatus status() {
    long now = clock.nanoTime();
    if (now - lastEndNanos > stallNanos) {
      recorder.trouble(now);
    }
    return new ClientStatus(
        now, recorder.status(now), ClientStatus.Probe.NONE, ClientStatus.Probe.NONE);
  }

  @Override
  public ClientLog stop(Duration patience) {
    ending = true;
    join(patience.toMillis());
    List<Operation> operations = recorder.close();
    close();
    return new ClientLog(operations, connects.connects(), pauses.pauses(), List.of(), traced);
  }

  @Override
  public void close() {
    ending = true;
    if (!recorder.closed()) {
      recorder.close();
    }
    // Whoever interrupts the caller wants an end, and this is it.
    boolean interrupted = Thread.interrupted();
    // A write that waits for a connection heeds this, one that waits for a server does not.
    thread.interrupt();
    join(INTERRUPT_MILLIS);
    if (thread.isAlive()) {
      connects.breakOff();
    }
    pool.close();
    connects.breakOff();
    join(END_MILLIS);
    pauses.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void join(long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
