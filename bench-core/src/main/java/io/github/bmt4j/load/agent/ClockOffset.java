package io.github.bmt4j.load.agent;

/**
 * Offset of this process's clock from an agent's, from exchanges of messages: the answer was read
 * from the agent's clock some time between question and answer, so that the offset is known to half
 * of the time that the exchange took. The shortest exchange has the smallest error.
 *
 * @param nanos offset that is added to the agent's clock
 * @param boundNanos largest error
 */
record ClockOffset(long nanos, long boundNanos) {
  static final ClockOffset UNKNOWN = new ClockOffset(0, Long.MAX_VALUE);

  static ClockOffset of(long askedNanos, long itsNanos, long heardNanos) {
    long half = (heardNanos - askedNanos) / 2;
    return new ClockOffset(askedNanos + half - itsNanos, half);
  }

  /** Least difference of both offsets, given their errors. */
  long leastFrom(ClockOffset other) {
    return Math.abs(nanos - other.nanos) - boundNanos - other.boundNanos;
  }

  ClockOffset better(ClockOffset other) {
    return other.boundNanos < boundNanos ? other : this;
  }
}
