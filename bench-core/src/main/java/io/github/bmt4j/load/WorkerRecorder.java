package io.github.bmt4j.load;

import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.Measurement.WorkerShare;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.StatementTimer;
import io.github.bmt4j.workload.Stopwatch;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one worker records: counts and times of its operations. One thread writes and another one
 * reads: no lock, and after the first operations no allocation.
 *
 * <p>Operations that start before the warm-up's end are counted and timed apart.
 */
public final class WorkerRecorder {
  /** The parts of a run. */
  static final int WARMUP = 0;

  static final int MEASURED = 1;

  // Constants to the compiler, which would read ordinals from memory each time.
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
  private @Nullable OfKind kind;
  private long seenReads;
  private long seenWrites;
  private long seenOthers;

  /**
   * What it records of its operations of one kind.
   *
   * @param response of operations that ended OK, in ns
   */
  record OfKind(WorkerCounters counters, WorkerTimes response) {
    OfKind() {
      this(new WorkerCounters(), WorkerTimes.few());
    }
  }

  /**
   * What it records of the warm-up, or of what is measured: the same of both, so that the code that
   * measures is compiled in the warm-up.
   */
  private static final class Part {
    private final WorkerCounters counters = new WorkerCounters();
    private final OfKind @Nullable [] kinds;
    private final @Nullable AtomicLongArray shares;
    private final WorkerTimes service;
    private final WorkerTimes response;
    private final WorkerTimes waiting;
    private final WorkerTimes failed = WorkerTimes.few();
    private volatile @Nullable WorkerTimes borrow;

    /**
     * @param service a place for service times; for response times too, unless some waited before
     *     their start
     */
    Part(boolean scheduled, WorkerTimes service, WorkerTimes waiting, int kinds, int shares) {
      this.service = service;
      this.kinds =
          kinds == 0 ? null : Stream.generate(OfKind::new).limit(kinds).toArray(OfKind[]::new);
      this.shares = shares == 0 ? null : new AtomicLongArray(2 * shares);
      response = scheduled ? new WorkerTimes() : service;
      this.waiting = waiting;
    }
  }

  /**
   * @param scheduled whether response time and service time differ; in a closed loop nothing waits
   *     before the start
   */
  public WorkerRecorder(boolean scheduled) {
    this(scheduled, 0, 0, null);
  }

