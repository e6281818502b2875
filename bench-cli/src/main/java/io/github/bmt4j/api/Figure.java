package io.github.bmt4j.api;

/**
 * A measured figure.
 *
 * @param name such as {@code tps}, {@code p95} or {@code write outage}
 * @param value in the unit; of several repetitions, the median
 * @param unit such as {@code ms} or {@code /s}; empty for a count
 * @param atLeast true if the value is a lower bound: an outage had not ended
 */
public record Figure(String name, double value, String unit, boolean atLeast) {}
