package io.github.bmt4j.load;

/**
 * Number of arrivals of a schedule between a moment and a later one that advances. Used by one
 * thread.
 */
final class ArrivalCount {
  private final ArrivalSchedule schedule;
  private final long fromNanos;
  private long arrival;
  private long count;

  /**
   * @param fromNanos first moment that counts, in ns since the start
   */
  ArrivalCount(ArrivalSchedule schedule, long fromNanos) {
    this.schedule = schedule;
    this.fromNanos = fromNanos;
    this.arrival = schedule.after(0);
  }

  /** Arrivals from the first moment on and before {@code nanos}, which never decreases. */
  long before(long nanos) {
    while (arrival < nanos) {
      if (arrival >= fromNanos) {
        count++;
      }
      arrival = schedule.after(arrival);
    }
    return count;
  }
}
