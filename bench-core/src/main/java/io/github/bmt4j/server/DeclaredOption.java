package io.github.bmt4j.server;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An option that a fault or a topology declares: a time, a number, a switch, or a choice.
 *
 * @param <T> Duration, Integer, Double, Boolean or an enum
 * @param usual its value unless the user gives another
 * @param description for the help of the commands that take it
 */
public record DeclaredOption<T>(String word, T usual, String description) {
  public static DeclaredOption<Duration> time(String word, long usualMillis, String description) {
    return new DeclaredOption<>(word, Duration.ofMillis(usualMillis), description);
  }

  /** An option that is off unless the user gives it. */
  public static DeclaredOption<Boolean> toggle(String word, String description) {
    return new DeclaredOption<>(word, false, description);
  }

  public boolean isToggle() {
    return usual instanceof Boolean;
  }

  /** The word of a choice among some values; null for the usual one. */
  public @Nullable String given(OptionValues values) {
    T value = values.get(this);
    return value.equals(usual) ? null : value.toString().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The option with its value among some, as the command line reads it; "" for the usual word of a
   * choice.
   */
  String text(OptionValues values) {
    Object value = values.get(this);
    if (value instanceof Enum<?>) {
      String given = given(values);
      return given == null ? "" : word + "=" + given;
    }
    if (value instanceof Duration time) {
      return word + "=" + time.toMillis() + "ms";
    }
    if (value instanceof Boolean on) {
      return on ? word : word + "=off";
    }
    return word + "=" + value;
  }
}
