package io.github.bmt4j.engine;

import io.github.bmt4j.measure.Interval;
import io.github.bmt4j.result.ResultJson;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.result.RunResult.IntervalResult;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run, {@code <utc>-<name>-<id>}: intervals are written as they end, so that they
 * are kept whatever happens; the result is written at the end.
 */
final class RunFolder implements AutoCloseable {
  private static final double NANOS_PER_MILLI = 1e6;

  private final ResultFolder folder;
  private final PrintWriter csv;
  private final PrintStream hlogStream;
  private final HistogramLogWriter hlog;

  private RunFolder(ResultFolder folder) throws IOException {
    Path path = folder.path();
    this.folder = folder;
    this.csv = new PrintWriter(Files.newBufferedWriter(path.resolve("intervals.csv")), true);
    try {
      this.hlogStream =
          new PrintStream(path.resolve("intervals.hlog").toFile(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      csv.close();
      throw e;
    }
    this.hlog = new HistogramLogWriter(hlogStream);
  }

  /** Makes the folder, with its parents. */
  static RunFolder create(Path runs, String name, String id, Instant at) {
    try {
      RunFolder folder = new RunFolder(ResultFolder.create(runs, name, id, at));
      folder.head(at);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + runs, e);
    }
  }

  Path path() {
    return folder.path();
  }

  /** Writes an interval of the measurement. */
  void interval(Interval interval, IntervalResult figures) {
    csv.println(
        String.join(
            ",",
            text(figures.fromSeconds()),
            text(figures.toSeconds()),
            text(figures.transactions()),
            text(figures.tps()),
            text(figures.qps()),
            text(figures.readsPerSecond()),
            text(figures.writesPerSecond()),
            text(figures.othersPerSecond()),
            text(figures.errors()),
            text(figures.reconnects()),
            text(figures.backlog()),
            text(figures.meanMs()),
            text(figures.percentileMs()),
            text(figures.maxMs())));
    log("response", interval, interval.latencies().response());
    log("service", interval, interval.latencies().service());
    if (interval.latencies().failed().getTotalCount() > 0) {
      log("failed", interval, interval.latencies().failed());
    }
    hlogStream.flush();
  }

  /** Checks that every interval was written. */
  void checkIntervals() throws IOException {
    if (csv.checkError() || hlogStream.checkError()) {
      throw new IOException("cannot write intervals to " + path());
    }
  }

  /** Writes the result, in full or not at all. */
  void result(RunResult result) throws IOException {
    folder.result(ResultJson.write(result));
  }

  @Override
  public void close() {
    csv.close();
    hlog.close();
  }

  private void head(Instant at) {
    csv.println(
        "from_s,to_s,transactions,tps,qps,reads_per_s,writes_per_s,others_per_s,errors,reconnects,backlog,mean_ms,percentile_ms,max_ms");
    hlog.outputComment("[values in ns; Interval_Max in ms; tags: response, service, failed]");
    hlog.outputLogFormatVersion();
    hlog.outputStartTime(at.toEpochMilli());
    hlog.setBaseTime(0);
    hlog.outputLegend();
  }

  private void log(String tag, Interval interval, Histogram histogram) {
    histogram.setTag(tag);
    hlog.outputIntervalHistogram(
        interval.fromNanos() / 1e9, interval.toNanos() / 1e9, histogram, NANOS_PER_MILLI);
  }

  private static String text(@Nullable Object value) {
    return Objects.toString(value, "");
  }
}
