package io.github.bmt4j.cli;

import io.github.bmt4j.experiment.Result;

/**
 * The exit codes of {@code bmt}. Ctrl-C ends it with 130 and SIGTERM with 143, as shells expect.
 */
final class ExitCode {
  /** Done, and the result is VALID. */
  static final int VALID = 0;

  /** The run is INVALID, or a check failed. */
  static final int INVALID = 1;

  /** Bad input; nothing was touched. */
  static final int BAD_INPUT = 2;

  /** The target cannot be reached or used. */
  static final int NO_TARGET = 3;

  private ExitCode() {}

  /** That of a result. */
  static int of(Result result) {
    return result.passed() ? VALID : INVALID;
  }
}
