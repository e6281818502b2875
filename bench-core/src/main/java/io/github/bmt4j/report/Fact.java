package io.github.bmt4j.report;

/**
 * A labelled line.
 *
 * @param label such as "server"
 * @param text numbers in it may be padded to stand in columns; a renderer without columns strips it
 */
public record Fact(String label, String text) {}
