package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Collected.Growth;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Merges what the workers record, once an interval, and watches over the end of the run. Used by
 * one thread.
 */
final class IntervalCollector {
  /** Between two looks at whether operations succeed, where intervals are not shorter. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Longest time in which threads may end once their connections are broken. */
  private static final Duration AFTER_ABORT = Duration.ofSeconds(5);

  /** Longest time of operations after the user has ended the run with Ctrl-C, and waits. */
  private static final Duration GRACE_AFTER_STOP = Duration.ofSeconds(2);

  /** The same for threads whose connections are broken. */
  private static final Duration AFTER_ABORT_AND_STOP = Duration.ofMillis(500);

  private final RunState run;
  private final Clock clock;
  private final List<Worker> workers;
  private final Load.Observer listener;
  private final Supplier<List<StatementLatencies>> statements;
  private final long intervalNanos;
  private final Collected collected;
  private final Backlog backlog;
  private final Backlog backlogOfLooks;
  private final ProgressWatch watch;
  private long boundaryNanos;
  private long nextNanos;
  private long nextLookNanos;
  private long transactions;
  private long lastGoodNanos;
  private long errorsBefore;
  private long longestNanos;
  private long endNanos;
  private long stoppedNanos = Long.MAX_VALUE;

  /**
   * @param roundRobin of the workers over endpoints
   * @param watch looks at the workers from a thread of its own
   * @param statements gives the times by statement at the end
   */
  IntervalCollector(
      RunState run,
      List<Worker> workers,
      RoundRobin roundRobin,
      ProgressWatch watch,
      Load.Observer listener,
      Supplier<List<StatementLatencies>> statements) {
    this.statements = statements;
    this.run = run;
    this.clock = run.clock;
    this.workers = workers;
    this.listener = listener;
    this.collected = new Collected(run, workers, roundRobin);
    this.intervalNanos = run.plan().interval().toNanos();
    this.boundaryNanos = run.originNanos();
    this.lastGoodNanos = run.originNanos();
    this.nextLookNanos = run.originNanos() + LOOK.toNanos();
    this.backlog = new Backlog(run);
    this.backlogOfLooks = new Backlog(run);
    this.watch = watch;
    this.nextNanos = nextBoundary();
  }

  Measurement collect(WorkerThreads threads, List<ConnectionSource> sources) {
    long breakNanos = Long.MAX_VALUE;
    boolean allIn = false;
    while (threads.busy() > 0 && clock.nanoTime() < breakNanos) {
      boolean breaking = breakNanos != Long.MAX_VALUE;
      if (!allIn && (clock.nanoTime() >= run.allNanos() || run.stopped())) {
        allIn = true;
        threads.beginAll();
      }
      long wake = Math.min(nextNanos, breaking ? breakNanos : overdueNanos());
      wake = Math.min(wake, allIn ? nextLookNanos : Math.min(nextLookNanos, run.allNanos()));
      clock.sleepUntil(
          wake,
          () -> {
            collected.take(clock.nanoTime());
            collected.look();
            return threads.busy() == 0 || (run.stopped() && stoppedNanos == Long.MAX_VALUE);
          });
      long now = clock.nanoTime();
      if (threads.busy() == 0) {
        break;
      }
      if (run.stopped() && stoppedNanos == Long.MAX_VALUE) {
        stoppedNanos = now;
      }
      if (closeIfDue(now) || now >= nextLookNanos) {
        giveUpIfDead(now);
      }
      if (!breaking && now >= overdueNanos()) {
        breakNanos = now + (run.interrupted() ? AFTER_ABORT_AND_STOP : AFTER_ABORT).toNanos();
        breakConnections(threads, sources);
      }
    }
    watch.end();
    int stuck = threads.busy();
    endNanos = end(stuck);
    listener.loadEnded(endNanos);
    // An operation may end just before a boundary and be counted just after it.
    closeLast(endNanos > boundaryNanos ? endNanos : Math.max(clock.nanoTime(), boundaryNanos));
    return result(stuck);
  }

  /**
   * Ends the present interval if that is due: now, for now its counts are read, however late that
   * is. The warm-up's last one ends with it, for what was measured since is counted apart.
   *
   * @return true if it was due
   */
  boolean closeIfDue(long nowNanos) {
    if (nowNanos < nextNanos) {
      return false;
    }
    if (boundaryNanos < run.measureFromNanos()) {
      close(Math.min(nowNanos, run.measureFromNanos()), false);
      return true;
    }
    if (nearDeadline(nowNanos)) {
      nextNanos = run.deadlineNanos() + intervalNanos / 2;
      return false;
    }
    close(nowNanos, false);
    return true;
  }

