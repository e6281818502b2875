package io.github.bmt4j.html;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chart of lines, or a heat map.
 *
 * @param group charts of a group share cursor and zoom; empty for a chart of its own
 * @param axis "linear", "log", "log2", or "percentile": x is then 1 / (1 - share)
 * @param x its label, with the unit
 * @param y its label, with the unit
 * @param heat absent in a chart of lines
 */
record Chart(
    String title,
    String group,
    String axis,
    boolean logarithmic,
    String x,
    String y,
    List<Plot> plots,
    List<Band> bands,
    @Nullable Heat heat) {
  /** Lines with the same values of x, in ascending order. */
  record Plot(List<Double> x, List<Line> lines) {}

  /**
   * A line.
   *
   * @param y for each x; absent for a gap
   * @param invalid whether the values are from an INVALID measurement: they are drawn as red points
   * @param side from 0: lines of a side have the same colour; absent where there are no sides
   */
  record Line(String label, List<@Nullable Double> y, boolean invalid, @Nullable Integer side) {
    Line(String label, List<@Nullable Double> y, boolean invalid) {
      this(label, y, invalid, null);
    }

    /** Whether it has a value. */
    boolean drawn() {
      return y.stream().anyMatch(value -> value != null);
    }
  }

  /** A shaded part of the chart. */
  record Band(String label, double from, double to) {}

  /**
   * How many operations had which response time, over time. Row r is of times from 10^((lowest + r)
   * / perDecade) ms.
   *
   * @param step seconds from one column to the next; the first begins at 0
   * @param seconds of each column that were measured, in all its runs together
   * @param columns of each, its first row that is not empty and the numbers of operations from
   *     there
   */
  record Heat(
      double step,
      int perDecade,
      int lowest,
      int rows,
      List<Double> seconds,
      List<List<Long>> columns) {}

  Chart(
      String title,
      String group,
      String axis,
      boolean logarithmic,
      String x,
      String y,
      List<Plot> plots) {
    this(title, group, axis, logarithmic, x, y, plots, List.of(), null);
  }

  /** Whether any line has a value. */
  boolean drawn() {
    return plots.stream().flatMap(plot -> plot.lines().stream()).anyMatch(Line::drawn);
  }
}
