package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** Common checks of option values. */
public final class Checks {
  private Checks() {}

  /** A time that must not be shorter than another. */
  public static Duration atLeast(String option, Duration time, Duration least) {
    check(
        time.compareTo(least) >= 0,
        option,
        "=" + Converters.text(time) + ": give " + Converters.text(least) + " or more");
    return time;
  }

  /** Refuses values of a command's options outside their {@link Within}. */
  public static void limits(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      Object value = option.getValue();
      Within limits =
          option.userObject() instanceof Field field ? field.getAnnotation(Within.class) : null;
      if (limits == null || value == null) {
        continue;
      }
      String name = option.longestName();
      if (value instanceof Duration time) {
        atLeast(name, time, Duration.ofMillis(Math.round(1000 * limits.least())));
      } else {
        double number = ((Number) value).doubleValue();
        boolean endless = Double.isInfinite(limits.most());
        check(
            number >= limits.least() && number <= limits.most(),
            name,
            "="
                + value
                + ": give "
                + (endless ? "" : "a number from ")
                + (long) limits.least()
                + (endless ? " or more" : " to " + (long) limits.most()));
      }
    }
  }

  /** A number that must lie in a range. */
  public static int between(String option, int number, int least, int most) {
    check(
        number >= least && number <= most,
        option,
        "=" + number + ": give a number from " + least + " to " + most);
    return number;
  }

  /** The constant of a word, for an option that also takes other words. */
  public static <E extends Enum<E>> E constant(String option, Class<E> type, String word) {
    try {
      return Converters.constant(type, word);
    } catch (TypeConversionException e) {
      throw new BadInputException(option, "=" + word + ": " + e.getMessage());
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
                    option, "=" + value + ": choose one of " + String.join(", ", choices)));
  }

  /**
   * Refuses input unless a condition holds.
   *
   * @throws BadInputException when it does not
   */
  public static void check(boolean holds, String otherwise) {
    BadInputException.check(holds, otherwise);
  }

  /**
   * Refuses an option unless a condition holds.
   *
   * @param words the message after the name of the option
   * @throws BadInputException when it does not
   */
  public static void check(boolean holds, String option, String words) {
    BadInputException.check(holds, option, words);
  }
}
