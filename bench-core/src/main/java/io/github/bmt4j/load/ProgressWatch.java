package io.github.bmt4j.load;

import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Measurement.Gap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all workers 20 times a second: for how long none succeeded although operations were
 * under way or due, how many arrivals waited at most, and for how long the client itself stood
 * still. Coarser than {@code failover.client.PauseWatch}, which sees pauses from 20 ms.
 *
 * <p>Its thread does nothing else: if a look is late, the client got no processor, or was stopped.
 */
final class ProgressWatch {
  /** Between two looks. */
  static final Duration PERIOD = Duration.ofMillis(50);

  /** Shorter times without a success, and shorter standstills, are not kept. */
  static final long SHORTEST_NANOS = 200_000_000;

  /** A span without an ended operation is a standstill if this number usually succeed in it. */
  private static final double TELLING = 2;

  /** Before a late look, at most this number of operations ended if the client stood still. */
  private static final int FEW = 3;

  /** And at most this share of the usual number. */
  private static final double FEW_SHARE = 0.25;

  private static final Counter[] FAILURES = {Counter.FAILED, Counter.UNKNOWN};
  private static final Counter[] ENDED = {Counter.TRANSACTIONS, Counter.FAILED, Counter.UNKNOWN};

  private final RunState run;
  private final List<Worker> workers;
  private final List<ProgressWatch> endpoints;
  private final @Nullable Backlog backlog;
  private final List<Gap> gaps = new ArrayList<>();
  private volatile long lookedNanos;
  private final List<Standstill> standstills = new ArrayList<>();
  private long sinceNanos;
  private long ended;
  private long successes;
  private long failures;
  private long failuresBeforeGap;
  private long maxBacklog;
  private boolean over;

  /** Watches all workers together, and those of each endpoint where there are several. */
  ProgressWatch(RunState run, List<Worker> workers, RoundRobin roundRobin) {
    this(
        run,
        workers,
        new Backlog(run),
        IntStream.range(0, roundRobin.endpoints())
            .mapToObj(endpoint -> roundRobin.at(endpoint, workers))
            .filter(its -> its.size() < workers.size())
            .map(its -> new ProgressWatch(run, its, null, List.of()))
            .toList());
  }

  /**
   * @param backlog absent for an endpoint: what waits is for none in particular
   */
  private ProgressWatch(
      RunState run,
      List<Worker> workers,
      @Nullable Backlog backlog,
      List<ProgressWatch> endpoints) {
    this.run = run;
    this.workers = workers;
    this.backlog = backlog;
    this.endpoints = endpoints;
    this.lookedNanos = run.originNanos();
    this.sinceNanos = run.originNanos();
  }

  /**
   * Looks at the workers, unless it did a moment ago, or the run has just begun. A look that comes
   * late may mean that the client stood still.
   */
  synchronized void look() {
    endpoints.forEach(ProgressWatch::look);
    if (!over) {
      // Before the clock: what ends in between belongs to the next look.
      long endedNow = sum(ENDED);
      long succeeded = sum(Counter.TRANSACTIONS);
      long nowNanos = run.clock.nanoTime();
      if (nowNanos - lookedNanos >= PERIOD.toNanos() / 2) {
        look(endedNow, succeeded, nowNanos);
      }
    }
  }

  /** Looks for the last time: the workers have ended. */
  synchronized void end() {
    look();
    endpoints.forEach(ProgressWatch::end);
    over = true;
  }

  private void look(long endedNow, long succeeded, long nowNanos) {
    if (nowNanos - lookedNanos >= SHORTEST_NANOS && !stoodStillSinceTheLastEnd(nowNanos)) {
      double usual = usual(successes, lookedNanos, nowNanos - lookedNanos);
      if (endedNow - ended <= Math.min(FEW, FEW_SHARE * usual)) {
        stoodStill(lookedNanos, nowNanos);
      }
      if (succeeded > successes) {
        lookPast(succeeded, nowNanos);
      }
    }
    if (nowNanos <= run.deadlineNanos()) {
      lookNow(succeeded, nowNanos);
    }
    ended = endedNow;
    lookedNanos = nowNanos;
  }

  /**
   * A worker has just ended its first operation in a long time, and it is not counted yet. If a
   * look is overdue, too, the client may have stood still. That is checked now: on a busy machine,
   * the workers may have caught up before the next look. Any thread.
   */
  void endsAfterLong(long nowNanos) {
    if (nowNanos - lookedNanos >= SHORTEST_NANOS) {
      ask(nowNanos);
    }
  }

