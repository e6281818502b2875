package io.github.bmt4j.experiment;

import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;

/** Progress of an experiment, reported on the thread that runs it. */
public interface Events {
  /** Ignores everything. */
  Events NONE =
      new Events() {
        @Override
        public void started(Started what, Path folder) {}

        @Override
        public void line(String line) {}

        @Override
        public Progress.Step step(String what, long total, String unit) {
          return Progress.SILENT.begin(what, total, unit);
        }
      };

  /**
   * Start of an experiment: its scenario and its servers.
   *
   * @param scenario the record that is stored as {@code scenario}
   * @param environment servers, driver and machine
   * @param text scenario and environment as lines of text, each with its newline
   */
  record Started(Record scenario, Environment environment, String text) {}

  /**
   * Everything is ready and the first part begins.
   *
   * @param folder folder in which the result is stored
   */
  void started(Started what, Path folder);

  /** Largest width of a line; tables leave out columns that do not fit. */
  default int columns() {
    return 200;
  }

  /** A line for the person who watches, such as the figures of an interval. */
  void line(String line);

  /**
   * Begins a piece of work whose progress is shown on a terminal only.
   *
   * @param total amount of work, in units; -1 when it is not known
   */
  Progress.Step step(String what, long total, String unit);

  /**
   * A part begins, such as a step of a sweep or an ALTER.
   *
   * @param part name of the part, in words
   */
  default void partBegins(String part) {}

  /**
   * A part has ended.
   *
   * @param part part as it is stored
   */
  default void partEnded(Record part) {}
}
