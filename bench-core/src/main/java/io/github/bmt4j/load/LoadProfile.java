package io.github.bmt4j.load;

import io.github.bmt4j.workload.Terminals;

/** The rule by which the next operation begins. */
public sealed interface LoadProfile {
  /** The stages of its measurement; none where it is the same all the time. */
  default Stages stages() {
    return Stages.NONE;
  }

  /**
   * Every worker begins its next operation as soon as the last one has ended. A stall is felt by
   * one operation a worker.
   *
   * @param stages numbers of threads that work, in all processes of the load
   * @param portion of the threads that this process has
   */
  record ClosedLoop(Stages stages, Portion portion) implements LoadProfile {
    public ClosedLoop() {
      this(Stages.NONE, Portion.WHOLE);
    }
  }

  /**
   * Operations begin on a schedule, whatever the server does. A stall is felt by every arrival that
   * waits for it.
   *
   * @param schedule arrivals of warm-up and measurement
   * @param stages the rates that they have in the measurement
   */
  record OpenLoop(ArrivalSchedule schedule, Stages stages) implements LoadProfile {
    public OpenLoop(ArrivalSchedule schedule) {
      this(schedule, Stages.NONE);
    }
  }

  /**
   * Users at terminals, who share the workers. A terminal begins its next transaction some time
   * after the end of the last one. A stall is felt by every terminal that waits for it.
   *
   * @param seed of think times
   */
  record AtTerminals(Terminals terminals, long seed) implements LoadProfile {}
}
