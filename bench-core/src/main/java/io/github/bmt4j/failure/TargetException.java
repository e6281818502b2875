package io.github.bmt4j.failure;

import org.jspecify.annotations.Nullable;

/**
 * A target that cannot be reached or used: one line with the reason and the remedy. Ends a command
 * with exit code 3.
 */
public final class TargetException extends Exception {
  public TargetException(String message) {
    super(message);
  }

  public TargetException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The end of a wait whose thread was interrupted; the thread stays so. */
  public static TargetException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new TargetException("interrupted", cause);
  }
}
