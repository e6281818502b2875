package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Table;
import org.jspecify.annotations.Nullable;

/** Reports a load while it runs: a line for each interval, if wanted, and how far it is. */
final class LoadEvents implements AutoCloseable {
  private final Events events;
  private final LoadListener listener;
  private final RunScenario scenario;
  private final Table<Row> lines;
  private final boolean shown;
  private Progress.@Nullable Step step;
  private double passedSeconds;

  LoadEvents(Events events, RunScenario scenario, boolean shown) {
    this.events = events;
    this.listener = LoadListener.of(events);
    this.scenario = scenario;
    this.lines = table(scenario, events.columns());
    this.shown = shown;
    this.passedSeconds = -scenario.times().warmupSeconds();
  }

  record Row(IntervalResult figures, boolean warmup) {}

  static Table<Row> table(RunScenario scenario, int columns) {
    String percentile = Numbers.percentileName(scenario.times().percentile()) + " ms";
    Table<Row> table =
        new Table<Row>(columns)
            .column("time", 9, 0, row -> words("%.1f s", row.figures().toSeconds()))
            .column("tps", 9, 0, row -> words("%,.1f", row.figures().tps()))
            .column("qps", 10, 0, row -> words("%,.1f", row.figures().qps()))
            .column("reads/s", 10, 1, row -> words("%,.1f", row.figures().readsPerSecond()))
            .column("writes/s", 9, 2, row -> words("%,.1f", row.figures().writesPerSecond()))
            .column("others/s", 9, 3, row -> words("%,.1f", row.figures().othersPerSecond()))
            .column(percentile, 9, 0, row -> millis(row.figures().percentileMs()))
            .column("max ms", 9, 0, row -> millis(row.figures().maxMs()))
            .column("errors", 7, 0, row -> count(row.figures().errors()));
    if (scenario.load().scheduled()) {
      table.column("backlog", 8, 0, row -> count(row.figures().backlog()));
    }
    return table.column("", -7, 0, row -> row.warmup() ? "warm-up" : "");
  }

  void begin(String title) {
    listener.begun(scenario, shown);
    if (shown) {
      events.line(lines.head());
    }
    if (scenario.times().timeSeconds() > 0) {
      long total = Math.round(scenario.times().warmupSeconds() + scenario.times().timeSeconds());
      step = events.step(title, total, "s");
    }
  }

  void interval(IntervalResult figures, Interval measured) {
    if (shown) {
      events.line(lines.row(new Row(figures, measured.warmup())));
    }
    Progress.Step running = step;
    if (running != null) {
      running.advance(Math.round(figures.toSeconds()) - Math.round(passedSeconds));
      passedSeconds = figures.toSeconds();
    }
    listener.interval(new LoadInterval(figures, measured));
  }

  void ended(Measurement measured) {
    listener.ended(measured);
  }

  @Override
  public void close() {
    Progress.Step running = step;
    step = null;
    if (running != null) {
      running.close();
    }
  }
}
