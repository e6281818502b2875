package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A chart of lines, or a heat map.
 *
 * @param shared true if charts of several results with this title are one chart
 * @param group charts of a group share cursor and zoom; empty for a chart of its own
 * @param heat absent in a chart of lines
 * @param aside true if it shows the surroundings, such as servers: a page folds it, below figures
 */
public record Chart(
    String title,
    boolean shared,
    String group,
    @JsonUnwrapped Axes axes,
    List<Plot> plots,
    List<Band> bands,
    @Nullable Heat heat,
    boolean aside)
    implements Block {
  public Chart {
    plots = List.copyOf(plots);
    bands = List.copyOf(bands);
  }

  /** The scale of the x axis. */
  public enum Scale {
    @JsonProperty("linear")
    LINEAR,
    @JsonProperty("log")
    LOG,
    @JsonProperty("log2")
    LOG2,
    /** Values of x are 1 / (1 - share). */
    @JsonProperty("percentile")
    PERCENTILE
  }

  /**
   * The axes of a chart.
   *
   * @param axis of x
   * @param logarithmic true if the y axis is
   * @param x its label, with the unit
   * @param y its label, with the unit
   */
  public record Axes(Scale axis, boolean logarithmic, String x, String y) {}

  /** A chart of lines that is one with those of other results; y is linear. */
  public static Chart shared(
      String title, String group, Scale axis, String x, String y, List<Plot> plots) {
    return new Chart(
        title, true, group, new Axes(axis, false, x, y), plots, List.of(), null, false);
  }

  /** A heat map of response times, with a line of the most frequent ones. */
  public static Chart of(String title, String group, Heat heat) {
    return new Chart(
        title,
        true,
        group,
        new Axes(Scale.LINEAR, true, "time, s", "ms"),
        List.of(heat.mostFrequent()),
        List.of(),
        heat,
        false);
  }

  public Chart with(String name, List<Plot> others) {
    return new Chart(name, shared, group, axes, others, bands, heat, aside);
  }

  public Chart with(List<Band> shaded) {
    return new Chart(title, shared, group, axes, plots, shaded, heat, aside);
  }

  public Chart setAside() {
    return new Chart(title, shared, group, axes, plots, bands, heat, true);
  }

  /** Lines with the same values of x, in ascending order. */
  public record Plot(List<Double> x, List<Line> lines) {
    /** Steps without a reading after which a line ends. */
    private static final double LOST = 2.5;

    /** The same with a gap in the lines where readings lack: a server did not answer. */
    public Plot withGaps() {
      List<Double> steps =
          IntStream.range(1, x.size()).mapToObj(i -> x.get(i) - x.get(i - 1)).toList();
      double usual = steps.stream().sorted().skip(steps.size() / 2).findFirst().orElse(0.0);
      List<Double> places = new ArrayList<>(x);
      List<List<@Nullable Double>> values = new ArrayList<>();
      lines.forEach(line -> values.add(new ArrayList<>(line.y())));
      for (int i = x.size() - 1; i > 0; i--) {
        if (steps.get(i - 1) > LOST * usual) {
          places.add(i, (x.get(i - 1) + x.get(i)) / 2);
          for (List<@Nullable Double> y : values) {
            y.add(i, null);
          }
        }
      }
      return new Plot(
          places,
          IntStream.range(0, lines.size())
              .mapToObj(
                  i ->
                      new Line(
                          lines.get(i).label(),
                          values.get(i),
                          lines.get(i).invalid(),
                          lines.get(i).side()))
              .toList());
    }
  }

  /**
   * A line.
   *
   * @param y for each x; absent for a gap
   * @param invalid true if the values are from an INVALID measurement: they are drawn as red points
   * @param side from 0: lines of a side have the same colour; absent where there are no sides
   * @param low lowest values, where the line is the middle of several; absent otherwise
   * @param high the highest, likewise
   */
  public record Line(
      String label,
      List<@Nullable Double> y,
      boolean invalid,
      @Nullable Integer side,
      @Nullable List<@Nullable Double> low,
      @Nullable List<@Nullable Double> high) {
    public Line(String label, List<@Nullable Double> y, boolean invalid, @Nullable Integer side) {
      this(label, y, invalid, side, null, null);
    }

    public Line(String label, List<@Nullable Double> y) {
      this(label, y, false, null);
    }

    public boolean drawn() {
      return y.stream().anyMatch(value -> value != null);
    }
  }

  /** A shaded part of the chart, in units of x. */
  public record Band(String label, double from, double to) {}

  /**
   * Number of operations by time and response time. Row r has response times from 10^((lowest + r)
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
      List<List<Long>> columns) {
    /**
     * Heat maps laid over each other. A column of one counts where its middle is.
     *
     * @param all one or more, of the same number of rows a decade
     */
    public static Heat together(List<Heat> all) {
      double step = all.stream().mapToDouble(Heat::step).max().orElseThrow();
      int lowest = all.stream().mapToInt(Heat::lowest).min().orElseThrow();
      int end = all.stream().mapToInt(one -> one.lowest + one.rows).max().orElseThrow();
      int width =
          all.stream().mapToInt(one -> one.at(one.columns.size() - 1, step)).max().orElse(0);
      double[] seconds = new double[width + 1];
      long[][] counts = new long[width + 1][end - lowest];
      for (Heat one : all) {
        for (int column = 0; column < one.columns.size(); column++) {
          int at = one.at(column, step);
          seconds[at] += one.seconds.get(column);
          List<Long> filled = one.columns.get(column);
          for (int i = 1; i < filled.size(); i++) {
            counts[at][one.lowest - lowest + filled.get(0).intValue() + i - 1] += filled.get(i);
          }
        }
      }
      return of(step, all.get(0).perDecade, lowest, seconds, counts);
    }

    /**
     * A heat map.
     *
     * @param seconds of each column
     * @param counts of each column, those of each row
     */
    public static Heat of(
        double step, int perDecade, int lowest, double[] seconds, long[][] counts) {
      return new Heat(
          step,
          perDecade,
          lowest,
          counts[0].length,
          DoubleStream.of(seconds).boxed().toList(),
          Stream.of(counts).map(Heat::packed).toList());
    }

    /** The same with more rows below and above. */
    public Heat within(int from, int end) {
      return new Heat(
          step,
          perDecade,
          from,
          end - from,
          seconds,
          columns.stream().map(column -> moved(column, lowest - from)).toList());
    }

    private static List<Long> moved(List<Long> column, int rows) {
      List<Long> moved = new ArrayList<>(column);
      if (!moved.isEmpty()) {
        moved.set(0, moved.get(0) + rows);
      }
      return moved;
    }

    private int at(int column, double width) {
      return (int) ((column + 0.5) * step / width);
    }

    private static List<Long> packed(long[] counts) {
      int[] filled = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
      return filled.length == 0
          ? List.of()
          : LongStream.concat(
                  LongStream.of(filled[0]),
                  Arrays.stream(counts, filled[0], filled[filled.length - 1] + 1))
              .boxed()
              .toList();
    }

    private Plot mostFrequent() {
      List<Double> x =
          IntStream.range(0, columns.size()).mapToObj(column -> (column + 0.5) * step).toList();
      List<@Nullable Double> y =
          columns.stream().<@Nullable Double>map(column -> mostFrequent(column)).toList();
      return new Plot(x, List.of(new Line("most frequent, ms", y)));
    }

    private @Nullable Double mostFrequent(List<Long> column) {
      if (column.isEmpty()) {
        return null;
      }
      int most =
          IntStream.range(1, column.size())
              .reduce(1, (a, b) -> column.get(b) > column.get(a) ? b : a);
      return Math.pow(10, (lowest + column.get(0) + most - 0.5) / perDecade);
    }
  }

  @JsonProperty
  public boolean drawn() {
    return plots.stream().flatMap(plot -> plot.lines().stream()).anyMatch(Line::drawn);
  }
}
