package io.github.bmt4j.load;

import org.jspecify.annotations.Nullable;

/** Arrivals of an open loop that are due but not begun, at ascending moments. */
final class Backlog {
  private final RunState run;
  private final @Nullable ArrivalCount measured;
  private final @Nullable ArrivalCount all;

  Backlog(RunState run) {
    this.run = run;
    long warmupNanos = run.measureFromNanos() - run.originNanos();
    ArrivalSchedule schedule =
        run.plan().profile() instanceof LoadProfile.OpenLoop open ? open.schedule() : null;
    this.measured = schedule == null ? null : new ArrivalCount(schedule, warmupNanos);
    this.all = schedule == null ? null : new ArrivalCount(schedule, 0);
  }

  /** The backlog at a moment on the clock, including the warm-up's; 0 in a closed loop. */
  long at(long nanos, long begun) {
    long until = Math.min(nanos, run.deadlineNanos());
    if (run.terminals != null) {
      return run.terminals.waiting(run.originNanos(), until);
    }
    if (measured == null || all == null) {
      return 0;
    }
    long sinceOrigin = until - run.originNanos();
    long ofWarmup = all.before(sinceOrigin) - measured.before(sinceOrigin);
    return Math.max(0, ofWarmup + measuredBefore(until, begun) - begun);
  }

  /**
   * Measured arrivals due before a moment, up to the run's limit of operations; 0 in a closed loop.
   */
  long measuredBefore(long nanos, long begun) {
    long arrivals = 0;
    if (run.terminals != null) {
      arrivals = begun + run.terminals.waiting(run.measureFromNanos(), nanos);
    } else if (measured != null) {
      arrivals = measured.before(nanos - run.originNanos());
    }
    long events = run.plan().events();
    return events == 0 ? arrivals : Math.min(arrivals, events);
  }
}
