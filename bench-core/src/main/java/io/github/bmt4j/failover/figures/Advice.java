package io.github.bmt4j.failover.figures;

import io.github.bmt4j.report.Finding;

/**
 * Advice: what to change at the application.
 *
 * @param cause a word for it, such as {@code backOff}
 * @param seen finding of this repetition, and its cause
 * @param trying change to make, as options of the command
 */
public record Advice(String cause, String seen, String trying) {
  /**
   * The advice for people.
   *
   * @param evidence number of repetitions with this finding, in words; may be empty
   */
  public Finding finding(String evidence) {
    return new Finding(seen, evidence, trying);
  }
}
