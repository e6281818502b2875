package io.github.bmt4j.experiment;

import java.util.Set;

/**
 * A kind of stored result: how it is recognised, read and shown as text. Registered as a service.
 *
 * @param <R> the stored record
 */
public interface ResultKind<R extends Result> {
  /** The stored key {@code kind}, such as "failover". */
  String name();

  /** The stored record. */
  Class<R> type();

  /**
   * Keys that only this kind has at the top level: they tell results apart that were stored without
   * the key {@code kind}.
   */
  Set<String> keys();

  /**
   * What came out: verdict, figures, notes; each line with its newline.
   *
   * @param columns of the terminal; tables leave out what does not fit
   */
  String summary(R result, int columns);

  /** The whole result: what ran on what, its parts, and the summary. */
  String text(R result, int columns);
}
