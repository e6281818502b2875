package io.github.bmt4j.experiment;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A kind of stored result: how it is recognised, read and shown as text. Registered as a service.
 *
 * @param <R> the stored record
 */
public abstract class ResultKind<R extends Result> {
  private final String name;
  private final Class<R> type;
  private final String key;

  /**
   * @param name the stored key {@code kind}, such as "failover"
   * @param type the stored record
   * @param key that only this kind has at the top level: it tells results apart that were stored
   *     without the key {@code kind}
   */
  protected ResultKind(String name, Class<R> type, String key) {
    this.name = name;
    this.type = type;
    this.key = key;
  }

  /** The stored key {@code kind}. */
  final String name() {
    return name;
  }

  /** The stored record. */
  final Class<R> type() {
    return type;
  }

  /** Whether a stored result is of this kind. */
  final boolean recognises(JsonNode stored) {
    return stored.has("kind") ? stored.get("kind").asText().equals(name) : stored.has(key);
  }

  /**
   * What came out: verdict, figures, notes; each line with its newline.
   *
   * @param columns of the terminal; tables leave out what does not fit
   */
  public abstract String summary(R result, int columns);

  /** The whole result: what ran on what, its parts, and the summary. */
  public abstract String text(R result, int columns);

  final String summaryOf(Result result, int columns) {
    return summary(type.cast(result), columns);
  }

  final String textOf(Result result, int columns) {
    return text(type.cast(result), columns);
  }
}