  private void closeLast(long toNanos) {
    long measureFrom = run.measureFromNanos();
    if (boundaryNanos < measureFrom && toNanos >= measureFrom) {
      close(measureFrom, false);
    }
    close(toNanos, true);
  }

  /**
   * Wakes who waits for the pool, and breaks the connections of the others; each in a thread of its
   * own, because a driver may want to talk to the server even now.
   */
  private void breakConnections(WorkerThreads threads, List<ConnectionSource> sources) {
    run.abort(
        threads.busy()
            + " operations had not ended "
            + grace().toSeconds()
            + " s after the end of the run, so their connections were broken");
    threads.interrupt();
    for (ConnectionSource source : sources) {
      source.abort(
          breaking -> {
            Thread breaker = new Thread(breaking, "bmt-abort");
            breaker.setDaemon(true);
            breaker.start();
          });
    }
  }

  private long overdueNanos() {
    long over = Math.min(run.deadlineNanos(), stoppedNanos);
    return over == Long.MAX_VALUE ? over : over + grace().toNanos();
  }

  private Duration grace() {
    Duration grace = run.plan().grace();
    if (run.interrupted()) {
      return grace.compareTo(GRACE_AFTER_STOP) > 0 ? GRACE_AFTER_STOP : grace;
    }
    return run.aborted() ? grace : Duration.ofNanos(Math.max(grace.toNanos(), 2 * longestNanos));
  }

  /**
   * Time at which the current interval ends: on the grid of whole intervals since the start of the
   * measurement or of the warm-up, at least half an interval after the end of the last one. The
   * last one ends with the last operation, a little after the deadline, unless that takes half an
   * interval or more.
   */
  private long nextBoundary() {
    boolean warmup = boundaryNanos < run.measureFromNanos();
    long begin = warmup ? run.originNanos() : run.measureFromNanos();
    long next = begin + ((boundaryNanos - begin) / intervalNanos + 1) * intervalNanos;
    if (next - boundaryNanos < intervalNanos / 2) {
      next += intervalNanos;
    }
    if (warmup) {
      return Math.min(next, run.measureFromNanos());
    }
    return nearDeadline(next) ? run.deadlineNanos() + intervalNanos / 2 : next;
  }

  /** Returns true if less than half an interval lies between a moment and the deadline. */
  private boolean nearDeadline(long nanos) {
    long deadline = run.deadlineNanos();
    return deadline != Long.MAX_VALUE && Math.abs(nanos - deadline) < intervalNanos / 2;
  }

  /**
   * Ends the run when nothing has succeeded for long, unless operations are only slow: no attempt
   * has failed, every server answers, and the run has a deadline. Then as much time begins again.
   */
  private void giveUpIfDead(long now) {
    nextLookNanos = now + LOOK.toNanos();
    if (run.stopped()) {
      return;
    }
    long errors = sum(Counter.ERRORS);
    long succeeded = sum(Counter.TRANSACTIONS);
    if (succeeded > transactions || idle(succeeded, now)) {
      transactions = succeeded;
      lastGoodNanos = now;
      errorsBefore = errors;
    }
    if (now - lastGoodNanos < run.plan().giveUp().toNanos()) {
      return;
    }
    boolean slow = errors == errorsBefore && run.deadlineNanos() != Long.MAX_VALUE;
    if (slow && listener.serversAnswer()) {
      lastGoodNanos = now;
      return;
    }
    run.abort(
        "ended early, because no operation succeeded for "
            + run.plan().giveUp().toSeconds()
            + (slow ? " s and a server did not answer" : " s"));
  }

  /**
   * Returns true if nothing is due or under way: in an open loop of a low rate that is no failure.
   */
  private boolean idle(long succeeded, long now) {
    // What begins meanwhile is under way, because those that began are counted last.
    long ended = succeeded + sum(Counter.FAILED) + sum(Counter.UNKNOWN);
    long begun = sum(Counter.STARTED);
    return run.isScheduled() && begun <= ended && backlogOfLooks.at(now, begun) == 0;
  }

  private long sum(Counter counter) {
    return workers.stream().mapToLong(worker -> worker.recorder().count(counter)).sum();
  }

