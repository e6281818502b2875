package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import java.time.Duration;
import java.util.Arrays;
import picocli.CommandLine.TypeConversionException;

/** Limits that the values of several options share. */
public final class Checks {
  private Checks() {}

  /** A time that must not be shorter than another. */
  public static Duration atLeast(String option, Duration time, Duration least) {
    check(
        time.compareTo(least) >= 0,
        option + "=" + Converters.text(time) + ": give " + unit(least) + " or more");
    return time;
  }

  private static String unit(Duration time) {
    return time.toMillis() < 1000 ? time.toMillis() + "ms" : time.toSeconds() + " s";
  }

  /** A number that must lie in a range. */
  public static int between(String option, int number, int least, int most) {
    check(
        number >= least && number <= most,
        option + "=" + number + ": give a number from " + least + " to " + most);
    return number;
  }

  /** The constant of a word, for an option that takes more than the words of the enum. */
  public static <E extends Enum<E>> E constant(String option, Class<E> type, String word) {
    try {
      return Converters.constant(type, word);
    } catch (TypeConversionException e) {
      throw new BadInputException(option + "=" + word + ": " + e.getMessage());
    }
  }

  /** One of several words, in letters of any case. */
  public static String choice(String option, String value, String... choices) {
    return Arrays.stream(choices)
        .filter(value::equalsIgnoreCase)
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    option + "=" + value + ": choose one of " + String.join(", ", choices)));
  }

  /**
   * Refuses input unless a condition holds.
   *
   * @throws BadInputException when it does not
   */
  public static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new BadInputException(otherwise);
    }
  }
}
