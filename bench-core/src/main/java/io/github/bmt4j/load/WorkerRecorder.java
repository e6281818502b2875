package io.github.bmt4j.load;

import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Stopwatch;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one worker records: counts and times of its operations. One thread writes and another one
 * reads: no lock, and after the first operations no allocation.
 *
 * <p>Operations that start before the warm-up's end are counted and timed apart.
 */
public final class WorkerRecorder {
  /** Keeps the counters of two workers off one cache line. */
  private static final int PADDING = 16;

  private static final Counter[] COUNTERS = Counter.values();

  private final AtomicLongArray measured = new AtomicLongArray(COUNTERS.length + 2 * PADDING);
  private final AtomicLongArray warmup = new AtomicLongArray(COUNTERS.length + 2 * PADDING);
  private final WorkerTimes service;
  private final WorkerTimes response;
  private final WorkerTimes failed;
  private final WorkerTimes warmupResponse;
  private final boolean openLoop;
  private final StatementClocks.@Nullable OfWorker statements;
  private final StatementTimer rollbackTimer;
  private AtomicLongArray current = measured;
  private volatile @Nullable WorkerTimes borrow;
  private long seenReads;
  private long seenWrites;
  private long seenOthers;

  /**
   * @param openLoop whether response time and service time differ; in a closed loop nothing waits
   *     before the start
   * @param compact whether to keep single times instead of a histogram between two collections, in
   *     a few KB: for hundreds of workers
   */
  public WorkerRecorder(boolean openLoop, boolean compact) {
    this(openLoop, compact, null);
  }

  /**
   * As above.
   *
   * @param statements times the statements of the worker's operations; nothing for no times
   */
  public WorkerRecorder(
      boolean openLoop, boolean compact, StatementClocks.@Nullable OfWorker statements) {
    this.statements = statements;
    this.rollbackTimer =
        statements == null
            ? StatementTimer.OFF
            : statements.timer("rollback", Stopwatch.Kind.OTHER);
    this.openLoop = openLoop;
    this.service = new WorkerTimes(compact);
    this.response = openLoop ? new WorkerTimes(compact) : service;
    this.failed = new WorkerTimes(true);
    this.warmupResponse = new WorkerTimes(compact);
  }

  /** Says that an operation begins, and whether it is measured or belongs to the warm-up. */
  public void begin(boolean isMeasured) {
    current = isMeasured ? measured : warmup;
    if (statements != null) {
      statements.begin(isMeasured);
    }
    add(Counter.STARTED, 1);
  }

  /** Counts a failed attempt. */
  public void error() {
    add(Counter.ERRORS, 1);
  }

  /** Counts an attempt that is made again. */
  public void retry() {
    add(Counter.RETRIES, 1);
  }

  /** Counts a connection that replaces a lost one. */
  public void reconnect() {
    add(Counter.RECONNECTS, 1);
  }

  /** Keeps how long a measured operation waited for a connection of the pool, in ns. */
  void borrowed(long nanos) {
    if (current == measured) {
      WorkerTimes kept = borrow;
      if (kept == null) {
        kept = new WorkerTimes(true);
        borrow = kept;
      }
      kept.record(nanos);
    }
  }

  /** Counts a wait for a connection of the pool that ended without one. */
  public void notBorrowed() {
    add(Counter.UNBORROWED, 1);
  }

  /** Says that the operation has ended. All times in ns on the run's clock. */
  public void end(
      Outcome outcome,
      long intendedNanos,
      long startNanos,
      long endNanos,
      StatementCounts statementCounts) {
    countStatements(statementCounts);
    switch (outcome) {
      case OK -> {
        add(Counter.TRANSACTIONS, 1);
        add(Counter.RESPONSE_NANOS, endNanos - intendedNanos);
      }
      case FAILED -> add(Counter.FAILED, 1);
      case UNKNOWN -> add(Counter.UNKNOWN, 1);
    }
    if (current != measured) {
      if (outcome == Outcome.OK) {
        warmupResponse.record(endNanos - intendedNanos);
      }
    } else if (outcome == Outcome.OK) {
      service.record(endNanos - startNanos);
      if (openLoop) {
        response.record(endNanos - intendedNanos);
      }
    } else {
      failed.record(endNanos - intendedNanos);
    }
  }

  /** The timer of the ROLLBACK that follows a failed attempt. */
  StatementTimer rollbackTimer() {
    return rollbackTimer;
  }

  /** The counts of measured operations so far. Any thread. */
  public Counts measuredCounts() {
    return read(measured);
  }

  /** One count so far, of the warm-up too. Any thread. */
  long count(Counter counter) {
    int index = PADDING + counter.ordinal();
    return measured.get(index) + warmup.get(index);
  }

  /** What this worker did of the measured operations so far. Any thread. */
  WorkerShare share() {
    Counts counts = measuredCounts();
    return new WorkerShare(counts.of(Counter.TRANSACTIONS), counts.of(Counter.RESPONSE_NANOS));
  }

  /** The counts of the warm-up so far. Any thread. */
  Counts warmupCounts() {
    return read(warmup);
  }

  /** Adds the warm-up's times recorded since the last call. The thread that reads the others. */
  void drainWarmupTo(Histogram response) {
    warmupResponse.drainTo(response);
  }

  /** Adds the times recorded since the last call. One reading thread. */
  public void drainTo(Latencies latencies) {
    if (openLoop) {
      service.drainTo(latencies.service());
      response.drainTo(latencies.response());
    } else {
      service.drainTo(latencies.service(), latencies.response());
    }
    failed.drainTo(latencies.failed());
    WorkerTimes kept = borrow;
    if (kept != null) {
      kept.drainTo(latencies.borrow());
    }
  }

  /** Counts the statements sent since the last call. */
  void countStatements(StatementCounts statementCounts) {
    add(Counter.READS, statementCounts.reads() - seenReads);
    add(Counter.WRITES, statementCounts.writes() - seenWrites);
    add(Counter.OTHERS, statementCounts.others() - seenOthers);
    seenReads = statementCounts.reads();
    seenWrites = statementCounts.writes();
    seenOthers = statementCounts.others();
  }

  private void add(Counter counter, long amount) {
    int index = PADDING + counter.ordinal();
    current.lazySet(index, current.getPlain(index) + amount);
  }

  private static Counts read(AtomicLongArray source) {
    long[] values = new long[COUNTERS.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = source.get(PADDING + i);
    }
    return new Counts(values);
  }
}
