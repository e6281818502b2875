package io.github.bmt4j.load;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Collected.Growth;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.report.Reason.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Merges the workers' records once an interval, and watches over the end of the run. Used by one
 * thread.
 */
final class IntervalCollector {
  private static final Duration AFTER_ABORT = Duration.ofSeconds(5);

  /** Longest time of operations after Ctrl-C, while the user waits. */
  private static final Duration GRACE_AFTER_STOP = Duration.ofSeconds(2);

  private static final Duration AFTER_ABORT_AND_STOP = Duration.ofMillis(500);

  private final RunState run;
  private final Clock clock;
  private final List<Worker> workers;
  private final Load.Observer listener;
  private final Supplier<List<StatementLatencies>> statements;
  private final Map<String, StatementLatencies> timed = new LinkedHashMap<>();
  private final Collected collected;
  private final Backlog backlog;
  private final ProgressWatch watch;
  private final IntervalGrid grid;
  private final SuccessWatch successes;
  private long longestNanos;
  private long endNanos;
  private long stoppedNanos = Long.MAX_VALUE;

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
    this.grid = new IntervalGrid(run);
    this.successes = new SuccessWatch(run, workers, listener);
    this.backlog = new Backlog(run);
    this.watch = watch;
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
      long wake = Math.min(grid.nextNanos(), breaking ? breakNanos : overdueNanos());
      wake = Math.min(wake, successes.nextNanos());
      wake = allIn ? wake : Math.min(wake, run.allNanos());
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
      if (closeIfDue(now) || now >= successes.nextNanos()) {
        successes.look(now);
      }
      if (!breaking && now >= overdueNanos()) {
        breakNanos = now + (run.interrupted() ? AFTER_ABORT_AND_STOP : AFTER_ABORT).toNanos();
        breakConnections(threads, sources);
      }
    }
    watch.end();
    int stuck = threads.busy();
    endNanos = end(stuck);
    run.loadEnded(endNanos);
    listener.loadEnded(endNanos);
    // An operation may end just before a boundary and be counted just after it.
    closeLast(
        endNanos > grid.fromNanos() ? endNanos : Math.max(clock.nanoTime(), grid.fromNanos()));
    return result(stuck);
  }

  boolean closeIfDue(long nowNanos) {
    long toNanos = grid.endIfDue(nowNanos);
    if (toNanos == IntervalGrid.NOT_DUE) {
      return false;
    }
    close(toNanos, false);
    return true;
  }

  private void closeLast(long toNanos) {
    long measureFrom = run.measureFromNanos();
    if (grid.inWarmup() && toNanos >= measureFrom) {
      close(measureFrom, false);
    }
    close(toNanos, true);
  }

  /**
   * Wakes workers that wait for the pool, and breaks the connections of the others; each in a
   * thread of its own, because a driver may talk to the server even now.
   */
  private void breakConnections(WorkerThreads threads, List<ConnectionSource> sources) {
    run.abort(
        Code.SERVER_LOST.of(
            threads.busy()
                + " operations had not ended "
                + grace().toSeconds()
                + " s after the end of the run, so their connections were broken"));
    threads.interrupt();
    sources.forEach(source -> source.abort(breaking -> Daemon.start("bmt-abort", breaking)));
  }

  private long overdueNanos() {
    long over = Math.min(run.deadlineNanos(), stoppedNanos);
    return over == Long.MAX_VALUE ? over : over + grace().toNanos();
  }

  private Duration grace() {
    Duration grace = run.plan().times().grace();
    if (run.interrupted()) {
      return grace.compareTo(GRACE_AFTER_STOP) > 0 ? GRACE_AFTER_STOP : grace;
    }
    return run.aborted() ? grace : Duration.ofNanos(Math.max(grace.toNanos(), 2 * longestNanos));
  }

  private long underWay() {
    long ended = WorkerCounters.sum(workers, Counter.TRANSACTIONS, Counter.FAILED, Counter.UNKNOWN);
    return Math.max(0, WorkerCounters.sum(workers, Counter.STARTED) - ended);
  }

  private void close(long toNanos, boolean last) {
    boolean warmup = grid.inWarmup();
    listener.counting(last || toNanos == run.measureFromNanos());
    collected.take(last ? Long.MAX_VALUE : toNanos);
    Growth growth = warmup ? collected.ofWarmup() : collected.measured();
    longestNanos = Math.max(longestNanos, growth.latencies().service().getMaxValue());
    List<StatementLatencies> times = warmup ? List.of() : timedSince();
    collected.take(clock.nanoTime());
    collected.look();
    long waiting = backlog(toNanos);
    if (!warmup) {
      watch.noteBacklog(waiting);
    }
    long origin = run.measureFromNanos();
    if (toNanos > grid.fromNanos()) {
      listener.interval(
          new Interval(
              grid.fromNanos() - origin,
              toNanos - origin,
              warmup,
              growth.counts(),
              growth.latencies(),
              growth.kinds(),
              times,
              new Interval.End(
                  waiting, underWay(), collected.measuredQueries(), run.errors.lines())));
    }
    if (!warmup && !last) {
      listener.soFar(() -> measured(toNanos, toNanos, 0, true, List.of()));
    }
    grid.begin(toNanos);
  }

  private List<StatementLatencies> timedSince() {
    List<StatementLatencies> since = statements.get();
    for (StatementLatencies one : since) {
      timed
          .computeIfAbsent(one.statement(), name -> new StatementLatencies(name, one.kind()))
          .service()
          .add(one.service());
    }
    return since;
  }

  private long backlog(long nanos) {
    return backlog.at(Math.min(nanos, stoppedNanos), WorkerCounters.sum(workers, Counter.STARTED));
  }

  private long end(int stuck) {
    long last = latest(Worker::lastEndNanos);
    long paused = latest(Worker::lastPauseEndNanos);
    long now = clock.nanoTime();
    if (stuck > 0 || last == Long.MIN_VALUE) {
      return now;
    }
    // The signal that ends new connections with a load may come after their deadline.
    boolean full = Math.min(now, stoppedNanos) >= run.deadlineNanos();
    return Math.max(last, full ? run.deadlineNanos() : Math.min(paused, now));
  }

  private long warmupOverrunNanos() {
    long measureFrom = run.measureFromNanos();
    return Math.max(measureFrom, latest(Worker::lastWarmupEndNanos)) - measureFrom;
  }

  private long latest(ToLongFunction<Worker> moment) {
    return workers.stream().mapToLong(moment).max().orElse(Long.MIN_VALUE);
  }

  private boolean interruptedBeforeItsEnd() {
    long events = run.plan().events();
    boolean complete = events > 0 && collected.counts().of(Counter.STARTED) >= events;
    return run.interrupted() && !complete && endNanos < run.deadlineNanos();
  }

  private Measurement result(int stuck) {
    long until = Math.min(run.deadlineNanos(), Math.min(stoppedNanos, clock.nanoTime()));
    timedSince();
    return measured(endNanos, until, stuck, interruptedBeforeItsEnd(), List.copyOf(timed.values()));
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
        new Measurement.Queue(arrivals, unserved, watch.maxBacklog()),
        new Measurement.Disturbances(
            warmupOverrunNanos(), watch.stoodStillNanos(end), collected.gaps(end, standstills)),
        new Measurement.Ending(stuck, interrupted, new ArrayList<>(run.problems)),
        run.errors.lines(),
        new Measurement.Parts(
            collected.endpoints(run.measureFromNanos(), end, standstills),
            collected.totalOfKinds(),
            workers.stream().map(worker -> worker.recorder().measurement()).toList(),
            times,
            shareCounts(),
            collected.stages(until)),
        null);
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