  /**
   * As above.
   *
   * @param kinds how many kinds of operations there are; 0 where all are of one kind
   * @param shares how many shares the operations are counted for
   * @param statements times the statements of the worker's operations; nothing for no times
   */
  public WorkerRecorder(
      boolean scheduled, int kinds, int shares, StatementClocks.@Nullable OfWorker statements) {
    // Of a warm-up only response times are asked for.
    WorkerTimes few = WorkerTimes.few();
    this.warmup = new Part(scheduled, scheduled ? few : new WorkerTimes(), few, kinds, shares);
    WorkerTimes service = new WorkerTimes();
    this.measured =
        new Part(scheduled, service, scheduled ? new WorkerTimes() : service, kinds, shares);
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

  /** Says that an operation begins, and whether it is measured or belongs to the warm-up. */
  public void begin(boolean isMeasured) {
    begin(isMeasured ? MEASURED : WARMUP, 0);
  }

  /** The same of an operation of a part of the run, and of a kind, from 0. */
  void begin(int part, int kindOf) {
    Part now = parts[part];
    current = now;
    if (now.kinds != null) {
      kind = now.kinds[kindOf];
    }
    if (statements != null) {
      statements.begin(part == MEASURED);
    }
    add(STARTED, 1);
  }

  /** Counts a failed attempt. */
  public void error() {
    add(ERRORS, 1);
  }

  /** Counts an attempt that is made again. */
  public void retry() {
    add(RETRIES, 1);
  }

  /** Counts a connection that replaces a lost one. */
  public void reconnect() {
    add(RECONNECTS, 1);
  }

  /** Keeps how long an operation waited for a connection of the pool, in ns. */
  void borrowed(long nanos) {
    Part now = current;
    WorkerTimes kept = now.borrow;
    if (kept == null) {
      kept = new WorkerTimes();
      now.borrow = kept;
    }
    kept.record(nanos);
  }

  /** Counts a wait for a connection of the pool that ended without one. */
  public void notBorrowed() {
    add(UNBORROWED, 1);
  }

  /** Says that the operation has ended. All times in ns on the run's clock. */
  public void end(
      Outcome outcome,
      long intendedNanos,
      long startNanos,
      long endNanos,
      StatementCounts statementCounts) {
    countStatements(statementCounts);
    long nanos = endNanos - intendedNanos;
    Part now = current;
    if (outcome != Outcome.OK) {
      add(outcome == Outcome.FAILED ? FAILED : UNKNOWN, 1);
      now.failed.record(nanos);
      return;
    }
    add(TRANSACTIONS, 1);
    add(RESPONSE_NANOS, nanos);
    if (statementCounts.rolledBack()) {
      add(ROLLBACKS, 1);
    }
    now.service.record(endNanos - startNanos);
    OfKind ofKind = kind;
    if (ofKind != null) {
      ofKind.response().record(nanos);
    }
    if (scheduled) {
      now.response.record(nanos);
      now.waiting.record(startNanos - intendedNanos);
    }
  }

  /** The timer of the ROLLBACK that follows a failed attempt. */
  StatementTimer rollbackTimer() {
    return rollbackTimer;
  }

  /** The counts of measured operations so far. Any thread. */
  public Counts measuredCounts() {
    return measured.counters.read();
  }

  /** One count so far, of the warm-up too. Any thread. */
  long count(Counter counter) {
    return measured.counters.of(counter) + warmup.counters.of(counter);
  }

  /** What it records of measured operations of a kind, from 0. Any thread. */
  OfKind kind(int number) {
    return Objects.requireNonNull(measured.kinds)[number];
  }

  /** What this worker did of the measured operations so far. Any thread. */
  WorkerShare share() {
    Counts counts = measuredCounts();
    return new WorkerShare(counts.of(Counter.TRANSACTIONS), counts.of(Counter.RESPONSE_NANOS));
  }

  /** The counts of the warm-up so far. Any thread. */
  Counts warmupCounts() {
    return warmup.counters.read();
  }

  /** Adds the warm-up's times recorded since the last call. The thread that reads the others. */
  void drainWarmupTo(Histogram response) {
    warmup.response.drainTo(response);
    if (scheduled) {
      warmup.service.drainTo();
      warmup.waiting.drainTo();
    }
    warmup.failed.drainTo();
    WorkerTimes borrowed = warmup.borrow;
    if (borrowed != null) {
      borrowed.drainTo();
    }
    if (warmup.kinds != null) {
      for (OfKind ofKind : warmup.kinds) {
        ofKind.response().drainTo();
      }
    }
  }

  /** Adds the times recorded since the last call. One reading thread. */
  public void drainTo(Latencies latencies) {
    if (scheduled) {
      measured.waiting.drainTo(latencies.waiting());
      measured.service.drainTo(latencies.service());
      measured.response.drainTo(latencies.response());
    } else {
      measured.service.drainTo(latencies.service(), latencies.response());
    }
    measured.failed.drainTo(latencies.failed());
    WorkerTimes kept = measured.borrow;
    if (kept != null) {
      kept.drainTo(latencies.borrow());
    }
  }

  /** Counts the statements sent since the last call. */
  void countStatements(StatementCounts statementCounts) {
    add(READS, statementCounts.reads() - seenReads);
    add(WRITES, statementCounts.writes() - seenWrites);
    add(OTHERS, statementCounts.others() - seenOthers);
    seenReads = statementCounts.reads();
    seenWrites = statementCounts.writes();
    seenOthers = statementCounts.others();
    AtomicLongArray ofShares = current.shares;
    if (ofShares != null) {
      for (int share = 0; share < seenShares.length / 2; share++) {
        countShare(ofShares, 2 * share, statementCounts.shareHits(share));
        countShare(ofShares, 2 * share + 1, statementCounts.shareTrials(share));
      }
    }
  }

  private void countShare(AtomicLongArray ofShares, int index, long now) {
    ofShares.lazySet(index, ofShares.getPlain(index) + now - seenShares[index]);
    seenShares[index] = now;
  }

  /** What measured operations counted for a share, from 0. Any thread. */
  ShareCount shareCount(int share) {
    AtomicLongArray ofShares = Objects.requireNonNull(measured.shares);
    return new ShareCount(ofShares.get(2 * share), ofShares.get(2 * share + 1));
  }

  private void add(int counter, long amount) {
    if (amount == 0) {
      return;
    }
    current.counters.add(counter, amount);
    OfKind ofKind = kind;
    if (ofKind != null) {
      ofKind.counters().add(counter, amount);
    }
  }
}
