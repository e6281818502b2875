package io.github.bmt4j.tables;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a load, and the connections over which they work: no more than there is work for,
 * and fewer if the server or the account allows fewer. Connections are kept for later work, because
 * another client may take the place of a closed one. Used by one thread.
 */
final class Loaders implements AutoCloseable {
  private static final String THREAD = "bmt-loader";

  /** Errors of a server or a login that has reached its limit of connections. */
  private static final Set<Integer> NO_ROOM = Set.of(1040, 1203, 1226);

  private static final long SECOND_TRY_NANOS = 500_000_000;
  private static final int ANSWER_SECONDS = 10;
  private static final long LONGEST_END_MILLIS = 30_000;

  /** Longest wait once the user has ended the load and waits at the terminal. */
  private static final long LONGEST_STOP_MILLIS = 500;

  /** Longest wait of the last task for its connection, and then for each answer. */
  private static final int LAST_CONNECT_MILLIS = 1_000;

  private static final int LAST_ANSWER_MILLIS = 30_000;
  private static final long LOOK_MILLIS = 50;

  private final Connector connector;
  private final Progress progress;
  private final StopSignal stop;
  private final int threads;
  private final ExecutorService executor;
  private final Set<Connection> busy =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final Queue<Connection> kept = new ConcurrentLinkedQueue<>();
  private boolean saidNoRoom;
  private boolean silent;
  private volatile boolean over;
  private volatile boolean closed;

  Loaders(Connector connector, Progress progress, StopSignal stop, int threads) {
    this.connector = connector;
    this.progress = progress;
    this.stop = stop;
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads, work -> Daemon.thread(THREAD, work));
  }

  /** Task over a connection, which is in auto-commit mode at the start. */
  interface Task {
    void run(Connection connection) throws SQLException, TargetException;
  }

  boolean running() {
    return !over && !stop.given();
  }

  void alone(Task task) throws SQLException, TargetException {
    await(
        executor.submit(
            () -> {
              Connection own = keptOne();
              return run(task, own == null ? connect(stop::given) : own);
            }));
  }

  void last(Task task) throws SQLException, TargetException {
    try (Connection own = lastOne()) {
      own.setNetworkTimeout(Runnable::run, LAST_ANSWER_MILLIS);
      task.run(own);
    }
  }

  private Connection lastOne() throws SQLException {
    Connection own = silent ? null : kept.poll();
    if (own != null) {
      own.setNetworkTimeout(Runnable::run, LAST_CONNECT_MILLIS);
      if (own.isValid(1)) {
        return own;
      }
      Connector.closeQuietly(own);
    }
    return connector.connect(LAST_CONNECT_MILLIS);
  }

  /** Does a task by several threads at once, which take work piece after piece; waits for them. */
  void together(Queue<?> work, Task task) throws SQLException, TargetException {
    if (work.isEmpty()) {
      return;
    }
    int most = Math.min(threads, work.size());
    while (kept.size() > most) {
      Connector.closeQuietly(kept.remove());
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

  private void awaitAll(List<Future<?>> futures) throws SQLException, TargetException {
    for (Future<?> future : futures) {
      await(future);
    }
  }

  private @Nullable Void run(Task task, Connection connection)
      throws SQLException, TargetException {
    boolean done = false;
    busy.add(connection);
    try {
      connection.setAutoCommit(true);
      task.run(connection);
      done = true;
    } finally {
      busy.remove(connection);
      if (!done) {
        over = true;
      }
      if (done && !closed) {
        kept.add(connection);
      } else {
        Connector.closeQuietly(connection);
      }
    }
    return null;
  }

  private @Nullable Connection keptOne() throws SQLException {
    for (Connection connection = kept.poll(); connection != null; connection = kept.poll()) {
      if (connection.isValid(ANSWER_SECONDS)) {
        return connection;
      }
      Connector.closeQuietly(connection);
    }
    return null;
  }

  /** Opens a connection; tries twice, as a server counts closed ones for a moment. */
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

  /** One more connection; absent if the server has no room for it but there are others. */
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

  /**
   * Waits for a task, until the server is silent, or the user ends the load but the task goes on.
   */
  private void await(Future<?> future) throws SQLException, TargetException {
    ServerPulse pulse = new ServerPulse(connector, Clock.SYSTEM);
    long stoppedMillis = 0;
    while (!ended(future)) {
      stoppedMillis += stop.given() ? LOOK_MILLIS : 0;
      if (stoppedMillis >= LONGEST_STOP_MILLIS) {
        throw new SQLException("stopped while the server worked on a statement", "70100");
      }
      if (!stop.given() && pulse.isSilent()) {
        silent = true;
        throw new ServerPulse.Silent();
      }
    }
  }

  private static boolean ended(Future<?> future) throws SQLException, TargetException {
    try {
      future.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
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

  /**
   * Ends the threads, and waits for them a little; breaks the connections of those that go on.
   * {@link #last} does the remaining work.
   */
  void end() {
    if (executor.isShutdown()) {
      return;
    }
    over = true;
    executor.shutdown();
    try {
      long patience = silent ? 0 : stop.given() ? LONGEST_STOP_MILLIS : LONGEST_END_MILLIS;
      if (!executor.awaitTermination(patience, TimeUnit.MILLISECONDS)) {
        executor.shutdownNow();
        // In threads of their own: a driver asks the server to end the statement.
        List.copyOf(busy)
            .forEach(connection -> Daemon.start(THREAD, () -> Connector.abortQuietly(connection)));
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
      Connector.closeQuietly(connection);
    }
  }
}
