package io.github.bmt4j.failover.figures;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.bmt4j.report.Finding;

/**
 * Advice: what to change at the application.
 *
 * @param cause a word for it, such as {@code backOff}; "" in results of {@code bmt balance} from
 *     before 2026-11-27
 * @param seen what this repetition shows, and what causes it
 * @param trying what to change, in words of the command; "" where that is part of {@code seen}, as
 *     in results from before 2026-11-27
 */
public record Advice(
    String cause,
    @JsonProperty("text") String seen,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String trying) {
  @JsonCreator
  @SuppressWarnings("NullAway") // Absent in older results.
  public Advice {
    trying = trying == null ? "" : trying;
  }

  /** Reads one that was stored as text. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Advice of(String text) {
    return new Advice("", text, "");
  }

  /**
   * The advice for people.
   *
   * @param evidence in how many repetitions it was seen; may be empty
   */
  public Finding finding(String evidence) {
    return new Finding(seen, evidence, trying);
  }
}
