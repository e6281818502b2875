package io.github.bmt4j.failure;

/**
 * Input that cannot be used: one line that says what is wrong and how to mend it. Ends a command
 * with exit code 2.
 */
public final class BadInputException extends RuntimeException {
  public BadInputException(String message) {
    super(message);
  }
}
