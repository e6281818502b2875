package io.github.bmt4j.report;

import java.util.List;

/**
 * Events around a moment, such as a fault.
 *
 * @param from start of the axis, in ms from the moment
 * @param to end of the axis, likewise
 * @param zero event at 0, such as "fault"
 * @param lanes the first on top
 * @param marks in order of time
 */
public record Timeline(
    String title, double from, double to, String zero, List<Lane> lanes, List<Mark> marks)
    implements Block {
  public Timeline {
    lanes = List.copyOf(lanes);
    marks = List.copyOf(marks);
  }

  /**
   * Periods of one subject, such as the writes of the application, or a server.
   *
   * @param spans in order of time; the state between them is unknown
   */
  public record Lane(String label, List<Span> spans) {
    public Lane {
      spans = List.copyOf(spans);
    }
  }

  /**
   * A state of some length.
   *
   * @param what such as "out"
   * @param from in ms from the moment
   * @param to likewise
   * @param open true if it had not ended at the end of the observation
   */
  public record Span(String what, double from, double to, Tone tone, boolean open) {}

  /**
   * An event.
   *
   * @param at in ms from the moment
   * @param text details; may be empty
   */
  public record Mark(double at, String what, String text) {}

  Grid grid() {
    return new Columns<Mark>()
        .column("ms from the " + zero, 12, 0, mark -> Lines.words("%,.1f", mark.at()))
        .column("what", -16, 0, Mark::what)
        .column("", -1, 0, Mark::text)
        .grid(title, marks);
  }
}
