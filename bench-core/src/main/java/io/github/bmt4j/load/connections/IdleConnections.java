package io.github.bmt4j.load.connections;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.load.ConnectionMeasurement.Idle;
import io.github.bmt4j.load.EndpointException;
import io.github.bmt4j.os.ResidentMemory;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Connections that are open and run nothing. None has a thread: a few threads open them, a few
 * others touch each in turn, so that servers and firewalls keep it.
 */
final class IdleConnections {
  private static final int PINGERS = 4;
  private static final int MOST_COLLECTIONS = 50;
  private static final int ANSWER_MILLIS = 5_000;
  private static final long LOOK_NANOS = 20_000_000;

  /** Longest time without an opened connection, and without an answer at the end. */
  private static final long OPENING_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(6);

  private final List<ConnectionSource> sources;
  private final AtomicReferenceArray<@Nullable Connection> open;
  private final Clock clock;
  private final StopSignal stop;
  private final List<Rounds> rounds = new ArrayList<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicLong pings = new AtomicLong();
  private volatile @Nullable SQLException failure;
  private volatile long lastNanos;
  private long openNanos;
  private long heapBytes;
  private long residentBytes;

  /**
   * @param sources one for each endpoint, over which connections are dealt in turn
   */
  IdleConnections(int number, List<ConnectionSource> sources, Clock clock, StopSignal stop) {
    this.open = new AtomicReferenceArray<>(number);
    this.sources = sources;
    this.clock = clock;
    this.stop = stop;
  }

  /** Opens all; throws if one cannot be opened, or the user ends the run. */
  void open(Progress progress) throws SQLException {
    if (open.length() == 0) {
      return;
    }
    long heapBefore = heapBytes();
    long residentBefore = ResidentMemory.ownBytes();
    long from = clock.nanoTime();
    lastNanos = from;
    sources.forEach(ConnectionSource::loadBegins);
    try (Progress.Step step =
        progress.begin("Opening idle connections", open.length(), "connections")) {
      each(
          ConnectionScenario.OPENERS,
          OPENING_NANOS,
          i -> {
            open(i);
            step.advance(1);
          });
    }
    if (opened.get() < open.length()) {
      throw incomplete();
    }
    openNanos = lastNanos - from;
    heapBytes = heapBytes() - heapBefore;
    residentBytes = ResidentMemory.ownBytes() - residentBefore;
  }

  private SQLException incomplete() {
    String open = words("%,d of %,d idle connections are open", opened.get(), this.open.length());
    SQLException refused = failure;
    return refused == null
        ? new SQLException(
            open + (stop.given() ? ": stopped" : ", and none came in the last 30 s"), "08000")
        : refused;
  }

  private void open(int number) {
    if (failure != null || stop.given()) {
      return;
    }
    int endpoint = number % sources.size();
    try {
      Connection connection = sources.get(endpoint).acquire();
      if (stop.given()) {
        sources.get(endpoint).discard(connection); // The others may be closed by now.
        return;
      }
      Dialect.limitAnswers(connection, ANSWER_MILLIS);
      open.set(number, connection);
      opened.incrementAndGet();
      lastNanos = clock.nanoTime();
    } catch (SQLException e) {
      String before = words("%,d of %,d idle connections are open: ", opened.get(), open.length());
      SQLException told =
          new SQLException(before + e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
      failure = sources.size() == 1 ? told : new EndpointException(endpoint, told);
    }
  }

  /** Begins to touch each connection once in a time. */
  void ping(double seconds) {
    int number = open.length();
    int threads = Math.min(PINGERS, number);
    for (int i = 0; i < threads; i++) {
      AtomicInteger next = new AtomicInteger(i);
      rounds.add(
          new Rounds(
              "bmt-idle-" + i,
              () -> touch(next.getAndUpdate(now -> (now + threads) % number)),
              () -> {},
              Clock.seconds(seconds * threads / number),
              clock));
    }
  }

  private void touch(int number) {
    Connection connection = open.get(number);
    if (connection == null) {
      return;
    }
    if (isValid(connection)) {
      pings.incrementAndGet();
    } else if (open.compareAndSet(number, connection, null)) {
      lost.incrementAndGet();
      sources.get(number % sources.size()).discard(connection);
    }
  }

  private static boolean isValid(Connection connection) {
    try {
      return connection.isValid(ANSWER_MILLIS / 1_000);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Touches none any more. */
  void stop() {
    rounds.forEach(Rounds::stop);
  }

  /** Touches all a last time, unless the user waits, and ends. */
  Idle end() {
    stop();
    each(ConnectionScenario.OPENERS, ENDING_NANOS, this::touch);
    return new Idle(opened.get(), lost.get(), pings.get(), openNanos, heapBytes, residentBytes);
  }

  /** Treats each connection, over a few threads, as long as that advances. */
  private void each(int atOnce, long patienceNanos, IntConsumer treatment) {
    ExecutorService threads =
        Executors.newFixedThreadPool(atOnce, work -> Daemon.thread("bmt-idle", work));
    AtomicInteger left = new AtomicInteger(open.length());
    IntStream.range(0, open.length())
        .forEach(
            i ->
                threads.execute(
                    () -> {
                      treatment.accept(i);
                      left.decrementAndGet();
                    }));
    threads.shutdown();
    int before = open.length();
    long sinceNanos = clock.nanoTime();
    while (!threads.isTerminated()
        && !stop.given()
        && clock.nanoTime() - sinceNanos < patienceNanos) {
      clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, threads::isTerminated);
      if (left.get() < before) {
        before = left.get();
        sinceNanos = clock.nanoTime();
      }
    }
    threads.shutdownNow();
  }

  /**
   * Heap in use after two collections: what the first one finds unreachable may keep more. The JVM
   * skips a collection while a thread is in native code that holds an array.
   */
  private long heapBytes() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    int done = 0;
    for (int i = 0; i < MOST_COLLECTIONS && done < 2; i++) {
      long before = collections();
      memory.gc();
      if (collections() > before) {
        done++;
      } else {
        clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, stop::given);
      }
    }
    return memory.getHeapMemoryUsage().getUsed();
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
