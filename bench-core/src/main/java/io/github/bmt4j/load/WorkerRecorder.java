package io.github.bmt4j.load;

import io.github.bmt4j.clock.Outcome;
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

  private final WorkerCounters measured = new WorkerCounters();
  private final WorkerCounters warmup = new WorkerCounters();
  private final OfKind @Nullable [] kinds;
  private final WorkerTimes service;
  private final WorkerTimes response;
  private final WorkerTimes failed;
  private final WorkerTimes warmupResponse;
  private final WorkerTimes waiting;
  private final boolean scheduled;
  private final @Nullable AtomicLongArray shares;
  private final long[] seenShares;
  private final StatementClocks.@Nullable OfWorker statements;
  private final StatementTimer rollbackTimer;
  private WorkerCounters current = measured;
  private @Nullable OfKind kind;
  private volatile @Nullable WorkerTimes borrow;
  private long seenReads;
  private long seenWrites;
  private long seenOthers;

  /**
   * What it records of its operations of one kind.
   *
   * @param response of measured operations that ended OK, in ns
   */
  record OfKind(WorkerCounters measured, WorkerTimes response) {
    OfKind() {
      this(new WorkerCounters(), WorkerTimes.few());
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
    this.shares = shares == 0 ? null : new AtomicLongArray(2 * shares);
    this.seenShares = new long[2 * shares];
    this.kinds =
        kinds == 0 ? null : Stream.generate(OfKind::new).limit(kinds).toArray(OfKind[]::new);
    this.statements = statements;
    this.rollbackTimer =
        statements == null
            ? StatementTimer.OFF
            : statements.timer("rollback", Stopwatch.Kind.OTHER);
    this.scheduled = scheduled;
    this.service = new WorkerTimes();
    this.response = scheduled ? new WorkerTimes() : service;
    this.waiting = scheduled ? new WorkerTimes() : service;
    this.failed = new WorkerTimes();
    this.warmupResponse = new WorkerTimes();
  }

  /** Says that an operation begins, and whether it is measured or belongs to the warm-up. */
  public void begin(boolean isMeasured) {
    begin(isMeasured, 0);
  }

  /** The same of an operation of a kind, from 0. */
  void begin(boolean isMeasured, int kindOf) {
    if (kinds != null) {
      kind = isMeasured ? kinds[kindOf] : null;
    }
    current = isMeasured ? measured : warmup;
    if (statements != null) {
      statements.begin(isMeasured);
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

  /** Keeps how long a measured operation waited for a connection of the pool, in ns. */
  void borrowed(long nanos) {
    if (current == measured) {
      WorkerTimes kept = borrow;
      if (kept == null) {
        kept = new WorkerTimes();
        borrow = kept;
      }
      kept.record(nanos);
    }
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
    if (outcome != Outcome.OK) {
      add(outcome == Outcome.FAILED ? FAILED : UNKNOWN, 1);
      if (current == measured) {
        failed.record(nanos);
      }
      return;
    }
    add(TRANSACTIONS, 1);
    add(RESPONSE_NANOS, nanos);
    if (statementCounts.rolledBack()) {
      add(ROLLBACKS, 1);
    }
    if (current != measured) {
      warmupResponse.record(nanos);
      return;
    }
    service.record(endNanos - startNanos);
    OfKind ofKind = kind;
    if (ofKind != null) {
      ofKind.response().record(nanos);
    }
    if (scheduled) {
      response.record(nanos);
      waiting.record(startNanos - intendedNanos);
    }
  }

  /** The timer of the ROLLBACK that follows a failed attempt. */
  StatementTimer rollbackTimer() {
    return rollbackTimer;
  }

  /** The counts of measured operations so far. Any thread. */
  public Counts measuredCounts() {
    return measured.read();
  }

  /** One count so far, of the warm-up too. Any thread. */
  long count(Counter counter) {
    return measured.of(counter) + warmup.of(counter);
  }

  /** What it records of a kind, from 0. Any thread. */
  OfKind kind(int number) {
    return Objects.requireNonNull(kinds)[number];
  }

  /** What this worker did of the measured operations so far. Any thread. */
  WorkerShare share() {
    Counts counts = measuredCounts();
    return new WorkerShare(counts.of(Counter.TRANSACTIONS), counts.of(Counter.RESPONSE_NANOS));
  }

  /** The counts of the warm-up so far. Any thread. */
  Counts warmupCounts() {
    return warmup.read();
  }

  /** Adds the warm-up's times recorded since the last call. The thread that reads the others. */
  void drainWarmupTo(Histogram response) {
    warmupResponse.drainTo(response);
  }

  /** Adds the times recorded since the last call. One reading thread. */
  public void drainTo(Latencies latencies) {
    if (scheduled) {
      waiting.drainTo(latencies.waiting());
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
    add(READS, statementCounts.reads() - seenReads);
    add(WRITES, statementCounts.writes() - seenWrites);
    add(OTHERS, statementCounts.others() - seenOthers);
    seenReads = statementCounts.reads();
    seenWrites = statementCounts.writes();
    seenOthers = statementCounts.others();
    AtomicLongArray ofShares = shares;
    if (ofShares != null) {
      for (int share = 0; share < seenShares.length / 2; share++) {
        countShare(ofShares, 2 * share, statementCounts.shareHits(share));
        countShare(ofShares, 2 * share + 1, statementCounts.shareTrials(share));
      }
    }
  }

  private void countShare(AtomicLongArray ofShares, int index, long now) {
    if (current == measured) {
      ofShares.lazySet(index, ofShares.getPlain(index) + now - seenShares[index]);
    }
    seenShares[index] = now;
  }

  /** What measured operations counted for a share, from 0. Any thread. */
  ShareCount shareCount(int share) {
    AtomicLongArray ofShares = Objects.requireNonNull(shares);
    return new ShareCount(ofShares.get(2 * share), ofShares.get(2 * share + 1));
  }

  private void add(int counter, long amount) {
    if (amount == 0) {
      return;
    }
    current.add(counter, amount);
    OfKind ofKind = kind;
    if (ofKind != null) {
      ofKind.measured().add(counter, amount);
    }
  }
}
