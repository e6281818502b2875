package io.github.bmt4j.cli;

import io.github.bmt4j.analysis.Percentiles;
import io.github.bmt4j.engine.RunObserver;
import io.github.bmt4j.measure.Interval;
import io.github.bmt4j.measure.Measurement;
import io.github.bmt4j.report.SysbenchReport;
import io.github.bmt4j.report.TextReport;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.result.RunResult.IntervalResult;
import io.github.bmt4j.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run as sysbench does: its report on standard output, and everything else on standard
 * error. What belongs to the warm-up is not shown, for sysbench 1.0.20 has none.
 */
final class SysbenchWatch implements RunObserver {
  private final Screen screen;
  private final Scenario scenario;
  private final SysbenchReport report;
  private final boolean showLines;
  private @Nullable IntervalResult last;
  private @Nullable Double percentileMs;
  private @Nullable Path stored;

  /**
   * @param showLines whether intervals are shown
   */
  SysbenchWatch(Screen screen, Scenario scenario, boolean showLines) {
    this.screen = screen;
    this.scenario = scenario;
    this.report = new SysbenchReport(scenario, new CommandLineRunner.Version().getVersion()[0]);
    this.showLines = showLines;
  }

  @Override
  public void started(Environment environment, List<String> warnings, Path folder) {
    stored = folder;
    TextReport.head(scenario, environment).lines().forEach(screen::line);
    screen.result(report.head(showLines));
  }

  @Override
  public void interval(IntervalResult interval, boolean warmup) {
    last = interval;
  }

  @Override
  public void measured(Interval interval) {
    IntervalResult figures = last;
    if (showLines && !interval.warmup() && figures != null) {
      screen.result(
          report.interval(
              figures,
              Percentiles.seen(interval.latencies().response(), scenario.percentile()),
              interval.underWay()));
    }
  }

  @Override
  public void measured(Measurement measurement) {
    percentileMs = Percentiles.seen(measurement.latencies().response(), scenario.percentile());
  }

  /** Shows what came out. */
  void result(RunResult result) {
    screen.result(report.result(result, percentileMs));
    TextReport.tables(result).lines().forEach(screen::say);
    TextReport.verdict(result).lines().forEach(screen::say);
    screen.say("stored   " + stored);
  }
}
