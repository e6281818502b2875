package io.github.bmt4j.report;

/**
 * A main figure.
 *
 * @param label such as "p95"
 * @param value with its unit
 * @param small what the value is of, such as a range; may be empty
 */
public record Card(String label, String value, String small) {}
