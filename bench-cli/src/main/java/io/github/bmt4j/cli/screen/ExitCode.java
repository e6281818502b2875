package io.github.bmt4j.cli.screen;

import io.github.bmt4j.experiment.Result;

/**
 * The exit codes of {@code bmt}. Ctrl-C ends it with 130 and SIGTERM with 143, as shells expect,
 * except where they are the regular end of a command.
 */
public final class ExitCode {
  /** Done, and the result is VALID. */
  public static final int VALID = 0;

  /** The run is INVALID, or a check failed. */
  public static final int INVALID = 1;

  /** Bad input; nothing was touched. */
  public static final int BAD_INPUT = 2;

  /** The target cannot be reached or used. */
  public static final int NO_TARGET = 3;

  private ExitCode() {}

  /** Exit code of a result. */
  public static int of(Result result) {
    return result.passed() ? VALID : INVALID;
  }
}
