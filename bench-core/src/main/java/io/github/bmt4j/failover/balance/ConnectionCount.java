package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.figures.Operation;

/**
 * How many connections of the application a server had at one moment, as the server says. There is
 * none for a moment at which it did not answer.
 *
 * @param server its identity, as in {@link Operation#server}
 * @param atNanos on the run's clock
 */
record ConnectionCount(String server, long atNanos, int connections) {}
