package io.github.bmt4j.failover.proxy;

/**
 * A change of a gate, and when it came into force: after the one moment and before the other.
 *
 * @param gate its name
 * @param text what was changed, in the words of the protocol
 * @param beforeNanos on the clock of the endpoint, before it was asked for
 * @param afterNanos on the same clock, when it was known to be in force
 */
record ProxyChange(String gate, String text, long beforeNanos, long afterNanos) {}
