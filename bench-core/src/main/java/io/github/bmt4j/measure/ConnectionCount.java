package io.github.bmt4j.measure;

/**
 * How many connections of the application a server had at one moment, as the server says. There is
 * none for a moment at which it did not answer.
 *
 * @param server its identity, as in {@link Operation#server}
 * @param atNanos on the run's clock
 */
public record ConnectionCount(String server, long atNanos, int connections) {}
