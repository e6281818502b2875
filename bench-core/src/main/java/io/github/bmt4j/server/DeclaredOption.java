package io.github.bmt4j.server;

import java.time.Duration;
import java.util.Locale;

/**
 * An option that a fault or a topology declares: a time, a switch, or a choice.
 *
 * @param <T> Duration, Boolean or an enum
 * @param word the option's spelling on the command line
 * @param usual its value unless the user gives another
 * @param description for the help of the commands that take it
 */
public record DeclaredOption<T>(String word, T usual, String description) {
  /** An option that is a time. */
  public static DeclaredOption<Duration> time(String word, long usualMillis, String description) {
    return new DeclaredOption<>(word, Duration.ofMillis(usualMillis), description);
  }

  /** An option that is off unless the user gives it. */
  public static DeclaredOption<Boolean> toggle(String word, String description) {
    return new DeclaredOption<>(word, false, description);
  }

  /** Whether it is on or off. */
  public boolean isToggle() {
    return usual instanceof Boolean;
  }

  /**
   * The option with its value among some, as the command line reads it; "" for the usual word of a
   * choice.
   */
  String text(OptionValues values) {
    Object value = values.get(this);
    if (value instanceof Enum<?> choice) {
      return value.equals(usual)
          ? ""
          : word + "=" + choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    if (value instanceof Duration time) {
      return word + "=" + time.toMillis() + "ms";
    }
    return value.equals(true) ? word : word + "=off";
  }
}
