package io.github.bmt4j.experiment;

import io.github.bmt4j.progress.Progress;
import java.util.List;

/** Output of a command: standard output for results, and standard error for everything else. */
public interface Output extends Progress {
  /** Writes a line on standard output. */
  void line(String line);

  void result(String text);

  /** Shows the progress of a piece of work where standard error is a terminal. */
  Progress.Step beginQuietly(String what, long total, String unit);

  /**
   * Shows lines below all others, in place of the last ones, where standard error is a terminal.
   */
  void foot(List<String> lines);

  /** Name and version of the program. */
  String program();

  int columns();
}
