package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A time and its parts, which add up to it.
 *
 * @param title name of the whole
 */
public record Bar(String title, List<Segment> segments) implements Block {
  public Bar {
    segments = List.copyOf(segments);
  }

  /**
   * A part.
   *
   * @param millis its length, 0 or more
   */
  public record Segment(String label, double millis, Tone tone) {}

  String text() {
    return Lines.words(
        "%-14s %s ms = %s",
        title,
        Numbers.millis(totalMillis()),
        segments.stream()
            .map(one -> Numbers.millis(one.millis()) + " " + one.label())
            .collect(Collectors.joining(" + ")));
  }

  @JsonProperty
  public double totalMillis() {
    return segments.stream().mapToDouble(Segment::millis).sum();
  }
}
