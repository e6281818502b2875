package io.github.bmt4j.cli.options;

import io.github.bmt4j.clock.TimeText;
import io.github.bmt4j.option.DeclaredOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** Turns words of the command line into values; registered once, for all commands. */
public final class Converters {
  private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)([kmg])b?");
  private static final Duration LONGEST = Duration.ofDays(31);

  private Converters() {}

  record ByteSize(long bytes) {}

  /** Registers the converters with a command and its subcommands. */
  public static CommandLine register(CommandLine command) {
    command
        .registerConverter(Duration.class, Converters::duration)
        .registerConverter(ByteSize.class, Converters::size)
        .registerConverter(Boolean.class, Converters::onOff)
        .registerConverter(boolean.class, Converters::onOff)
        .registerConverter(Long.class, Converters::whole)
        .registerConverter(long.class, Converters::whole)
        .registerConverter(Integer.class, Converters::integer)
        .registerConverter(int.class, Converters::integer)
        .registerConverter(Double.class, Converters::number)
        .registerConverter(double.class, Converters::number);
    words(command);
    return command;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void words(CommandLine command) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      for (Class<?> type : option.auxiliaryTypes()) {
        if (type.isEnum()) {
          ITypeConverter converter = word -> constant((Class<? extends Enum>) type, word);
          command.registerConverter((Class) type, converter);
        }
      }
    }
    command.getSubcommands().values().forEach(Converters::words);
  }

  /** Spelling of an enum constant in options: in small letters, with dashes. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> word(constant).equals(word.strip().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "choose one of "
                        + Arrays.stream(type.getEnumConstants())
                            .map(Converters::word)
                            .collect(Collectors.joining(", "))));
  }

  /** A time: seconds, or numbers with units. */
  public static Duration duration(String text) {
    double nanos =
        TimeText.nanos(text)
            .orElseThrow(
                () ->
                    new TypeConversionException(
                        "give seconds, or a time such as 500ms, 1m30s or 1h"));
    if (nanos > LONGEST.toNanos()) {
      throw new TypeConversionException("give at most 31 days");
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  /** The time as a user would write it. */
  public static String text(Duration time) {
    double seconds = seconds(time);
    return seconds == Math.rint(seconds)
        ? time.toSeconds() + "s"
        : seconds < 1 && time.toNanos() % 1_000_000 == 0 ? time.toMillis() + "ms" : seconds + "s";
  }

  public static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static ByteSize size(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new TypeConversionException("give a size such as 500m or 1g");
    }
    double unit =
        switch (matcher.group(2)) {
          case "k" -> 1 << 10;
          case "m" -> 1 << 20;
          default -> 1 << 30;
        };
    return new ByteSize(Math.round(Double.parseDouble(matcher.group(1)) * unit));
  }

  private static Boolean onOff(String text) {
    return DeclaredOption.onOff(text)
        .orElseThrow(() -> new TypeConversionException("give on or off"));
  }

  private static Long whole(String text) {
    OptionalLong number = DeclaredOption.wholeNumber(text.strip());
    return number.orElseThrow(() -> new TypeConversionException("give a whole number"));
  }

  private static Integer integer(String text) {
    long number = whole(text);
    if (number != (int) number) {
      throw new TypeConversionException("give a smaller number");
    }
    return (int) number;
  }

  private static Double number(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("give a number");
    }
  }
}
