package io.github.bmt4j.cli;

import io.github.bmt4j.engine.Job;
import io.github.bmt4j.engine.RunObserver;
import io.github.bmt4j.engine.SweepObserver;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.report.SweepReport;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.ResultJson;
import io.github.bmt4j.result.RunResult.IntervalResult;
import io.github.bmt4j.result.SweepResult;
import io.github.bmt4j.scenario.SweepScenario;
import io.github.bmt4j.target.LoadDriver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code bmt run} with several numbers of threads: a load for each, one after the other. */
final class ThreadSweep {
  private final Workshop workshop;
  private final JobOptions options;
  private final StoreOptions store;

  ThreadSweep(Workshop workshop, JobOptions options, StoreOptions store) {
    this.workshop = workshop;
    this.options = options;
    this.store = store;
  }

  /**
   * Runs it, and shows and stores what came out.
   *
   * @param common the load of the step with the most threads
   * @param driver of the load
   * @param intervalLines whether intervals are shown too
   */
  int run(Job common, LoadDriver driver, boolean intervalLines) throws TargetException {
    boolean json = store.json();
    List<Job> steps = new ArrayList<>();
    for (int threads : options.steps()) {
      steps.add(common.step(steps.size(), threads));
    }
    Screen screen = workshop.screen();
    if (json) {
      screen.keepOutputForResults();
    }
    return workshop.with(
        options,
        (lab, engine) -> {
          Watch watch =
              new Watch(
                  screen, new SweepScenario(options.steps(), common.scenario()), intervalLines);
          SweepResult result;
          try (watch) {
            result =
                engine
                    .with(driver)
                    .sweep(steps, options.targets(lab.target()), store.runs(), watch);
          }
          screen.result(json ? ResultJson.write(result) + "\n" : SweepReport.summary(result));
          screen.say("stored   " + watch.folder);
          return ExitCode.of(result.verdict());
        });
  }

  /** Shows a line for each step, and on a terminal how far it is. */
  private static final class Watch implements SweepObserver, AutoCloseable {
    private final Screen screen;
    private final SweepScenario scenario;
    private final boolean intervalLines;
    private Path folder = Path.of("");
    private @Nullable LoadLines lines;

    Watch(Screen screen, SweepScenario scenario, boolean intervalLines) {
      this.screen = screen;
      this.scenario = scenario;
      this.intervalLines = intervalLines;
    }

    @Override
    public void started(Environment environment, Path into) {
      folder = into;
      SweepReport.head(scenario, environment).lines().forEach(screen::line);
      screen.line("");
      if (!intervalLines) {
        screen.line(SweepReport.columns());
      }
    }

    @Override
    public RunObserver begins(Job step) {
      close();
      LoadLines own = new LoadLines(screen, step.scenario(), intervalLines);
      lines = own;
      return new StepWatch(step.scenario().threads(), own);
    }

    @Override
    public void ended(SweepResult.Step step, SweepResult.@Nullable Step base) {
      close();
      if (intervalLines) {
        screen.line(SweepReport.columns());
      }
      screen.line(SweepReport.line(step, base));
      if (intervalLines) {
        screen.line("");
      }
    }

    @Override
    public void close() {
      LoadLines shown = lines;
      lines = null;
      if (shown != null) {
        shown.close();
      }
    }
  }

  private record StepWatch(int threads, LoadLines lines) implements RunObserver {
    @Override
    public void started(Environment environment, List<String> warnings, Path into) {
      lines.begin(threads + " threads");
    }

    @Override
    public void interval(IntervalResult interval, boolean warmup) {
      lines.interval(interval, warmup);
    }
  }
}
