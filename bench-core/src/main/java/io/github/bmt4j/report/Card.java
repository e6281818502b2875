package io.github.bmt4j.report;

/**
 * A main figure.
 *
 * @param label such as "p95"
 * @param value with its unit
 * @param small addition to the value, such as a range; may be empty
 */
public record Card(String label, String value, String small) {}
