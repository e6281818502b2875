package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What options have in common: times as people write them, and choices. */
final class Checks {
  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h)?");
  private static final double MOST_SECONDS = 31 * 24 * 3600.0;

  private Checks() {}

  /** Reads a time: seconds, or a number with a unit. */
  static double seconds(String option, String text) {
    Matcher matcher = TIME.matcher(text);
    check(
        matcher.matches(),
        option + "=" + text + ": give seconds, or a time such as 500ms, 2m or 1h");
    double number = Double.parseDouble(matcher.group(1));
    String unit = matcher.group(2) == null ? "s" : matcher.group(2).toLowerCase(Locale.ROOT);
    double seconds =
        switch (unit) {
          case "ms" -> number / 1000;
          case "m" -> number * 60;
          case "h" -> number * 3600;
          default -> number;
        };
    check(seconds <= MOST_SECONDS, option + "=" + text + ": give at most 31 days");
    return seconds;
  }

  /** Reads a time. */
  static Duration duration(String option, String text) {
    return Duration.ofNanos(Math.round(seconds(option, text) * 1e9));
  }

  /** Reads a time that may not be given, in ms. */
  static @Nullable Long millis(String option, @Nullable String text) {
    return text == null ? null : (Long) duration(option, text).toMillis();
  }

  /** Reads a switch. */
  static boolean toggle(String option, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "on", "true", "yes", "1" -> true;
      case "off", "false", "no", "0" -> false;
      default -> throw new BadInputException(option + "=" + text + ": give on or off");
    };
  }

  /** One of several words. */
  static String choice(String option, String value, String... choices) {
    check(
        Arrays.asList(choices).contains(value),
        option + "=" + value + ": choose one of " + String.join(", ", choices));
    return value;
  }

  /**
   * What must hold.
   *
   * @throws BadInputException when it does not
   */
  static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new BadInputException(otherwise);
    }
  }
}
