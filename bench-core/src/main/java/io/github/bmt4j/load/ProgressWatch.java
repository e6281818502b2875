package io.github.bmt4j.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at all workers 20 times a second, for the largest number of waiting arrivals and for
 * standstills of the client itself. Coarser than {@code failover.client.PauseWatch}, which sees
 * pauses from 20 ms on.
 *
 * <p>Its thread does nothing else: if a look is late, the client got no processor, or was stopped.
 */
final class ProgressWatch {
  static final Duration PERIOD = Duration.ofMillis(50);
  static final long SHORTEST_NANOS = io.github.bmt4j.clock.StandstillWatch.SHORTEST_NANOS;

  /**
   * A span without an ended operation is a standstill if usually at least this number succeed in
   * it.
   */
  private static final double TELLING = 2;

  private static final int FEW = 3;
  private static final double FEW_SHARE = 0.25;
  private static final Counter[] ENDED = {Counter.TRANSACTIONS, Counter.FAILED, Counter.UNKNOWN};

  private final RunState run;
  private final List<Worker> workers;
  private final Backlog backlog;
  private volatile long lookedNanos;
  private final List<Standstill> standstills = new ArrayList<>();
  private long ended;
  private long successes;
  private long maxBacklog;
  private boolean over;

  ProgressWatch(RunState run, List<Worker> workers) {
    this.run = run;
    this.workers = workers;
    this.backlog = new Backlog(run);
    this.lookedNanos = run.originNanos();
  }

  /**
   * Looks at the workers, unless the last look or the start of the run was a moment ago. A look
   * that comes late may mean that the client stood still.
   */
  synchronized void look() {
    if (!over) {
      // Read before the clock: operations that end in between belong to the next look.
      long endedNow = WorkerCounters.sum(workers, ENDED);
      long succeeded = WorkerCounters.sum(workers, Counter.TRANSACTIONS);
      long nowNanos = run.clock.nanoTime();
      if (nowNanos - lookedNanos >= PERIOD.toNanos() / 2) {
        look(endedNow, succeeded, nowNanos);
      }
    }
  }

  synchronized void end() {
    look();
    over = true;
  }

  private void look(long endedNow, long succeeded, long nowNanos) {
    if (nowNanos - lookedNanos >= SHORTEST_NANOS && !stoodStillSinceTheLastEnd(nowNanos)) {
      double usual = usual(successes, lookedNanos, nowNanos - lookedNanos);
      if (endedNow - ended <= Math.min(FEW, FEW_SHARE * usual)) {
        standstills.add(new Standstill(lookedNanos, nowNanos));
      }
    }
    if (nowNanos >= run.measureFromNanos() && nowNanos <= run.deadlineNanos() && !run.stopped()) {
      noteBacklog(backlog.at(nowNanos, WorkerCounters.sum(workers, Counter.STARTED)));
    }
    successes = succeeded;
    ended = endedNow;
    lookedNanos = nowNanos;
  }

  /**
   * Called when a worker has just ended its first operation in a long time, before it is counted.
   * If a look is overdue, too, the client may have stood still, which is checked now: on a busy
   * machine, the workers may have caught up before the next look. Any thread.
   */
  void endsAfterLong(long nowNanos) {
    if (nowNanos - lookedNanos >= SHORTEST_NANOS) {
      ask(nowNanos);
    }
  }

  private synchronized void ask(long nowNanos) {
    if (!over && nowNanos - lookedNanos >= SHORTEST_NANOS && stoodStillSinceTheLastEnd(nowNanos)) {
      ended = WorkerCounters.sum(workers, ENDED);
      lookedNanos = nowNanos;
    }
  }

  private boolean stoodStillSinceTheLastEnd(long nowNanos) {
    long last = lookedNanos;
    for (Worker worker : workers) {
      last = Math.max(last, Math.max(worker.lastEndNanos(), worker.lastWarmupEndNanos()));
    }
    long still = nowNanos - last;
    if (still < SHORTEST_NANOS
        || usual(WorkerCounters.sum(workers, Counter.TRANSACTIONS), last, still) < TELLING) {
      return false;
    }
    standstills.add(new Standstill(last, nowNanos));
    return true;
  }

  private double usual(long succeeded, long untilNanos, long spanNanos) {
    long watched = Math.max(SHORTEST_NANOS, untilNanos - run.originNanos());
    return (double) succeeded * spanNanos / watched;
  }

  synchronized List<Standstill> standstills() {
    return List.copyOf(standstills);
  }

  synchronized long stoodStillNanos(long endNanos) {
    return standstills.stream()
        .mapToLong(one -> one.nanosBetween(run.measureFromNanos(), endNanos))
        .sum();
  }

  synchronized void noteBacklog(long waiting) {
    maxBacklog = Math.max(maxBacklog, waiting);
  }

  synchronized long maxBacklog() {
    return maxBacklog;
  }
}
