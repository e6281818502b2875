package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chart of lines, or a heat map. Charts of several results that have the same title can be laid
 * over each other.
 *
 * @param group charts of a group share cursor and zoom; empty for a chart of its own
 * @param axis "linear", "log", "log2", or "percentile": x is then 1 / (1 - share)
 * @param logarithmic whether y is
 * @param x its label, with the unit
 * @param y its label, with the unit
 * @param heat absent in a chart of lines
 */
public record Chart(
    String title,
    String group,
    String axis,
    boolean logarithmic,
    String x,
    String y,
    List<Plot> plots,
    List<Band> bands,
    @Nullable Heat heat)
    implements Block {
  public Chart {
    plots = List.copyOf(plots);
    bands = List.copyOf(bands);
  }

  /** A chart of lines without bands, and with a linear y. */
  public Chart(String title, String group, String axis, String x, String y, List<Plot> plots) {
    this(title, group, axis, false, x, y, plots, List.of(), null);
  }

  /** Lines with the same values of x, in ascending order. */
  public record Plot(List<Double> x, List<Line> lines) {}

  /**
   * A line.
   *
   * @param y for each x; absent for a gap
   * @param invalid whether the values are from an INVALID measurement: they are drawn as red points
   * @param side from 0: lines of a side have the same colour; absent where there are no sides
   */
  public record Line(
      String label, List<@Nullable Double> y, boolean invalid, @Nullable Integer side) {
    /** A line of a result on its own. */
    public Line(String label, List<@Nullable Double> y) {
      this(label, y, false, null);
    }

    /** Whether it has a value. */
    boolean drawn() {
      return y.stream().anyMatch(value -> value != null);
    }
  }

  /** A shaded part of the chart, in units of x. */
  public record Band(String label, double from, double to) {}

  /**
   * How many operations had which response time, over time. Row r is of times from 10^((lowest + r)
   * / perDecade) ms.
   *
   * @param step seconds from one column to the next; the first begins at 0
   * @param seconds of each column that were measured, in all its runs together
   * @param columns of each, its first row that is not empty and the numbers of operations from
   *     there
   */
  public record Heat(
      double step,
      int perDecade,
      int lowest,
      int rows,
      List<Double> seconds,
      List<List<Long>> columns) {}

  /** Whether any line has a value. */
  @JsonProperty
  public boolean drawn() {
    return plots.stream().flatMap(plot -> plot.lines().stream()).anyMatch(Line::drawn);
  }
}
