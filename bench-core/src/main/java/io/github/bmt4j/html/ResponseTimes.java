package io.github.bmt4j.html;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.html.Chart.Heat;
import io.github.bmt4j.html.Chart.Line;
import io.github.bmt4j.html.Chart.Plot;
import io.github.bmt4j.load.run.IntervalFiles;
import io.github.bmt4j.load.run.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * The response times of a run, from its log of histograms.
 *
 * @param all in ns
 */
record ResponseTimes(Shown run, Histogram all, List<Slice> slices) {
  /** About as many as a wide chart has room for. */
  private static final int MOST_COLUMNS = 360;

  private static final int ROWS_PER_DECADE = 8;
  private static final int STEPS_PER_DECADE = 24;
  private static final int DIGITS = 3;
  private static final double SHORTEST_SECONDS = 1e-3;
  private static final double NANOS_PER_MILLI = 1e6;

  /** An interval: from and to in s, and its operations from the lowest row that has any. */
  private static final class Slice {
    final double from;
    final double to;
    final int lowest;
    final long[] counts;

    Slice(Histogram times) {
      boolean some = times.getTotalCount() > 0;
      this.from = times.getStartTimeStamp() / 1e3;
      this.to = times.getEndTimeStamp() / 1e3;
      this.lowest = some ? row(times, times.getMinValue()) : 0;
      this.counts = new long[some ? row(times, times.getMaxValue()) + 1 - lowest : 0];
      for (HistogramIterationValue value : times.recordedValues()) {
        counts[row(times, value.getValueIteratedTo()) - lowest] +=
            value.getCountAddedInThisIterationStep();
      }
    }

    int end() {
      return lowest + counts.length;
    }
  }

  /** Absent where no times are stored with the run. */
  static @Nullable ResponseTimes read(Shown run, Consumer<String> problems) {
    Path folder = run.stored().folder();
    if (!Files.isRegularFile(folder.resolve("intervals.hlog"))) {
      problems.accept(folder + " has no intervals.hlog: no curve of percentiles, no heat map");
      return null;
    }
    Histogram all = new Histogram(DIGITS);
    List<Slice> slices = new ArrayList<>();
    IntervalFiles.each(
        folder,
        "response",
        times -> {
          all.add(times);
          slices.add(new Slice(times));
        });
    return all.getTotalCount() == 0 ? null : new ResponseTimes(run, all, slices);
  }

  private static int row(Histogram times, long nanos) {
    double millis = Math.max(1, times.medianEquivalentValue(nanos)) / NANOS_PER_MILLI;
    return (int) Math.floor(ROWS_PER_DECADE * Math.log10(millis));
  }

  /** The curve of percentiles, as far as the sample supports them. */
  Plot percentiles() {
    long missing =
        run.stored().result() instanceof RunResult result ? result.totals().withoutTime() : 0;
    List<Double> x = new ArrayList<>();
    List<@Nullable Double> y = new ArrayList<>();
    double inverse = 1;
    Double millis = Percentiles.percentile(all, missing, 0);
    while (millis != null) {
      x.add(inverse);
      y.add(Math.max(1 / NANOS_PER_MILLI, millis));
      inverse = Math.pow(10, (double) x.size() / STEPS_PER_DECADE);
      millis = Percentiles.percentile(all, missing, 100 * (1 - 1 / inverse));
    }
    return new Plot(x, List.of(new Line(run.label("response"), y, false, run.colour())));
  }

  /**
   * A heat map of each side, its runs laid over each other; INVALID runs have their own. All have
   * the same rows.
   */
  static List<Chart> heatMaps(List<ResponseTimes> all) {
    Map<String, List<ResponseTimes>> groups = new LinkedHashMap<>();
    for (ResponseTimes times : all) {
      Shown run = times.run();
      String side = run.alone() ? "" : " of " + run.sides().get(run.side()).name();
      groups
          .computeIfAbsent(side + (run.invalid() ? " (INVALID)" : ""), key -> new ArrayList<>())
          .add(times);
    }
    int[] filled =
        all.stream()
            .flatMap(times -> times.slices().stream())
            .filter(slice -> slice.counts.length > 0)
            .flatMapToInt(slice -> IntStream.of(slice.lowest, slice.end()))
            .sorted()
            .toArray();
    List<Chart> charts = new ArrayList<>();
    groups.forEach(
        (side, runs) -> charts.add(heatMap(side, runs, filled[0], filled[filled.length - 1])));
    return charts;
  }

  private static Chart heatMap(String side, List<ResponseTimes> runs, int lowest, int highest) {
    List<Slice> slices = runs.stream().flatMap(run -> run.slices().stream()).toList();
    double usual = Medians.of(slices.stream().map(slice -> slice.to - slice.from).toList());
    double interval = Math.max(usual, SHORTEST_SECONDS);
    double end = slices.stream().mapToDouble(slice -> slice.to).max().orElse(0);
    int each = (int) Math.max(1, Math.ceil(end / interval / MOST_COLUMNS));
    // Whole intervals, so that every column has the same number of them.
    Heat heat = heat(slices, each * interval, lowest, highest - lowest);
    List<Double> x = new ArrayList<>();
    List<@Nullable Double> most = new ArrayList<>();
    for (int column = 0; column < heat.columns().size(); column++) {
      x.add((column + 0.5) * heat.step());
      most.add(mostFrequent(heat, heat.columns().get(column)));
    }
    String title =
        "Response times over time"
            + side
            + (runs.size() == 1 ? "" : ", " + counted(runs.size(), "run") + " over each other");
    List<Plot> plots = List.of(new Plot(x, List.of(new Line("most frequent, ms", most, false))));
    return new Chart(
        title, LoadCharts.INTERVALS, "linear", true, "time, s", "ms", plots, List.of(), heat);
  }

  private static Heat heat(List<Slice> slices, double step, int lowest, int rows) {
    int columns = 1 + slices.stream().mapToInt(slice -> column(slice, step)).max().orElse(0);
    double[] seconds = new double[columns];
    long[][] counts = new long[columns][rows];
    for (Slice slice : slices) {
      int column = column(slice, step);
      seconds[column] += slice.to - slice.from;
      for (int i = 0; i < slice.counts.length; i++) {
        counts[column][slice.lowest - lowest + i] += slice.counts[i];
      }
    }
    return new Heat(
        step,
        ROWS_PER_DECADE,
        lowest,
        rows,
        Arrays.stream(seconds).boxed().toList(),
        Arrays.stream(counts).map(ResponseTimes::packed).toList());
  }

  private static int column(Slice slice, double step) {
    return (int) Math.max(0, (slice.from + slice.to) / 2 / step);
  }

  /** A column without the empty rows below and above. */
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

  /** The middle of the row with most operations, in ms; absent without any. */
  private static @Nullable Double mostFrequent(Heat heat, List<Long> column) {
    if (column.isEmpty()) {
      return null;
    }
    int most =
        IntStream.range(1, column.size())
            .reduce(1, (a, b) -> column.get(b) > column.get(a) ? b : a);
    double row = heat.lowest() + column.get(0) + most - 0.5;
    return Math.pow(10, row / heat.perDecade());
  }
}