  /** Operations begun and not ended. Workers go on while they are counted, so never below 0. */
  private long underWay() {
    long ended = sum(Counter.TRANSACTIONS) + sum(Counter.FAILED) + sum(Counter.UNKNOWN);
    return Math.max(0, sum(Counter.STARTED) - ended);
  }

  private void close(long toNanos, boolean last) {
    boolean warmup = boundaryNanos < run.measureFromNanos();
    listener.counting(last || toNanos == run.measureFromNanos());
    collected.take(last ? Long.MAX_VALUE : toNanos);
    Growth growth = warmup ? collected.ofWarmup() : collected.measured();
    longestNanos = Math.max(longestNanos, growth.latencies().service().getMaxValue());
    collected.take(clock.nanoTime());
    collected.look();
    long waiting = backlog(toNanos);
    if (!warmup) {
      watch.noteBacklog(waiting);
    }
    long origin = run.measureFromNanos();
    if (toNanos > boundaryNanos) {
      listener.interval(
          new Interval(
              boundaryNanos - origin,
              toNanos - origin,
              warmup,
              growth.counts(),
              growth.latencies(),
              growth.kinds(),
              waiting,
              underWay(),
              collected.measuredQueries(),
              run.errors.lines()));
    }
    boundaryNanos = toNanos;
    if (!warmup && !last) {
      listener.soFar(() -> measured(toNanos, toNanos, 0, true, List.of()));
    }
    nextNanos = nextBoundary();
  }

  /** Arrivals due and not begun at a moment on the clock, those of the warm-up too. */
  private long backlog(long nanos) {
    return backlog.at(Math.min(nanos, stoppedNanos), sum(Counter.STARTED));
  }

  /**
   * End of the measurement: of its last operation, and not before the deadline where that ended it.
   */
  private long end(int stuck) {
    long last = Long.MIN_VALUE;
    for (Worker worker : workers) {
      last = Math.max(last, worker.lastEndNanos());
    }
    long now = clock.nanoTime();
    if (stuck > 0 || last == Long.MIN_VALUE) {
      return now;
    }
    boolean full = now >= run.deadlineNanos() && !run.stopped();
    return full ? Math.max(last, run.deadlineNanos()) : last;
  }

  /** Time in ns by which operations of the warm-up ran into the measurement. */
  private long warmupOverrunNanos() {
    long last = run.measureFromNanos();
    for (Worker worker : workers) {
      last = Math.max(last, worker.lastWarmupEndNanos());
    }
    return last - run.measureFromNanos();
  }

  private boolean interruptedBeforeItsEnd() {
    long events = run.plan().events();
    boolean complete = events > 0 && collected.counts().of(Counter.STARTED) >= events;
    return run.interrupted() && !complete && endNanos < run.deadlineNanos();
  }

  private Measurement result(int stuck) {
    long until = Math.min(run.deadlineNanos(), Math.min(stoppedNanos, clock.nanoTime()));
    return measured(endNanos, until, stuck, interruptedBeforeItsEnd(), statements.get());
  }

  private Measurement measured(
      long end, long until, int stuck, boolean interrupted, List<StatementLatencies> times) {
    Counts counts = collected.counts();
    List<Standstill> standstills = watch.standstills();
    long begun = counts.of(Counter.STARTED);
    long arrivals = backlog.measuredBefore(until, begun);
    long unserved = Math.max(0, arrivals - begun);
    return new Measurement(
        counts,
        collected.warmupCounts(),
        collected.latencies(),
        Math.max(0, end - run.measureFromNanos()),
        arrivals,
        unserved,
        watch.maxBacklog(),
        warmupOverrunNanos(),
        watch.stoodStillNanos(end),
        collected.gaps(end, standstills),
        stuck,
        interrupted,
        new ArrayList<>(run.problems),
        run.errors.lines(),
        collected.shares(run.measureFromNanos(), end, standstills),
        collected.totalOfKinds(),
        workers.stream().map(worker -> worker.recorder().share()).toList(),
        times,
        shareCounts(),
        collected.stages(until));
  }

  private List<ShareCount> shareCounts() {
    return IntStream.range(0, run.plan().shares())
        .mapToObj(
            share ->
                workers.stream()
                    .map(worker -> worker.recorder().shareCount(share))
                    .reduce(ShareCount.ZERO, ShareCount::plus))
        .toList();
  }
}
