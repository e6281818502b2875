package io.github.bmt4j.load;

import org.jspecify.annotations.Nullable;

/**
 * Use of its machine by a client process, from the end of the warm-up, when its last counts were
 * read, to the end of the last interval.
 *
 * @param processors use of the processors by it and by others; absent where the system does not
 *     report it
 * @param nanos length of that time
 * @param available processors that it may use
 * @param queries measured statements of that time
 * @param heapBytes largest heap in use at the end of an interval, garbage included
 * @param residentBytes largest part of the memory that it held; absent where the system does not
 *     tell
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
  /** Sum of two clients; of one machine, its processors are counted once. */
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

  /** The same on the machine of the process that started some, with their CPU time in ns. */
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
