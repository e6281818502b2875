package io.github.bmt4j.load;

import io.github.bmt4j.load.Measurement.Gap;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at all workers about 20 times a second: for how long none succeeded although operations
 * were under way or due, how many arrivals waited at most, and for how long the client itself stood
 * still. Coarser than {@code failover.client.PauseWatch}, which has a thread of its own for pauses
 * from 20 ms. Used by one thread, but for {@link #endsAfterLong}.
 */
final class ProgressWatch {
  /** Between two looks, at least. */
  private static final long PERIOD_NANOS = 45_000_000;

  /** Shorter times without a success, and shorter standstills, are not kept. */
  static final long SHORTEST_NANOS = 200_000_000;

  /** Workers that did this share of their usual work ran while this thread was late. */
  private static final double RAN_SHARE = 0.25;

  private final RunState run;
  private final List<Worker> workers;
  private final Backlog backlog;
  private final List<Gap> gaps = new ArrayList<>();
  private volatile long awakeNanos;
  private long stoodStillNanos;
  private long lookedNanos;
  private long sinceNanos;
  private long successes;
  private long failures;
  private long failuresBeforeGap;
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
   * The watching thread slept or did other work until now. When that took long, the client stood
   * still while the workers did hardly more: all the time, or since the last operation ended. That
   * is no time without success.
   */
  synchronized void resume(long nowNanos) {
    long since = awakeNanos;
    if (nowNanos - since >= SHORTEST_NANOS) {
      boolean ran = !hardlyRan(sum(Counter.TRANSACTIONS) - successes, nowNanos - since);
      long from = ran ? lastEndNanos(since) : since;
      if (!ran || (nowNanos - from >= SHORTEST_NANOS && hardlyRan(1, nowNanos - from))) {
        stoodStillNanos += Math.max(0, nowNanos - Math.max(from, run.measureFromNanos()));
        if (!ran) {
          endGap(from);
        }
        sinceNanos = nowNanos;
      }
      lookPast(nowNanos);
    }
    awakeNanos = Math.max(since, nowNanos);
  }

  /**
   * The operation of a worker that had ended none for long is about to be counted. If the watching
   * thread is late, too, the client may have stood still, and now is the moment to ask: on a busy
   * machine the workers may have made up for it before that thread runs again. Any thread.
   */
  void endsAfterLong(long nowNanos) {
    if (nowNanos - awakeNanos >= SHORTEST_NANOS) {
      resume(nowNanos);
    }
  }

  /** Looks, unless it did a moment ago. */
  synchronized void look(long nowNanos) {
    resume(nowNanos);
    if (nowNanos - lookedNanos >= PERIOD_NANOS && nowNanos <= run.deadlineNanos()) {
      lookNow(nowNanos);
    }
  }

  /** What succeeded in a time without looks began no gap and ended none that is known. */
  private void lookPast(long nowNanos) {
    long succeeded = sum(Counter.TRANSACTIONS);
    if (succeeded > successes) {
      sinceNanos = nowNanos;
      successes = succeeded;
    }
  }

  /** Whether so many successes in a time are less than a quarter of the usual. */
  private boolean hardlyRan(long succeeded, long nanos) {
    long usual = Math.max(1, awakeNanos - run.originNanos());
    double expected = (double) successes * nanos / usual;
    return succeeded <= RAN_SHARE * expected;
  }

  /** When the last operation ended that was counted, or the time given if none has since. */
  private long lastEndNanos(long sinceNanos) {
    long last = sinceNanos;
    for (Worker worker : workers) {
      last = Math.max(last, Math.max(worker.lastEndNanos(), worker.lastWarmupEndNanos()));
    }
    return last;
  }

  private void lookNow(long nowNanos) {
    lookedNanos = nowNanos;
    long succeeded = sum(Counter.TRANSACTIONS);
    long failed = sum(Counter.FAILED) + sum(Counter.UNKNOWN);
    long waiting = run.isScheduled() ? backlog.at(nowNanos, sum(Counter.STARTED)) : 0;
    if (nowNanos >= run.measureFromNanos() && !run.stopped()) {
      noteBacklog(waiting);
    }
    boolean idle =
        run.isScheduled()
            && waiting == 0
            && failed == failuresBeforeGap
            && sum(Counter.STARTED) <= succeeded + failed;
    if (succeeded > successes || idle) {
      endGap(nowNanos);
      sinceNanos = nowNanos;
      successes = succeeded;
      // A failure that ends the good time may come before the look that sees its last success.
      failuresBeforeGap = failures;
    }
    failures = failed;
  }

  /**
   * The times without any success of at least 0.2 s, each end as exact as two looks, until the end
   * of the measurement or its deadline.
   */
  synchronized List<Gap> gaps(long endNanos) {
    long untilNanos = Math.min(endNanos, run.deadlineNanos());
    failures = sum(Counter.FAILED) + sum(Counter.UNKNOWN);
    endGap(untilNanos);
    sinceNanos = untilNanos;
    return List.copyOf(gaps);
  }

  /** How long the client stood still in the measurement, for at least 0.2 s each time, in ns. */
  synchronized long stoodStillNanos() {
    return stoodStillNanos;
  }

  /** Notes how many arrivals are due and not begun. */
  void noteBacklog(long waiting) {
    maxBacklog = Math.max(maxBacklog, waiting);
  }

  /** Most arrivals that were due and not begun at a look. */
  long maxBacklog() {
    return maxBacklog;
  }

  private void endGap(long nowNanos) {
    long gap = nowNanos - Math.max(sinceNanos, run.measureFromNanos());
    if (gap >= SHORTEST_NANOS) {
      gaps.add(new Gap(gap, failures > failuresBeforeGap));
    }
  }

  private long sum(Counter counter) {
    long sum = 0;
    for (Worker worker : workers) {
      sum += worker.recorder().count(counter);
    }
    return sum;
  }
}
