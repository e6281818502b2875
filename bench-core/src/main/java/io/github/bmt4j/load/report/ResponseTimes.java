package io.github.bmt4j.load.report;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.run.IntervalFiles;
import io.github.bmt4j.report.Chart.Heat;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * The response times of a run, from its log of histograms.
 *
 * @param all in ns
 */
record ResponseTimes(Histogram all, List<Slice> slices) {
  private static final int MOST_COLUMNS = 360;
  private static final int ROWS_PER_DECADE = 8;
  private static final int STEPS_PER_DECADE = 24;
  private static final int DIGITS = 3;
  private static final double SHORTEST_SECONDS = 1e-3;
  private static final double NANOS_PER_MILLI = 1e6;

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

  static ResponseTimes read(Path folder) {
    Histogram all = new Histogram(DIGITS);
    List<Slice> slices = new ArrayList<>();
    IntervalFiles.each(
        folder,
        "response",
        times -> {
          all.add(times);
          slices.add(new Slice(times));
        });
    return new ResponseTimes(all, slices);
  }

  private static int row(Histogram times, long nanos) {
    double millis = Math.max(1, times.medianEquivalentValue(nanos)) / NANOS_PER_MILLI;
    return (int) Math.floor(ROWS_PER_DECADE * Math.log10(millis));
  }

  Plot percentiles(long missing) {
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
    return new Plot(x, List.of(new Line("response", y)));
  }

  Heat heat() {
    double usual = Medians.of(slices.stream().map(slice -> slice.to - slice.from).toList());
    double interval = Math.max(usual, SHORTEST_SECONDS);
    double end = slices.stream().mapToDouble(slice -> slice.to).max().orElse(0);
    // Whole intervals, so that every column has the same number of them.
    double step = interval * Math.max(1, Math.ceil(end / interval / MOST_COLUMNS));
    int[] filled =
        slices.stream()
            .filter(slice -> slice.counts.length > 0)
            .flatMapToInt(slice -> IntStream.of(slice.lowest, slice.end()))
            .sorted()
            .toArray();
    int lowest = filled[0];
    int columns = 1 + slices.stream().mapToInt(slice -> column(slice, step)).max().orElse(0);
    double[] seconds = new double[columns];
    long[][] counts = new long[columns][filled[filled.length - 1] - lowest];
    for (Slice slice : slices) {
      int column = column(slice, step);
      seconds[column] += slice.to - slice.from;
      for (int i = 0; i < slice.counts.length; i++) {
        counts[column][slice.lowest - lowest + i] += slice.counts[i];
      }
    }
    return Heat.of(step, ROWS_PER_DECADE, lowest, seconds, counts);
  }

  private static int column(Slice slice, double step) {
    return (int) Math.max(0, (slice.from + slice.to) / 2 / step);
  }
}
