package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.progress.Progress;
import org.jspecify.annotations.Nullable;

/** Reports a load while it runs: a line for each interval, if wanted, and how far it is. */
final class LoadEvents implements AutoCloseable {
  private final Events events;
  private final RunScenario scenario;
  private final IntervalLine lines;
  private final boolean shown;
  private Progress.@Nullable Step step;
  private double passedSeconds;

  /**
   * @param shown whether there is a line for each interval
   */
  LoadEvents(Events events, RunScenario scenario, boolean shown) {
    this.events = events;
    this.scenario = scenario;
    this.lines = new IntervalLine(scenario, events.columns());
    this.shown = shown;
    this.passedSeconds = -scenario.warmupSeconds();
  }

  /**
   * A load begins.
   *
   * @param intervalLines whether there is a line for each interval
   */
  record Begun(RunScenario scenario, boolean intervalLines) {}

  /** Reports that the load begins. */
  void begin(String title) {
    events.detail(new Begun(scenario, shown));
    if (shown) {
      events.line(lines.head());
    }
    if (scenario.timeSeconds() > 0) {
      long total = Math.round(scenario.warmupSeconds() + scenario.timeSeconds());
      step = events.step(title, total, "s");
    }
  }

  void interval(IntervalResult figures, Interval measured) {
    if (shown) {
      events.line(lines.line(figures, measured.warmup()));
    }
    Progress.Step running = step;
    if (running != null) {
      running.advance(Math.round(figures.toSeconds()) - Math.round(passedSeconds));
      passedSeconds = figures.toSeconds();
    }
    events.detail(new LoadInterval(figures, measured));
  }

  /** Reports that the load has ended, with everything that was measured. */
  void ended(Measurement measured) {
    events.detail(measured);
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
