package io.github.bmt4j.tables;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a load, and the connections over which they work: no more than there is work for,
 * and fewer where server or login has no room for so many. Connections are kept for the work that
 * comes next, as another client may take the room of one that was let go. Used by one thread.
 */
final class Loaders implements AutoCloseable {
  /** A server or a login has as many connections as it may have. */
  private static final Set<Integer> NO_ROOM = Set.of(1040, 1203, 1226);

  private static final long SECOND_TRY_NANOS = 500_000_000;

  /** How long a connection that was kept may take to show that it is not lost. */
  private static final int ANSWER_SECONDS = 10;

  private static final int LONGEST_END_SECONDS = 30;

  private final Connector connector;
  private final Progress progress;
  private final StopSignal stop;
  private final int threads;
  private final ExecutorService executor;
  private final Queue<Connection> kept = new ConcurrentLinkedQueue<>();
  private boolean saidNoRoom;
  private volatile boolean over;
  private volatile boolean closed;

  Loaders(Connector connector, Progress progress, StopSignal stop, int threads) {
    this.connector = connector;
    this.progress = progress;
    this.stop = stop;
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads, Loaders::daemon);
  }

  /** What is done over a connection, which is in auto-commit mode at the begin. */
  interface Task {
    /** Does it; leaves no transaction open. */
    void run(Connection connection) throws SQLException, TargetException;
  }

  /** Whether to go on: nobody has failed, and the user has not ended the load. Any thread. */
  boolean running() {
    return !over && !stop.given();
  }

  /** Does a task on the calling thread. */
  void alone(Task task) throws SQLException, TargetException {
    Connection own = keptOne();
    // What is left to do when all is over is worth the pause.
    run(task, own == null ? connect(() -> stop.given() && !over) : own);
  }

  /**
   * Does a task by several threads at once, and waits for them.
   *
   * @param work of which each takes piece after piece; nothing is done where there is none
   */
  void together(Queue<?> work, Task task) throws SQLException, TargetException {
    if (work.isEmpty()) {
      return;
    }
    int most = Math.min(threads, work.size());
    while (kept.size() > most) {
      closeQuietly(kept.remove());
    }
    List<Future<?>> futures = new ArrayList<>();
    try {
      while (futures.size() < most && running() && !work.isEmpty()) {
        Connection own = another(futures.size(), most, work);
        if (own == null) {
          break;
        }
        futures.add(executor.submit(() -> run(task, own)));
      }
    } catch (SQLException e) {
      over = true;
      awaitAll(futures); // What failed under way is more likely the cause than the effect.
      throw e;
    }
    awaitAll(futures);
  }

  private static void awaitAll(List<Future<?>> futures) throws SQLException, TargetException {
    for (Future<?> future : futures) {
      await(future);
    }
  }

  private @Nullable Void run(Task task, Connection connection)
      throws SQLException, TargetException {
    boolean done = false;
    try {
      connection.setAutoCommit(true);
      task.run(connection);
      done = true;
    } finally {
      if (!done) {
        over = true;
      }
      if (done && !closed) {
        kept.add(connection);
      } else {
        closeQuietly(connection);
      }
    }
    return null;
  }

  /** A connection that was kept and is not lost. */
  private @Nullable Connection keptOne() throws SQLException {
    for (Connection connection = kept.poll(); connection != null; connection = kept.poll()) {
      if (connection.isValid(ANSWER_SECONDS)) {
        return connection;
      }
      closeQuietly(connection);
    }
    return null;
  }

  /**
   * Opens a connection; tries twice, as a server counts closed ones for a moment.
   *
   * @param hurried whether to do so without a pause
   */
  private Connection connect(BooleanSupplier hurried) throws SQLException {
    try {
      return connector.connect();
    } catch (SQLException e) {
      if (!NO_ROOM.contains(e.getErrorCode())) {
        throw e;
      }
      Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + SECOND_TRY_NANOS, hurried);
      return connector.connect();
    }
  }

  /** One connection more; nothing where the server has no room for it and some are there. */
  private @Nullable Connection another(int there, int wanted, Queue<?> work) throws SQLException {
    Connection own = keptOne();
    if (own != null) {
      return own;
    }
    try {
      return connect(() -> !running() || work.isEmpty());
    } catch (SQLException e) {
      if (there == 0 || !NO_ROOM.contains(e.getErrorCode())) {
        throw e;
      }
      if (!saidNoRoom) {
        saidNoRoom = true;
        progress.say(
            words(
                "The server has no room for more connections (error %d): %d of %d load.",
                e.getErrorCode(), there, wanted));
      }
      return null;
    }
  }

  private static void await(Future<?> future) throws SQLException, TargetException {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while loading", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException sql) {
        throw sql;
      }
      if (e.getCause() instanceof TargetException target) {
        throw target;
      }
      throw new IllegalStateException("loading failed", e.getCause());
    }
  }

  /** Ends the threads, and waits for them a little. What is left is done alone. */
  void end() {
    if (executor.isShutdown()) {
      return;
    }
    over = true;
    executor.shutdown();
    try {
      if (!executor.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end();
    closed = true;
    for (Connection connection = kept.poll(); connection != null; connection = kept.poll()) {
      closeQuietly(connection);
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is lost, and the server has noticed or will.
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "bmt-loader");
    thread.setDaemon(true);
    return thread;
  }
}
