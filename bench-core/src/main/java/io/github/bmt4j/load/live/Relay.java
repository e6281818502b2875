package io.github.bmt4j.load.live;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.LoadInterval;
import io.github.bmt4j.load.run.LoadListener;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;

/** Passes all events on; an implementation uses some of them. */
interface Relay extends Events, LoadListener {
  Events next();

  @Override
  default void started(Started what, Path folder) {
    next().started(what, folder);
  }

  @Override
  default int columns() {
    return next().columns();
  }

  @Override
  default void line(String line) {
    next().line(line);
  }

  @Override
  default Progress.Step step(String what, long total, String unit) {
    return next().step(what, total, unit);
  }

  @Override
  default void partBegins(String part) {
    next().partBegins(part);
  }

  @Override
  default void partEnded(Record part) {
    next().partEnded(part);
  }

  @Override
  default void begun(RunScenario scenario, boolean intervalLines) {
    LoadListener.of(next()).begun(scenario, intervalLines);
  }

  @Override
  default void interval(LoadInterval interval) {
    LoadListener.of(next()).interval(interval);
  }

  @Override
  default void ended(Measurement measured) {
    LoadListener.of(next()).ended(measured);
  }
}
