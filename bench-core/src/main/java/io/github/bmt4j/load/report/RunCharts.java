package io.github.bmt4j.load.report;

import io.github.bmt4j.load.run.AgentFigures;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.RunResult.KindInterval;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.sampling.ServerReport;
import io.github.bmt4j.sampling.ServerSeries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The charts of a run. */
final class RunCharts {
  private static final String INTERVALS = "intervals";
  private static final String PER_SECOND = "transactions/s";

  private final RunResult run;
  private final List<IntervalResult> intervals;
  private final Description.Builder built;

  private RunCharts(RunResult run, Description.Builder built) {
    this.run = run;
    this.intervals = run.intervals();
    this.built = built;
  }

  static void add(RunResult run, @Nullable Path folder, Description.Builder built) {
    new RunCharts(run, built).add(folder);
  }

  private void add(@Nullable Path folder) {
    double percentile = run.scenario().times().percentile();
    String tail = percentile > 0 ? Numbers.percentileName(percentile) : "";
    List<Line> throughput = new ArrayList<>();
    throughput.add(new Line("tps", values(IntervalResult::tps)));
    Line wanted = StageReport.line(run.scenario(), intervals).orElse(null);
    if (wanted != null && !run.scenario().load().changesThreads()) {
      throughput.add(wanted);
    }
    built.figure(
        chart("Throughput over time", PER_SECOND, throughput)
            .with(ServerReport.events(run.serverSeries())));
    overTime("Throughput of each agent", PER_SECOND, AgentFigures.lines(run.agents()));
    if (wanted != null && run.scenario().load().changesThreads()) {
      overTime("Threads at work over time", "threads", List.of(wanted));
    }
    overTime(tail + " of response time over time", "ms", tail, IntervalResult::percentileMs);
    if (intervals.stream().allMatch(interval -> interval.percentileMs() == null)) {
      overTime("Mean response time over time", "ms", "mean", IntervalResult::meanMs);
    }
    overTime("Largest response time over time", "ms", "max", IntervalResult::maxMs);
    ServerReport.addCharts(ServerSeries.all(run.serverSeries()), INTERVALS, built);
    ResponseTimes times = null;
    if (folder != null && Files.isRegularFile(folder.resolve("intervals.hlog"))) {
      times = ResponseTimes.read(folder);
    } else if (folder != null) {
      built.omitted(folder + " has no intervals.hlog: no curve of percentiles, no heat map");
    }
    boolean some = times != null && times.all().getTotalCount() > 0;
    if (times != null && some) {
      built.figure(Chart.of("Response times over time", INTERVALS, times.heat()));
    }
    byKind("Throughput by kind over time", PER_SECOND, KindInterval::tps);
    byKind(tail + " by kind over time", "ms", KindInterval::percentileMs);
    if (intervals.stream().anyMatch(interval -> interval.errors() > 0)) {
      overTime("Errors over time", "errors an interval", "errors", one -> (double) one.errors());
    }
    overTime(
        "Arrivals that wait",
        "operations",
        "waiting",
        one -> one.backlog() == null ? null : one.backlog().doubleValue());
    if (times != null && some) {
      built.figure(
          Chart.shared(
              "Response time by percentile",
              "",
              Chart.Scale.PERCENTILE,
              "percentile",
              "ms",
              List.of(times.percentiles(run.totals().withoutTime()))));
    }
  }

  private void overTime(
      String title, String unit, String label, Function<IntervalResult, @Nullable Double> y) {
    overTime(title, unit, List.of(new Line(label, values(y))));
  }

  private void byKind(String title, String unit, Function<KindInterval, @Nullable Double> y) {
    List<KindFigures> kinds = Objects.requireNonNullElse(run.kinds(), List.of());
    List<Line> lines =
        IntStream.range(0, kinds.size())
            .mapToObj(kind -> new Line(kinds.get(kind).kind(), values(one -> of(one, kind, y))))
            .toList();
    overTime(title, unit, lines);
  }

  private static @Nullable Double of(
      IntervalResult interval, int kind, Function<KindInterval, @Nullable Double> y) {
    return interval.kinds() == null || kind >= interval.kinds().size()
        ? null
        : y.apply(interval.kinds().get(kind));
  }

  private List<@Nullable Double> values(Function<IntervalResult, @Nullable Double> y) {
    return intervals.stream().<@Nullable Double>map(y).toList();
  }

  private void overTime(String title, String unit, List<Line> lines) {
    built.figure(chart(title, unit, lines));
  }

  private Chart chart(String title, String unit, List<Line> lines) {
    List<Double> x = intervals.stream().map(IntervalResult::toSeconds).toList();
    String time = "time, s (end of interval)";
    return Chart.shared(
        title, INTERVALS, Chart.Scale.LINEAR, time, unit, List.of(new Plot(x, lines)));
  }
}
