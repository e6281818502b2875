package io.github.bmt4j.load;

import org.jspecify.annotations.Nullable;

/**
 * Use of its machine by a client process, from the end of the warm-up, when its last counts were
 * read, to the end of the last interval.
 *
 * @param processors use of the processors by this process and by others; absent if the system does
 *     not report it
 * @param nanos length of that time
 * @param available processors that it may use
 * @param queries measured statements in that time
 * @param heapBytes largest heap in use at the end of an interval, garbage included
 * @param residentBytes largest resident memory of the process; absent if the system does not report
 *     it
 * @param stoodStillNanos times of at least 0.2 s in which the client itself did not run
 */
public record ClientReadings(
    ClientUsage usage,
    ProcessorWatch.@Nullable Reading processors,
    long nanos,
    double available,
    long queries,
    @Nullable Long heapBytes,
    @Nullable Long residentBytes,
    long stoodStillNanos) {
  /** Sum of two clients; on one machine, its processors are counted once. */
  public ClientReadings plus(ClientReadings other, boolean oneMachine) {
    ProcessorWatch.Reading its = other.processors;
    return new ClientReadings(
        new ClientUsage(
            usage.cpuNanos() + other.usage.cpuNanos(),
            usage.gcPauseMillis() + other.usage.gcPauseMillis()),
        processors == null || its == null ? null : processors.plus(its, oneMachine),
        Math.max(nanos, other.nanos),
        oneMachine ? Math.max(available, other.available) : available + other.available,
        queries + other.queries,
        sum(heapBytes, other.heapBytes),
        sum(residentBytes, other.residentBytes),
        Math.max(stoodStillNanos, other.stoodStillNanos));
  }

  /**
   * These readings with those of the process that started some of the clients, and the CPU time of
   * those clients in ns.
   */
  public ClientReadings on(ClientReadings starter, long children) {
    ProcessorWatch.Reading its = starter.processors;
    return new ClientReadings(
        usage,
        processors == null || its == null ? null : processors.on(its, children),
        nanos,
        available,
        queries,
        heapBytes,
        residentBytes,
        stoodStillNanos);
  }

  private static @Nullable Long sum(@Nullable Long some, @Nullable Long others) {
    return some == null || others == null ? null : (Long) (some + others);
  }
}
