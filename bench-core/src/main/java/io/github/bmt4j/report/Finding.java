package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cause that the result shows, and a change that may help.
 *
 * @param seen event that was observed
 * @param evidence evidence of it in this result; may be empty
 * @param trying change to make, such as an option; may be empty. This result did not try it
 */
public record Finding(String seen, String evidence, String trying) {
  @JsonProperty
  public String text() {
    return Stream.of(
            seen, evidence, trying.isEmpty() ? "" : "try " + trying + "; that was not tried")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("; "));
  }
}
