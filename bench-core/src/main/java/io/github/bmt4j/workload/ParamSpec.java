package io.github.bmt4j.workload;

import io.github.bmt4j.failure.BadInputException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameter of a workload.
 *
 * @param name name on the command line, without the dashes: {@code table-size}
 * @param description one line; says the unit, where there is one
 * @param choices the words it takes, where it is a choice
 */
public record ParamSpec(
    String name,
    Kind kind,
    String defaultValue,
    String description,
    double min,
    double max,
    List<String> choices) {
  /** The storage engine, of which sysbench has an option too. */
  public static final ParamSpec STORAGE_ENGINE =
      choice(
          "mysql-storage-engine",
          "innodb",
          List.of("innodb", "rocksdb", "aria", "myisam", "memory", "ndbcluster", "tokudb"),
          "storage engine of the tables");

  private static final Pattern WHOLE = Pattern.compile("([+-]?\\d+)([kmgKMG]?)");

  /** Kind of the values of a parameter. */
  public enum Kind {
    INTEGER,
    DECIMAL,
    FLAG,
    CHOICE,
    /** Any text: the workload's {@link Workload#check} reads it. */
    TEXT
  }

  public ParamSpec {
    choices = List.copyOf(choices);
  }

  public static ParamSpec integer(
      String name, long defaultValue, long min, long max, String description) {
    return new ParamSpec(
        name, Kind.INTEGER, Long.toString(defaultValue), description, min, max, List.of());
  }

  static ParamSpec decimal(
      String name, double defaultValue, double min, double max, String description) {
    return new ParamSpec(
        name, Kind.DECIMAL, Double.toString(defaultValue), description, min, max, List.of());
  }

  public static ParamSpec flag(String name, boolean defaultValue, String description) {
    return new ParamSpec(
        name, Kind.FLAG, defaultValue ? "on" : "off", description, 0, 0, List.of());
  }

  public static ParamSpec choice(
      String name, String defaultValue, List<String> choices, String description) {
    return new ParamSpec(name, Kind.CHOICE, defaultValue, description, 0, 0, choices);
  }

  public static ParamSpec text(String name, String defaultValue, String description) {
    return new ParamSpec(name, Kind.TEXT, defaultValue, description, 0, 0, List.of());
  }

  /**
   * The value that a text stands for: a Long, a Double, a Boolean or a String.
   *
   * @throws BadInputException when the text is none, or out of range
   */
  Object parse(String text) {
    return switch (kind) {
      case INTEGER -> inRange(parseLong(text), text);
      case DECIMAL -> inRange(parseDouble(text), text);
      case FLAG -> parseFlag(text);
      case TEXT -> text;
      case CHOICE ->
          choices.stream()
              .filter(text::equalsIgnoreCase)
              .findFirst()
              .orElseThrow(
                  () ->
                      new BadInputException(
                          "--"
                              + name
                              + "="
                              + text
                              + ": choose one of "
                              + String.join(", ", choices)));
    };
  }

  private Long parseLong(String text) {
    OptionalLong number = wholeNumber(text);
    if (number.isEmpty()) {
      throw new BadInputException(
          "--" + name + "=" + text + ": give a whole number, such as 10000 or 10k");
    }
    return number.getAsLong();
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

  private Double parseDouble(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw new BadInputException("--" + name + "=" + text + ": give a number");
    }
  }

  private <T extends Number> T inRange(T value, String text) {
    if (!(value.doubleValue() >= min && value.doubleValue() <= max)) {
      throw new BadInputException(
          "--" + name + "=" + text + ": give a number from " + plain(min) + " to " + plain(max));
    }
    return value;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  private Boolean parseFlag(String text) {
    return onOff(text)
        .orElseThrow(() -> new BadInputException("--" + name + "=" + text + ": give on or off"));
  }

  /** True if a word says on or off; nothing for any other word. */
  public static Optional<Boolean> onOff(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "on", "true", "1", "yes" -> Optional.of(true);
      case "off", "false", "0", "no" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}
