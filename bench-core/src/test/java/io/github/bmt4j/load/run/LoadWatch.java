package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Runs loads and sweeps, and does something at their events. */
public final class LoadWatch implements Events, LoadListener {
  final StopSignal stop = new StopSignal();
  Runnable onBegin = () -> {};
  Runnable onInterval = () -> {};
  IntConsumer onStep = threads -> {};
  int intervals;
  int steps;
  private @Nullable Path folder;

  /** Runs an experiment and stores it in a folder of that one. */
  public <R extends Result> R run(Experiment<R> experiment, Path results) throws TargetException {
    Context context = new Context(Clock.SYSTEM, Progress.SILENT, stop, () -> {});
    return new Runner(context, Given.NOTHING).run(experiment, results, this).result();
  }

  Path folder() {
    return Objects.requireNonNull(folder);
  }

  @Override
  public void started(Started what, Path into) {
    folder = into;
  }

  @Override
  public void line(String line) {}

  @Override
  public Progress.Step step(String what, long total, String unit) {
    return Progress.SILENT.begin(what, total, unit);
  }

  @Override
  public void begun(RunScenario scenario, boolean intervalLines) {
    onBegin.run();
  }

  @Override
  public void interval(LoadInterval interval) {
    intervals++;
    onInterval.run();
  }

  @Override
  public void ended(Measurement measured) {}

  @Override
  public void partBegins(String part) {
    onStep.accept(Integer.parseInt(part.replaceAll("\\D.*", "")));
  }

  @Override
  public void partEnded(Record part) {
    steps++;
  }
}
