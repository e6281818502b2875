package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Numbers;
import org.jspecify.annotations.Nullable;

/** Reports a running load: a line for each interval, if wanted, and its progress. */
public final class LoadEvents implements AutoCloseable {
  private final Events events;
  private final LoadListener listener;
  private final RunScenario scenario;
  private final Columns<Row> lines;
  private final boolean shown;
  private Progress.@Nullable Step step;
  private double passedSeconds;
  private boolean headed;

  public LoadEvents(Events events, RunScenario scenario, boolean shown) {
    this.events = events;
    this.listener = LoadListener.of(events);
    this.scenario = scenario;
    this.lines = table(scenario, events.columns());
    this.shown = shown;
    this.passedSeconds = -scenario.times().warmupSeconds();
  }

  /** A line of an interval. */
  public record Row(IntervalResult figures, boolean warmup) {}

  public static Columns<Row> table(RunScenario scenario, int columns) {
    String percentile = Numbers.percentileName(scenario.times().percentile()) + " ms";
    return new Columns<Row>(columns)
        .column("time", 9, 0, row -> words("%.1f s", row.figures().toSeconds()))
        .column("tps", 9, 0, row -> words("%,.1f", row.figures().tps()))
        .column("qps", 10, 0, row -> words("%,.1f", row.figures().qps()))
        .column("reads/s", 10, 1, row -> words("%,.1f", row.figures().readsPerSecond()))
        .column("writes/s", 9, 2, row -> words("%,.1f", row.figures().writesPerSecond()))
        .column("others/s", 9, 3, row -> words("%,.1f", row.figures().othersPerSecond()))
        .column(percentile, 9, 0, row -> millis(row.figures().percentileMs()))
        .column("max ms", 9, 0, row -> millis(row.figures().maxMs()))
        .column("errors", 7, 0, row -> count(row.figures().errors()))
        .columnIf(
            scenario.load().scheduled(), "backlog", 8, 0, row -> count(row.figures().backlog()))
        .column("", -7, 0, row -> row.warmup() ? "warm-up" : "");
  }

  void begin(String title) {
    listener.begun(scenario, shown);
    if (scenario.times().timeSeconds() > 0) {
      long total = Math.round(scenario.times().warmupSeconds() + scenario.times().timeSeconds());
      step = events.step(title, total, "s");
    }
  }

  void interval(IntervalResult figures, Interval measured) {
    if (shown) {
      if (!headed) {
        events.line(lines.head());
        headed = true;
      }
      events.line(lines.row(new Row(figures, measured.warmup())));
    }
    if (step != null) {
      step.advance(Math.round(figures.toSeconds()) - Math.round(passedSeconds));
      passedSeconds = figures.toSeconds();
    }
    listener.interval(new LoadInterval(figures, measured));
  }

  void ended(Measurement measured) {
    listener.ended(measured);
  }

  @Override
  public void close() {
    if (step != null) {
      step.close();
      step = null;
    }
  }
}
