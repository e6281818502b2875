package io.github.bmt4j.load.report;

import static io.github.bmt4j.report.Lines.line;

import io.github.bmt4j.load.run.IntervalFiles;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The response times of a run as a histogram in the form of sysbench 1.0.20, with its buckets. */
public final class ResponseHistogram {
  private static final int STARS = 40;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double LEAST_MILLIS = 0.001;
  private static final double MOST_MILLIS = 100_000;
  private static final int BUCKETS = 1024;

  /** Buckets in one unit of the natural logarithm: each is 1.8 % above the one before it. */
  private static final double DENSITY = (BUCKETS - 1) / Math.log(MOST_MILLIS / LEAST_MILLIS);

  private ResponseHistogram() {}

  /**
   * The lines of a run, one for each non-empty bucket, with its middle in ms; empty if the folder
   * has no times of intervals.
   *
   * @throws io.github.bmt4j.failure.BadInputException when the times cannot be read
   */
  public static String of(Path folder) {
    return text(IntervalFiles.read(folder, "response"));
  }

  /**
   * The lines for times in ns. A time outside of sysbench's range has a bucket of its own here;
   * sysbench counts it in the outermost bucket.
   */
  static String text(Histogram times) {
    Map<Long, Long> buckets = new TreeMap<>();
    for (HistogramIterationValue value : times.recordedValues()) {
      double millis = times.medianEquivalentValue(value.getValueIteratedTo()) / NANOS_PER_MILLI;
      long bucket = Math.round(Math.log(Math.max(millis, LEAST_MILLIS) / LEAST_MILLIS) * DENSITY);
      buckets.merge(bucket, value.getCountAddedInThisIterationStep(), Long::sum);
    }
    if (buckets.isEmpty()) {
      return "";
    }
    long most = buckets.values().stream().mapToLong(Long::longValue).max().orElse(1);
    StringBuilder text = new StringBuilder();
    text.append(line("Latency histogram (values are in milliseconds)"));
    text.append(line("       value  ------------- distribution ------------- count"));
    buckets.forEach(
        (bucket, count) ->
            text.append(
                line(
                    "%12.3f |%-40s %d",
                    LEAST_MILLIS * Math.exp(bucket / DENSITY),
                    "*".repeat((int) Math.round((double) count * STARS / most)),
                    count)));
    return text.append(" \n").toString();
  }
}
