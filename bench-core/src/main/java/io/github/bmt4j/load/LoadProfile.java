package io.github.bmt4j.load;

import io.github.bmt4j.workload.Terminals;

/** What decides when the next operation begins. */
public sealed interface LoadProfile {
  /**
   * Every worker begins its next operation as soon as the last one has ended. A stall is felt by
   * one operation a worker.
   */
  record ClosedLoop() implements LoadProfile {}

  /**
   * Operations begin on a schedule, whatever the server does. A stall is felt by every arrival that
   * waits for it.
   */
  record OpenLoop(ArrivalSchedule schedule) implements LoadProfile {}

  /**
   * Users at terminals, who share the workers. A terminal begins its next transaction some time
   * after the end of the last one. A stall is felt by every terminal that waits for it.
   *
   * @param seed of think times
   */
  record AtTerminals(Terminals terminals, long seed) implements LoadProfile {}
}
