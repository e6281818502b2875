package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.figures.Operation;

/**
 * Number of connections that the application had to a server at one moment, as the server reports
 * it. Moments at which the server did not answer have no count.
 *
 * @param server its identity, as in {@link Operation#server}
 * @param atNanos on the run's clock
 */
record ConnectionCount(String server, long atNanos, int connections) {}
