package io.github.bmt4j.jdbc;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is kept of a command line, without passwords; rather too much is hidden than too little. */
public final class Redaction {
  private static final String PROPERTY = "-D";

  /** A word for a secret, and the secret: {@code --password=x}, {@code "password": "x"}. */
  private static final Pattern NAMED =
      Pattern.compile("(?i)((?:password|passwd|secret|token)[\"']?\\s*[=:]\\s*[\"']?)[^\\s\"']+");

  /** Settings of servers whose names look like secrets. */
  private static final Pattern NO_SECRET =
      Pattern.compile(
          "(?i)-*(?:.*token_size|validate_password.*|.*password_(?:expire|history|reuse|lock).*)");

  /** The option of the clients: {@code mysql -usomeone -px}. */
  private static final Pattern CLIENT = Pattern.compile("((?:mysql|mariadb)[^\\n]*?\\s-p)[^\\s]+");

  private Redaction() {}

  /** An argument of the JVM. */
  public static String argument(String argument) {
    int equals = argument.indexOf('=');
    return argument.startsWith(PROPERTY) && equals > 0
        ? argument.substring(0, equals + 1)
            + param(argument.substring(0, equals), argument.substring(equals + 1))
        : JdbcUrl.redacted(argument);
  }

  /** What a program of the user's printed. */
  public static String output(String text) {
    return text.lines().map(Redaction::line).collect(Collectors.joining("\n"))
        + (text.endsWith("\n") ? "\n" : "");
  }

  private static String line(String line) {
    String named = NAMED.matcher(JdbcUrl.redacted(line)).replaceAll("$1***");
    return CLIENT.matcher(named).replaceAll("$1***");
  }

  /** Settings of a server or a driver; none for {@code null}, as in results without them. */
  public static List<String> arguments(@Nullable List<String> arguments) {
    return arguments == null
        ? List.of()
        : arguments.stream()
            .map(
                argument -> {
                  String[] words = argument.split("=", 2);
                  return words.length < 2 || NO_SECRET.matcher(words[0]).matches()
                      ? argument
                      : words[0] + "=" + param(words[0], words[1]);
                })
            .toList();
  }

  /** The value of a parameter. */
  public static String param(String name, String value) {
    return Secret.isNamedBy(name) ? Secret.NONE.toString() : JdbcUrl.redacted(value);
  }
}
