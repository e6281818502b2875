package io.github.bmt4j.preflight;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The weight of a finding, the heaviest first. */
public enum Severity {
  /** The run would be refused or fail. */
  ERROR,
  /** The run would go, and its figures would suffer or mislead. */
  WARNING,
  /** Good to know, or unknown. */
  NOTE,
  /** Looked at, and nothing to say against it. */
  OK;

  /** As it is shown and stored. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
