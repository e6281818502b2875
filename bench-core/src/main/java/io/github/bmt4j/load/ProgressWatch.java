package io.github.bmt4j.load;

import java.util.ArrayList;
import java.util.List;

/**
 * Looks at all workers several times a second: for how long none succeeded although operations were
 * under way or due, how many arrivals waited at most, and for how long the client itself stood
 * still. Used by one thread.
 */
final class ProgressWatch {
  /** Between two looks, at least. */
  private static final long PERIOD_NANOS = 45_000_000;

  /** Shorter times without a success are not kept. */
  private static final long SHORTEST_NANOS = 200_000_000;

  private final RunState run;
  private final List<Worker> workers;
  private final Backlog backlog;
  private final List<Long> gaps = new ArrayList<>();
  private long awakeNanos;
  private long stoodStillNanos;
  private long lookedNanos;
  private long sinceNanos;
  private long successes;
  private long maxBacklog;

  ProgressWatch(RunState run, List<Worker> workers) {
    this.run = run;
    this.workers = workers;
    this.backlog = new Backlog(run);
    this.awakeNanos = run.originNanos();
    this.lookedNanos = run.originNanos();
    this.sinceNanos = run.originNanos();
  }

  /**
   * From now on looks come at their times: until {@link #look} is late, nothing but work passed.
   */
  void resume(long nowNanos) {
    awakeNanos = nowNanos;
  }

  /**
   * Looks, unless it did a moment ago. When this comes much later than it was due, the client stood
   * still: that is no time without success.
   */
  void look(long nowNanos) {
    if (nowNanos - awakeNanos >= SHORTEST_NANOS && nowNanos > run.measureFromNanos()) {
      stoodStillNanos += nowNanos - Math.max(awakeNanos, run.measureFromNanos());
      endGap(awakeNanos);
      sinceNanos = nowNanos;
    }
    awakeNanos = nowNanos;
    if (nowNanos - lookedNanos >= PERIOD_NANOS) {
      lookNow(nowNanos);
    }
  }

  /** How long the client stood still in the measurement, for at least 0.2 s each time, in ns. */
  long stoodStillNanos() {
    return stoodStillNanos;
  }

  private void lookNow(long nowNanos) {
    lookedNanos = nowNanos;
    long succeeded = sum(Counter.TRANSACTIONS);
    long waiting = run.arrivals == null ? 0 : backlog.at(nowNanos, sum(Counter.STARTED));
    if (nowNanos >= run.measureFromNanos()) {
      maxBacklog = Math.max(maxBacklog, waiting);
    }
    if (succeeded > successes || (run.arrivals != null && waiting == 0 && nothingUnderWay())) {
      endGap(nowNanos);
      sinceNanos = nowNanos;
      successes = succeeded;
    }
  }

  /**
   * The times without any success of at least 0.2 s, in ns, as exact as two looks, until the end of
   * the measurement.
   */
  List<Long> gaps(long endNanos) {
    endGap(endNanos);
    sinceNanos = endNanos;
    return List.copyOf(gaps);
  }

  /** Most arrivals that were due and not begun at a look. */
  long maxBacklog() {
    return maxBacklog;
  }

  private void endGap(long nowNanos) {
    long gap = nowNanos - Math.max(sinceNanos, run.measureFromNanos());
    if (gap >= SHORTEST_NANOS) {
      gaps.add(gap);
    }
  }

  private boolean nothingUnderWay() {
    long ended = sum(Counter.TRANSACTIONS) + sum(Counter.FAILED) + sum(Counter.UNKNOWN);
    return sum(Counter.STARTED) <= ended;
  }

  private long sum(Counter counter) {
    long sum = 0;
    for (Worker worker : workers) {
      sum += worker.recorder().count(counter);
    }
    return sum;
  }
}
