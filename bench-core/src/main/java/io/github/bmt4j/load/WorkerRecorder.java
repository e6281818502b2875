package io.github.bmt4j.load;

import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.Measurement.WorkerMeasurement;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Stopwatch;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times of one worker's operations. One thread writes and another one reads: no lock,
 * and after the first operations no allocation.
 *
 * <p>Operations that start before the warm-up's end are counted and timed separately.
 */
public final class WorkerRecorder {
  /** The parts of a run. */
  static final int WARMUP = 0;

  static final int MEASURED = 1;

  // Constants for the compiler, which would otherwise read ordinals from memory each time.
  private static final int STARTED = Counter.STARTED.ordinal();
  private static final int TRANSACTIONS = Counter.TRANSACTIONS.ordinal();
  private static final int RESPONSE_NANOS = Counter.RESPONSE_NANOS.ordinal();
  private static final int READS = Counter.READS.ordinal();
  private static final int WRITES = Counter.WRITES.ordinal();
  private static final int OTHERS = Counter.OTHERS.ordinal();
  private static final int ROLLBACKS = Counter.ROLLBACKS.ordinal();
  private static final int FAILED = Counter.FAILED.ordinal();
  private static final int UNKNOWN = Counter.UNKNOWN.ordinal();
  private static final int ERRORS = Counter.ERRORS.ordinal();
  private static final int RETRIES = Counter.RETRIES.ordinal();
  private static final int RECONNECTS = Counter.RECONNECTS.ordinal();
  private static final int UNBORROWED = Counter.UNBORROWED.ordinal();

  private final Part warmup;
  private final Part measured;
  private final Part[] parts;
  private final boolean scheduled;
  private final long[] seenShares;
  private final StatementClocks.@Nullable OfWorker statements;
  private final StatementTimer rollbackTimer;
  private Part current;
  private final OperationLog log = new OperationLog();
  private @Nullable WorkerCounters kind;
  private int kindNumber;
  private final AtomicLong underWay = new AtomicLong(NONE);
  private long seenReads;
  private long seenWrites;
  private long seenOthers;

  static final long NONE = Long.MAX_VALUE;

  /**
   * Counts of the warm-up or of the measurement: one class for both, so that the measurement's code
   * is compiled in the warm-up.
   */
  private static final class Part {
    private final int number;
    private final WorkerCounters counters = new WorkerCounters();
    private final WorkerCounters @Nullable [] kinds;
    private final @Nullable AtomicLongArray shares;
    private volatile @Nullable WorkerTimes borrow;

    Part(int number, int kinds, int shares) {
      this.number = number;
      this.kinds =
          kinds == 0
              ? null
              : Stream.generate(WorkerCounters::new).limit(kinds).toArray(WorkerCounters[]::new);
      this.shares = shares == 0 ? null : new AtomicLongArray(2 * shares);
    }
  }

  public WorkerRecorder(boolean scheduled) {
    this(scheduled, 0, 0, null);
  }

  /**
   * As above.
   *
   * @param kinds number of kinds of operations; 0 if there is only one
   * @param shares number of shares for which operations are counted
   * @param statements clock for the statements of the worker's operations; absent if they are not
   *     timed
   */
  public WorkerRecorder(
      boolean scheduled, int kinds, int shares, StatementClocks.@Nullable OfWorker statements) {
    this.warmup = new Part(WARMUP, kinds, shares);
    this.measured = new Part(MEASURED, kinds, shares);
    this.parts = new Part[] {warmup, measured};
    this.current = measured;
    this.seenShares = new long[2 * shares];
    this.statements = statements;
    this.rollbackTimer =
        statements == null
            ? StatementTimer.OFF
            : statements.timer("rollback", Stopwatch.Kind.OTHER);
    this.scheduled = scheduled;
  }

  /** Reports that an operation begins, and whether it is measured or belongs to the warm-up. */
  public void begin(boolean isMeasured) {
    begin(isMeasured ? MEASURED : WARMUP, 0, NONE);
  }

  /**
   * Reports that an operation begins, with its part of the run, its kind (from 0) and its intended
   * time.
   */
  void begin(int part, int kindOf, long intendedNanos) {
    Part now = parts[part];
    current = now;
    if (now.kinds != null) {
      kind = now.kinds[kindOf];
      kindNumber = kindOf;
    }
    underWay.setRelease(intendedNanos);
    if (statements != null) {
      statements.begin(part == MEASURED);
    }
    add(STARTED, 1);
  }

  public void error() {
    add(ERRORS, 1);
  }

  public void retry() {
    add(RETRIES, 1);
  }

  public void reconnect() {
    add(RECONNECTS, 1);
  }

