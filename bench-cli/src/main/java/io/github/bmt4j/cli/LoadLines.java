package io.github.bmt4j.cli;

import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.IntervalLine;
import io.github.bmt4j.result.RunResult.IntervalResult;
import io.github.bmt4j.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * Shows a line for each interval of a load, if they are wanted, and on a terminal how far it is.
 */
final class LoadLines implements AutoCloseable {
  private final Screen screen;
  private final Scenario scenario;
  private final IntervalLine lines;
  private final boolean shown;
  private Progress.@Nullable Step step;
  private double passedSeconds;

  LoadLines(Screen screen, Scenario scenario, boolean shown) {
    this.screen = screen;
    this.scenario = scenario;
    this.lines = new IntervalLine(scenario);
    this.shown = shown;
    this.passedSeconds = -scenario.warmupSeconds();
  }

  /** Says that the load begins. */
  void begin(String title) {
    if (shown) {
      screen.line(lines.head());
    }
    if (scenario.timeSeconds() > 0) {
      long total = Math.round(scenario.warmupSeconds() + scenario.timeSeconds());
      step = screen.beginQuietly(title, total, "s");
    }
  }

  void interval(IntervalResult interval, boolean warmup) {
    if (shown) {
      screen.line(lines.line(interval, warmup));
    }
    Progress.Step running = step;
    if (running != null) {
      running.advance(Math.round(interval.toSeconds()) - Math.round(passedSeconds));
      passedSeconds = interval.toSeconds();
    }
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
