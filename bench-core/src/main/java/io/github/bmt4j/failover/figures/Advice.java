package io.github.bmt4j.failover.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What to change at the application.
 *
 * @param cause a word for it, such as {@code backOff}
 * @param seen what this repetition shows, and what causes it
 * @param trying what to change, in words of the command; "" where that is part of {@code seen}, as
 *     in results from before 2026-11-27
 */
public record Advice(
    String cause,
    @JsonProperty("text") String seen,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String trying) {
  @SuppressWarnings("NullAway") // Absent in older results.
  public Advice {
    trying = trying == null ? "" : trying;
  }
}
