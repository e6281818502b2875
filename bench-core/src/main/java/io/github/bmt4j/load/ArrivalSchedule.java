package io.github.bmt4j.load;

import io.github.bmt4j.workload.SplitMix64;

/**
 * Schedule of the operations of an open loop: a pure function from one arrival to the next. No
 * clock, no thread, no state.
 */
public interface ArrivalSchedule {
  /** The arrival that follows another, or the start; both in ns since the start. */
  long after(long nanos);

  static ArrivalSchedule uniform(double perSecond, Portion portion) {
    double periodNanos = portion.of() * 1e9 / perSecond;
    long first = Math.round(portion.index() * 1e9 / perSecond);
    return nanos -> {
      long since = nanos - first;
      long next = Math.round((Math.round(since / periodNanos) + 1) * periodNanos);
      return since < 0 ? first : first + Math.max(since + 1, next);
    };
  }

  /**
   * Arrivals of independent users: gaps are exponential with mean 1/rate (a Poisson process). The
   * uniform number behind a gap is a hash of the seed and the arrival before it, so that a seed
   * always gives the same schedule.
   *
   * @param perSecond arrivals a second, on average
   */
  static ArrivalSchedule poisson(double perSecond, long seed, Portion portion) {
    return poisson(Stages.steady(perSecond), seed, portion);
  }

  static ArrivalSchedule poisson(Stages stages, long seed, Portion portion) {
    long salt = SplitMix64.mix(seed + 0x9E3779B97F4A7C15L * (1 + portion.index()));
    return nanos -> {
      double uniform = ((SplitMix64.mix(nanos + salt) >>> 11) + 1) * 0x1.0p-53;
      return Math.max(nanos + 1, stages.after(nanos, -Math.log(uniform) * portion.of()));
    };
  }

  /**
   * Arrivals at distances that change evenly with the rate: the first when half an operation is
   * due, the next when one and a half are. A stage in which a whole number of arrivals is due has
   * exactly that number. Several processes take arrivals in turn.
   */
  static ArrivalSchedule uniform(Stages stages, Portion portion) {
    return nanos -> {
      double due = stages.sum(nanos);
      double first = portion.index() + 0.5;
      double turn = Math.floor((due + 0.25 - first) / portion.of()) + 1;
      double next = first + Math.max(0, turn) * portion.of();
      return Math.max(nanos + 1, stages.after(nanos, next - due));
    };
  }
}
