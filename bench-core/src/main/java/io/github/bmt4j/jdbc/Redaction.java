package io.github.bmt4j.jdbc;

import io.github.bmt4j.failure.Redacted;
import java.util.List;

/** Removes passwords from command lines; doubtful values are hidden. */
public final class Redaction {
  private static final String PROPERTY = "-D";

  private Redaction() {}

  /** An argument of the JVM. */
  public static String argument(String argument) {
    int equals = argument.indexOf('=');
    return argument.startsWith(PROPERTY) && equals > 0
        ? argument.substring(0, equals + 1)
            + param(argument.substring(0, equals), argument.substring(equals + 1))
        : JdbcUrl.redacted(argument);
  }

  /** Settings of a server or a driver. */
  public static List<String> arguments(List<String> arguments) {
    return arguments.stream()
        .map(
            argument -> {
              String[] words = argument.split("=", 2);
              return words.length < 2 ? argument : words[0] + "=" + param(words[0], words[1]);
            })
        .toList();
  }

  /** The value of a parameter. */
  public static String param(String name, String value) {
    return Redacted.isNamedBy(name) ? Secret.NONE.toString() : JdbcUrl.redacted(value);
  }
}
