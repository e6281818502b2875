package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A piece of a {@link Description}; pieces are shown in their order. */
public sealed interface Block permits Bar, Chart, Facts, Grid, Sketch, Timeline {
  /**
   * The name of the record in lower case, such as "grid": the key {@code type} of a page's data.
   */
  @JsonProperty
  default String type() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }
}