  private synchronized void ask(long nowNanos) {
    if (!over && nowNanos - lookedNanos >= SHORTEST_NANOS && stoodStillSinceTheLastEnd(nowNanos)) {
      ended = sum(ENDED);
      lookedNanos = nowNanos;
    }
  }

  /**
   * Notes that the client stood still if no operation ended for so long that several should have.
   */
  private boolean stoodStillSinceTheLastEnd(long nowNanos) {
    long last = lookedNanos;
    for (Worker worker : workers) {
      last = Math.max(last, Math.max(worker.lastEndNanos(), worker.lastWarmupEndNanos()));
    }
    long still = nowNanos - last;
    if (still < SHORTEST_NANOS || usual(sum(Counter.TRANSACTIONS), last, still) < TELLING) {
      return false;
    }
    stoodStill(last, nowNanos);
    return true;
  }

  /**
   * How many operations usually succeed in a span of time.
   *
   * @param succeeded from the start of the run until the moment given
   */
  private double usual(long succeeded, long untilNanos, long spanNanos) {
    long watched = Math.max(SHORTEST_NANOS, untilNanos - run.originNanos());
    return (double) succeeded * spanNanos / watched;
  }

  /**
   * Adds a standstill. It is no time without success: a gap ends at the last look, and another can
   * begin only now.
   */
  private void stoodStill(long fromNanos, long nowNanos) {
    standstills.add(new Standstill(fromNanos, nowNanos));
    endGapAtLastLook(nowNanos);
  }

  /**
   * A success in a time without looks ended the gap before it: at the beginning of that time, as
   * far as is known.
   */
  private void lookPast(long succeeded, long nowNanos) {
    endGapAtLastLook(nowNanos);
    successes = succeeded;
    failures = sum(FAILURES);
    failuresBeforeGap = failures;
  }

  private void lookNow(long succeeded, long nowNanos) {
    long failed = sum(FAILURES);
    long waiting = backlog == null ? 0 : backlog.at(nowNanos, sum(Counter.STARTED));
    if (nowNanos >= run.measureFromNanos() && !run.stopped()) {
      noteBacklog(waiting);
    }
    boolean idle =
        (backlog == null || run.isScheduled())
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
    failures = sum(FAILURES);
    endGap(untilNanos);
    sinceNanos = untilNanos;
    return List.copyOf(gaps);
  }

  /** The same of each endpoint. */
  synchronized List<List<Gap>> gapsByEndpoint(long endNanos) {
    return endpoints.isEmpty()
        ? List.of(gaps(endNanos))
        : endpoints.stream().map(endpoint -> endpoint.gaps(endNanos)).toList();
  }

  /** How long the client stood still in the measurement, for at least 0.2 s each time, in ns. */
  synchronized long stoodStillNanos(long endNanos) {
    return standstills.stream()
        .mapToLong(one -> one.nanosBetween(run.measureFromNanos(), endNanos))
        .sum();
  }

  /** A time in which the client did not run, before the deadline or after. */
  private record Standstill(long fromNanos, long toNanos) {
    long nanosBetween(long beginNanos, long endNanos) {
      return Math.max(0, Math.min(toNanos, endNanos) - Math.max(fromNanos, beginNanos));
    }
  }

  /** Notes how many arrivals are due and not begun. */
  synchronized void noteBacklog(long waiting) {
    maxBacklog = Math.max(maxBacklog, waiting);
  }

  /** Most arrivals that were due and not begun at a look. */
  synchronized long maxBacklog() {
    return maxBacklog;
  }

  /** Another gap can begin only now. */
  private void endGapAtLastLook(long nowNanos) {
    endGap(Math.min(lookedNanos, run.deadlineNanos()));
    sinceNanos = nowNanos;
  }

  private void endGap(long nowNanos) {
    long gap = nowNanos - Math.max(sinceNanos, run.measureFromNanos());
    if (gap >= SHORTEST_NANOS) {
      gaps.add(new Gap(gap, failures > failuresBeforeGap));
    }
  }

  private long sum(Counter... counters) {
    long sum = 0;
    for (Worker worker : workers) {
      for (Counter counter : counters) {
        sum += worker.recorder().count(counter);
      }
    }
    return sum;
  }
}
