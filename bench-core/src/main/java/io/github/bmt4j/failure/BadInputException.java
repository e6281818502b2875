package io.github.bmt4j.failure;

import org.jspecify.annotations.Nullable;

/**
 * Input that cannot be used: one line with the error and its remedy. Ends a command with exit code
 * 2.
 */
public final class BadInputException extends RuntimeException {
  private final String option;
  private final transient @Nullable Place place;

  public BadInputException(String message) {
    this("", message);
  }

  /**
   * An option that cannot be used.
   *
   * @param option its name with its dashes; "" for none
   * @param words the message after the name
   */
  public BadInputException(String option, String words) {
    super(option + words);
    this.option = option;
    this.place = null;
  }

  /** A mistake in a file of the user. */
  public BadInputException(Place place, String words) {
    super(place + ": " + words);
    this.option = "";
    this.place = place;
  }

  /** The place of the mistake; absent if it is in no file. */
  public @Nullable Place place() {
    return place;
  }

  /** The option at which the line begins, with its dashes; "" without one. */
  public String option() {
    return option;
  }

  /**
   * Refuses input unless a condition holds.
   *
   * @throws BadInputException when it does not
   */
  public static void check(boolean holds, String otherwise) {
    check(holds, "", otherwise);
  }

  /**
   * Refuses an option unless a condition holds.
   *
   * @throws BadInputException when it does not
   */
  public static void check(boolean holds, String option, String words) {
    if (!holds) {
      throw new BadInputException(option, words);
    }
  }
}
