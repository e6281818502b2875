package io.github.bmt4j.failover.client;

import java.util.List;

/**
 * How far the parent's clock is ahead of the client's.
 *
 * @param nanos to be added to the client's clock
 * @param uncertaintyNanos by how much that may be wrong at most
 */
record ClockOffset(long nanos, long uncertaintyNanos) {
  /**
   * The client's time, asked for and received by the parent.
   *
   * @param askedNanos on the parent's clock
   * @param clientNanos on the client's clock
   * @param heardNanos on the parent's clock
   */
  record Exchange(long askedNanos, long clientNanos, long heardNanos) {}

  /**
   * The offset that fits all exchanges. Each leaves an interval for it, because the client looked
   * at its clock between question and answer. Where 0 fits, it is 0: then both read the machine's
   * one monotonic clock.
   *
   * @throws IllegalArgumentException when none fits, so that the clocks do not run alike
   */
  static ClockOffset of(List<Exchange> exchanges) {
    long least = Long.MIN_VALUE;
    long most = Long.MAX_VALUE;
    for (Exchange exchange : exchanges) {
      least = Math.max(least, exchange.askedNanos - exchange.clientNanos);
      most = Math.min(most, exchange.heardNanos - exchange.clientNanos);
    }
    if (exchanges.isEmpty() || least > most) {
      throw new IllegalArgumentException("no offset fits " + exchanges.size() + " exchanges");
    }
    long nanos = least <= 0 && 0 <= most ? 0 : least + (most - least) / 2;
    return new ClockOffset(nanos, Math.max(nanos - least, most - nanos));
  }
}
