package io.github.bmt4j.load.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindInterval;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * {@code intervals.csv} and {@code intervals.hlog} of a run: intervals are written as they end, so
 * that they are kept in any case. A failed write does not disturb the run; {@link #failure} reports
 * it at the end.
 */
public final class IntervalFiles implements AutoCloseable {
  public static final int DIGITS = 3;
  static final String HISTOGRAMS = "intervals.hlog";

  /** Tags of histograms; each kind of transactions has one of its own. */
  static final String RESPONSE = "response";

  static final String SERVICE = "service";
  static final String FAILED = "failed";
  static final String BORROW = "borrow";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final List<Column<IntervalResult>> COLUMNS =
      List.of(
          new Column<>("from_s", IntervalResult::fromSeconds),
          new Column<>("to_s", IntervalResult::toSeconds),
          new Column<>("transactions", IntervalResult::transactions),
          new Column<>("tps", IntervalResult::tps),
          new Column<>("qps", IntervalResult::qps),
          new Column<>("reads_per_s", IntervalResult::readsPerSecond),
          new Column<>("writes_per_s", IntervalResult::writesPerSecond),
          new Column<>("others_per_s", IntervalResult::othersPerSecond),
          new Column<>("errors", IntervalResult::errors),
          new Column<>("reconnects", IntervalResult::reconnects),
          new Column<>("backlog", IntervalResult::backlog),
          new Column<>("mean_ms", IntervalResult::meanMs),
          new Column<>("percentile_ms", IntervalResult::percentileMs),
          new Column<>("max_ms", IntervalResult::maxMs),
          new Column<>("borrow_percentile_ms", IntervalResult::borrowPercentileMs),
          new Column<>("borrow_max_ms", IntervalResult::borrowMaxMs));

  /** Columns of each kind, behind its tag. */
  private static final List<Column<KindInterval>> OF_KIND =
      List.of(
          new Column<>("tps", KindInterval::tps),
          new Column<>("percentile_ms", KindInterval::percentileMs),
          new Column<>("failed", KindInterval::failed),
          new Column<>("unknown", KindInterval::unknown),
          new Column<>("retries", KindInterval::retries),
          new Column<>("rollbacks", KindInterval::rollbacks));

  private record Column<T>(String name, Function<T, @Nullable Object> value) {}

  private final PrintWriter csv;
  private final PrintStream hlogStream;
  private final HistogramLogWriter hlog;
  private @Nullable String failure;

  IntervalFiles(Path folder, Instant at, List<String> kinds) {
    this.csv =
        new PrintWriter(new OutputStreamWriter(open(folder.resolve("intervals.csv")), UTF_8), true);
    this.hlogStream = new PrintStream(open(folder.resolve(HISTOGRAMS)), false, UTF_8);
    this.hlog = new HistogramLogWriter(hlogStream);
    head(at, kinds);
  }

  private OutputStream open(Path file) {
    try {
      return Files.newOutputStream(file);
    } catch (IOException e) {
      failure = ResultFolder.words(e);
      return OutputStream.nullOutputStream();
    }
  }

  /**
   * The times of all intervals of a run in ns; empty if they were not written.
   *
   * @param tag response, service or failed
   * @throws io.github.bmt4j.failure.BadInputException when they cannot be read
   */
  public static Histogram read(Path folder, String tag) {
    Histogram all = new Histogram(DIGITS);
    each(folder, tag, all::add);
    return all;
  }

  /**
   * Passes on the times of each interval of a run in ns, with start and end in ms since the start
   * of the measurement; none if they were not written.
   *
   * @param tag response, service or failed
   * @throws io.github.bmt4j.failure.BadInputException when they cannot be read
   */
  public static void each(Path folder, String tag, Consumer<Histogram> times) {
    if (!Files.isRegularFile(folder.resolve(HISTOGRAMS))) {
      return;
    }
    try (IntervalLog log = new IntervalLog(folder)) {
      for (List<Histogram> one = log.next(); !one.isEmpty(); one = log.next()) {
        one.stream().filter(histogram -> tag.equals(histogram.getTag())).forEach(times);
      }
    }
  }

  void interval(Interval interval, IntervalResult figures) {
    csv.println(
        Stream.concat(
                COLUMNS.stream().map(column -> column.value().apply(figures)),
                Stream.ofNullable(figures.kinds())
                    .flatMap(List::stream)
                    .flatMap(kind -> OF_KIND.stream().map(column -> column.value().apply(kind))))
            .map(value -> Objects.toString(value, ""))
            .collect(Collectors.joining(",")));
    log(RESPONSE, interval, interval.latencies().response());
    log(SERVICE, interval, interval.latencies().service());
    if (interval.latencies().failed().getTotalCount() > 0) {
      log(FAILED, interval, interval.latencies().failed());
    }
    if (interval.latencies().borrow().getTotalCount() > 0) {
      log(BORROW, interval, interval.latencies().borrow());
    }
    for (KindMeasurement kind : interval.kinds()) {
      log(tag(kind.kind()), interval, kind.response());
    }
    hlogStream.flush();
  }

  @Nullable String failure() {
    if (failure == null && (csv.checkError() || hlogStream.checkError())) {
      failure = "cannot write to intervals.csv or intervals.hlog";
    }
    return failure;
  }

  @Override
  public void close() {
    csv.close();
    hlog.close();
  }

  /** The tag of a kind's times: a tag has neither commas nor blanks. */
  static String tag(String kind) {
    return "kind:" + kind.replaceAll("[,\\s]", "_");
  }

  private void head(Instant at, List<String> kinds) {
    csv.println(
        Stream.concat(
                COLUMNS.stream().map(Column::name),
                kinds.stream()
                    .flatMap(
                        kind -> OF_KIND.stream().map(column -> tag(kind) + "_" + column.name())))
            .collect(Collectors.joining(",")));
    hlog.outputComment(
        "[values in ns; Interval_Max in ms; tags: response, service, failed, borrow, kind:<name>]");
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
}
