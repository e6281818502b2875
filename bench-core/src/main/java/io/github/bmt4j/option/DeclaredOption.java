package io.github.bmt4j.option;

import io.github.bmt4j.failure.BadInputException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An option that a workload, a fault or a topology declares.
 *
 * @param <T> Long, Double, Boolean, String, Duration or an enum
 * @param name name on the command line, without the dashes: {@code table-size}
 * @param usual its value unless the user gives another
 * @param description one line, with the unit if there is one
 * @param min the least number
 * @param max the largest number
 * @param choices the words it takes, if it is a choice
 */
public record DeclaredOption<T>(
    String name, T usual, String description, double min, double max, List<String> choices) {
  private static final Pattern WHOLE = Pattern.compile("([+-]?\\d+)([kmgKMG]?)");

  public DeclaredOption {
    choices = List.copyOf(choices);
  }

  public static DeclaredOption<Long> integer(
      String name, long usual, long min, long max, String description) {
    return new DeclaredOption<>(name, usual, description, min, max, List.of());
  }

  public static DeclaredOption<Double> decimal(
      String name, double usual, double min, double max, String description) {
    return new DeclaredOption<>(name, usual, description, min, max, List.of());
  }

  public static DeclaredOption<Boolean> flag(String name, boolean usual, String description) {
    return new DeclaredOption<>(name, usual, description, 0, 0, List.of());
  }

  public static DeclaredOption<String> choice(
      String name, String usual, List<String> choices, String description) {
    return new DeclaredOption<>(name, usual, description, 0, 0, choices);
  }

  /** One of the constants of an enum, in small letters. */
  public static <E extends Enum<E>> DeclaredOption<E> choice(
      String name, E usual, String description) {
    List<String> words =
        Stream.of(usual.getDeclaringClass().getEnumConstants()).map(DeclaredOption::word).toList();
    return new DeclaredOption<>(name, usual, description, 0, 0, words);
  }

  /** Any text, interpreted by the declaring class. */
  public static DeclaredOption<String> text(String name, String usual, String description) {
    return new DeclaredOption<>(name, usual, description, 0, 0, List.of());
  }

  public static DeclaredOption<Duration> time(String name, long usualMillis, String description) {
    return new DeclaredOption<>(name, Duration.ofMillis(usualMillis), description, 0, 0, List.of());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its name with the dashes. */
  public String word() {
    return "--" + name;
  }

  public boolean isFlag() {
    return usual instanceof Boolean;
  }

  /** The usual value as a user would write it. */
  public String usualText() {
    if (usual instanceof Duration time) {
      return time.toMillis() % 1000 == 0 ? "" + time.toSeconds() : time.toMillis() + "ms";
    }
    return usual instanceof Enum<?> constant
        ? word(constant)
        : usual instanceof Boolean on ? (on ? "on" : "off") : usual.toString();
  }

  /**
   * The value of a text; the command line reads times itself.
   *
   * @throws BadInputException when the text is no value, or out of range
   */
  @SuppressWarnings("unchecked")
  public T parse(String text) {
    return (T) value(text);
  }

  private Object value(String text) {
    if (usual instanceof Boolean) {
      return onOff(text).orElseThrow(() -> wrong(text, "give on or off"));
    }
    if (usual instanceof Number) {
      Number number = number(text);
      if (!(number.doubleValue() >= min && number.doubleValue() <= max)) {
        throw wrong(text, "give a number from " + plain(min) + " to " + plain(max));
      }
      return number;
    }
    if (choices.isEmpty()) {
      return text;
    }
    String word =
        choices.stream()
            .filter(text::equalsIgnoreCase)
            .findFirst()
            .orElseThrow(() -> wrong(text, "choose one of " + String.join(", ", choices)));
    return usual instanceof Enum<?> constant
        ? constant.getDeclaringClass().getEnumConstants()[choices.indexOf(word)]
        : word;
  }

  private Number number(String text) {
    if (usual instanceof Long) {
      return wholeNumber(text)
          .orElseThrow(() -> wrong(text, "give a whole number, such as 10000 or 10k"));
    }
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw wrong(text, "give a number");
    }
  }

  private BadInputException wrong(String text, String remedy) {
    return new BadInputException(word(), "=" + text + ": " + remedy);
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /** A whole number as users write it: 10000, or with a decimal unit, 10k, 1m or 1g. */
  public static OptionalLong wholeNumber(String text) {
    Matcher matcher = WHOLE.matcher(text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    String unit = matcher.group(2).toLowerCase(Locale.ROOT);
    long factor =
        switch (unit) {
          case "k" -> 1_000;
          case "m" -> 1_000_000;
          case "g" -> 1_000_000_000;
          default -> 1;
        };
    try {
      return OptionalLong.of(Math.multiplyExact(Long.parseLong(matcher.group(1)), factor));
    } catch (ArithmeticException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** True for a word that means on, false for off; empty for any other word. */
  public static Optional<Boolean> onOff(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "on", "true", "1", "yes" -> Optional.of(true);
      case "off", "false", "0", "no" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** The word given for a choice; null for the default. */
  public @Nullable String given(OptionValues values) {
    T value = values.get(this);
    return value instanceof Enum<?> constant && !value.equals(usual) ? word(constant) : null;
  }

  /**
   * The option with its given value, as the command line reads it; "" for the default of a choice.
   */
  String text(OptionValues values) {
    Object value = values.get(this);
    if (value instanceof Enum<?>) {
      String given = given(values);
      return given == null ? "" : word() + "=" + given;
    }
    if (value instanceof Duration time) {
      return word() + "=" + time.toMillis() + "ms";
    }
    if (value instanceof Boolean on) {
      return on ? word() : word() + "=off";
    }
    return word() + "=" + value;
  }
}