  /** Records an operation's wait for a connection of the pool, in ns. */
  void borrowed(long nanos) {
    Part now = current;
    WorkerTimes kept = now.borrow;
    if (kept == null) {
      kept = new WorkerTimes();
      now.borrow = kept;
    }
    kept.record(nanos);
  }

  public void notBorrowed() {
    add(UNBORROWED, 1);
  }

  /** Reports that the operation has ended. All times in ns on the run's clock. */
  public void end(
      Outcome outcome,
      long intendedNanos,
      long startNanos,
      long endNanos,
      StatementCounts statementCounts) {
    boolean rolledBack = outcome == Outcome.OK && statementCounts.rolledBack();
    add(outcome == Outcome.OK ? TRANSACTIONS : outcome == Outcome.FAILED ? FAILED : UNKNOWN, 1);
    if (outcome == Outcome.OK) {
      add(RESPONSE_NANOS, endNanos - intendedNanos);
    }
    if (rolledBack) {
      add(ROLLBACKS, 1);
    }
    countStatements(log.add(current.number, kindNumber, outcome, rolledBack), statementCounts)
        .at(intendedNanos, startNanos, endNanos);
    underWay.setRelease(NONE);
  }

  void end(StatementCounts statementCounts, long nanos) {
    countStatements(log.addStatements(current.number, kindNumber), statementCounts)
        .at(nanos, nanos, nanos);
  }

  StatementTimer rollbackTimer() {
    return rollbackTimer;
  }

  /** The counts of measured operations so far. Any thread. */
  public Counts measuredCounts() {
    return measured.counters.read();
  }

  long count(Counter counter) {
    return measured.counters.of(counter) + warmup.counters.of(counter);
  }

  Counts kindCounts(int number) {
    return Objects.requireNonNull(measured.kinds)[number].read();
  }

  /**
   * Intended time of the operation under way; {@link #NONE} without one. An ended operation is in
   * the log before it stops being under way. Any thread.
   */
  long underWayNanos() {
    return underWay.getAcquire();
  }

  /** The ended operations. One reading thread. */
  OperationLog log() {
    return log;
  }

  WorkerMeasurement measurement() {
    Counts counts = measuredCounts();
    return new WorkerMeasurement(
        counts.of(Counter.TRANSACTIONS), counts.of(Counter.RESPONSE_NANOS));
  }

  Counts warmupCounts() {
    return warmup.counters.read();
  }

  /** Adds the times of measured operations recorded since the last call. One reading thread. */
  public void drainTo(Latencies latencies) {
    while (log.next(Long.MAX_VALUE)) {
      if (log.part() == MEASURED) {
        log.timeTo(latencies, scheduled);
      }
    }
    drainBorrowsTo(latencies.borrow());
  }

  /**
   * Adds the measured waits for a connection of the pool since the last call. The reading thread.
   */
  void drainBorrowsTo(Histogram borrows) {
    WorkerTimes ofWarmup = warmup.borrow;
    if (ofWarmup != null) {
      ofWarmup.drainTo();
    }
    WorkerTimes kept = measured.borrow;
    if (kept != null) {
      kept.drainTo(borrows);
    }
  }

  private OperationLog countStatements(OperationLog into, StatementCounts statementCounts) {
    long reads = statementCounts.reads() - seenReads;
    long writes = statementCounts.writes() - seenWrites;
    long others = statementCounts.others() - seenOthers;
    seenReads += reads;
    seenWrites += writes;
    seenOthers += others;
    add(READS, reads);
    add(WRITES, writes);
    add(OTHERS, others);
    AtomicLongArray ofShares = current.shares;
    if (ofShares != null) {
      for (int share = 0; share < seenShares.length / 2; share++) {
        countShare(ofShares, 2 * share, statementCounts.shareHits(share));
        countShare(ofShares, 2 * share + 1, statementCounts.shareTrials(share));
      }
    }
    return into.statements(reads, writes, others);
  }

  private void countShare(AtomicLongArray ofShares, int index, long now) {
    ofShares.lazySet(index, ofShares.getPlain(index) + now - seenShares[index]);
    seenShares[index] = now;
  }

  ShareCount shareCount(int share) {
    AtomicLongArray ofShares = Objects.requireNonNull(measured.shares);
    return new ShareCount(ofShares.get(2 * share), ofShares.get(2 * share + 1));
  }

  private void add(int counter, long amount) {
    if (amount == 0) {
      return;
    }
    current.counters.add(counter, amount);
    WorkerCounters ofKind = kind;
    if (ofKind != null) {
      ofKind.add(counter, amount);
    }
  }
}
