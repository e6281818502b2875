package io.github.bmt4j.load;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.report.Reason.Code;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The threads of a run. */
final class WorkerThreads {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Longest wait for the threads if some are known not to end. */
  private static final long LITTLE_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /**
   * Number of threads that connect at once: a thousand would overrun the server's queue of
   * connections that are not accepted yet, and each would wait for its turn.
   */
  private static final int CONNECTING_AT_ONCE = 32;

  /** Enough for driver, TLS and logging; a thousand threads reserve a quarter of a GB. */
  private static final long STACK_BYTES = 256 * 1024;

  /** Connections that no worker opens, because the pool has more connections than workers. */
  private int missing() {
    return connectFailure != null ? 0 : sources.stream().mapToInt(ConnectionSource::missing).sum();
  }

  /**
   * Longest time in which no worker gets a connection before a load, even a long one, is given up.
   */
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long LOOK_MILLIS = 50;

  /** SQLState of a connection that could not be opened. */
  private static final String CONNECTION = "08000";

  private static final String SILENT = "the server, or what is in front of it, does not answer";
  private static final int ONLY = -1;

  private final RunState run;
  private final RoundRobin roundRobin;
  private final List<Thread> threads = new ArrayList<>();
  private final List<ConnectionSource> sources;
  private final Semaphore mayConnect = new Semaphore(CONNECTING_AT_ONCE);
  private final CountDownLatch connected;
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch gateOfMost = new CountDownLatch(1);
  private final CountDownLatch done;
  private volatile @Nullable SQLException connectFailure;
  private volatile boolean dismissed;
  private boolean stuck;

  WorkerThreads(RunState run, List<Worker> workers, RoundRobin roundRobin) {
    this.run = run;
    this.roundRobin = roundRobin;
    this.connected = new CountDownLatch(workers.size());
    this.done = new CountDownLatch(workers.size());
    this.sources = workers.stream().map(Worker::source).distinct().toList();
    for (Worker worker : workers) {
      int number = threads.size();
      int endpoint = roundRobin.endpoints() == 1 ? ONLY : roundRobin.endpointOf(number);
      Thread thread =
          new Thread(
              null, () -> live(worker, number, endpoint), "bmt-worker-" + number, STACK_BYTES);
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  private void live(Worker worker, int number, int endpoint) {
    boolean orderly = false;
    try {
      try {
        mayConnect.acquire();
        connect(worker, roundRobin.numberAtEndpoint(number), endpoint);
      } finally {
        connected.countDown();
      }
      (number < LoadPlan.threadsThatFit() ? gate : gateOfMost).await();
      if (!dismissed) {
        worker.work();
      }
      orderly = true;
    } catch (RuntimeException | Error | InterruptedException e) {
      run.abort(Code.BUG.of("a worker ended early: " + e));
    } finally {
      done.countDown();
      if (orderly) {
        worker.giveBack();
      } else {
        worker.abandon();
      }
    }
  }

  private void connect(Worker worker, int numberAtEndpoint, int endpoint) {
    try {
      if (connectFailure == null && !run.stopped()) {
        worker.connect(numberAtEndpoint);
      }
    } catch (SQLException e) {
      connectFailure = endpoint == ONLY ? e : new EndpointException(endpoint, e);
    } finally {
      mayConnect.release();
    }
  }

  void connect() throws SQLException {
    threads.forEach(Thread::start);
    try {
      awaitConnected();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while connecting", e);
    }
    SQLException failure = connectFailure;
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Waits as long as workers get connections. A driver may hang in the attempt: its thread is left
   * behind.
   */
  private void awaitConnected() throws SQLException, InterruptedException {
    long patienceNanos = patience(run.plan().times().giveUp());
    long waiting = Long.MAX_VALUE;
    long sinceNanos = run.clock.nanoTime();
    while (!connected.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) || missing() > 0) {
      long now = run.clock.nanoTime();
      boolean all = connected.getCount() == 0;
      long left = all ? missing() : connected.getCount();
      if (left != waiting) {
        waiting = left;
        sinceNanos = now;
      } else if (all) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
      boolean inVain = now - sinceNanos > patienceNanos;
      if (run.interrupted() || inVain) {
        SQLException failure = connectFailure;
        stuck = true;
        interrupt();
        if (failure != null) {
          throw failure;
        }
        throw stillWaiting(waiting, inVain, patienceNanos);
      }
    }
  }

  static long patience(Duration giveUp) {
    return Math.min(LONGEST_WAIT_NANOS, giveUp.toNanos());
  }

  private SQLException stillWaiting(long waiting, boolean inVain, long patienceNanos) {
    String open =
        words(
            "%,d of %,d connections are not open yet", waiting, Math.max(waiting, threads.size()));
    if (!inVain) {
      return new SQLException("stopped when " + open, CONNECTION);
    }
    SQLException refusal =
        sources.stream()
            .flatMap(source -> Stream.ofNullable(source.refusal()))
            .findFirst()
            .orElseGet(() -> new SQLException(SILENT, CONNECTION));
    String since = words("%s, and none came in the last %.1f s: ", open, patienceNanos / 1e9);
    return new SQLException(
        since + refusal.getMessage(), refusal.getSQLState(), refusal.getErrorCode(), refusal);
  }

  void begin() {
    gate.countDown();
  }

  void beginAll() {
    gateOfMost.countDown();
  }

  void interrupt() {
    threads.forEach(Thread::interrupt);
  }

  int busy() {
    return (int) done.getCount();
  }

  /**
   * Ends a load that is still running, as after an exception of its observer, and waits for its
   * threads.
   */
  void dismiss() {
    if (busy() > 0) {
      run.abort(Code.ENDED_EARLY.of("it was given up"));
    }
    dismissed = gate.getCount() > 0;
    gate.countDown();
    gateOfMost.countDown();
    boolean hopeless = stuck || (run.interrupted() && busy() > 0);
    long untilNanos = run.clock.nanoTime() + (hopeless ? LITTLE_PATIENCE_NANOS : PATIENCE_NANOS);
    for (Thread thread : threads) {
      try {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(untilNanos - run.clock.nanoTime());
        if (leftMillis > 0) {
          thread.join(leftMillis);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
