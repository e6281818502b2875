package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Login;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Runs loads and sweeps, and does something at their events. */
public final class LoadWatch implements Events, LoadListener {
  public final StopSignal stop = new StopSignal();
  public Runnable onBegin = () -> {};
  public Runnable onInterval = () -> {};
  public IntConsumer onStep = threads -> {};
  int intervals;
  public int steps;
  private @Nullable Path folder;

  /** Runs an experiment and stores it in a folder of that one. */
  public <R extends Result> R run(Experiment<R> experiment, Path results) throws TargetException {
    Context context = new Context(Clock.SYSTEM, Progress.SILENT, stop, () -> {});
    return new Runner(context, Given.NOTHING).run(experiment, results, this).result();
  }

  /** Runs a load through bmt's own driver. */
  public RunResult load(Job job, Path results, Target... targets) throws TargetException {
    return load(job, results, new LoadTargets(List.of(targets), List.of()));
  }

  /** Runs a load through bmt's own driver. */
  public RunResult load(Job job, Path results, LoadTargets targets) throws TargetException {
    LoadDriver own = LoadDriver.own(DriverWish.OWN);
    return run(new LoadExperiment(job, targets, own, false), results);
  }

  /** The primary of a cluster for the load, and all of its nodes, which are watched. */
  public static LoadTargets watched(Cluster cluster) {
    Login admin = cluster.admin();
    List<Target> nodes =
        cluster.nodes().stream()
            .map(
                node ->
                    new Target(
                        node.name(), cluster.url(node), admin.user(), admin.password(), true))
            .toList();
    return new LoadTargets(List.of(cluster.target(cluster.primary())), nodes);
  }

  public Path folder() {
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
