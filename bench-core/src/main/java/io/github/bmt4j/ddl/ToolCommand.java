package io.github.bmt4j.ddl;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command of the user's tool for online schema changes, and the values of its placeholders.
 *
 * @param text with placeholders, such as <code>{alter}</code>
 * @param clause what follows {@code ALTER TABLE} and the table's name
 */
record ToolCommand(String text, Target target, String database, String table, String clause) {
  private static final String DEFAULTS = "{defaults-file}";
  private static final Set<String> KNOWN =
      new TreeSet<>(List.of("{host}", "{port}", "{database}", "{table}", "{alter}", DEFAULTS));

  /** Those whose values need no quotes. */
  private static final Set<String> PLAIN_ONES = Set.of("{host}", "{port}");

  /** Not {@code ${name}}, a variable of the shell. */
  private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{[a-z-]+\\}");

  /** An escaped quote, text in quotes, or a placeholder. */
  private static final Pattern PART =
      Pattern.compile(
          "\\\\[\\\\'\"`]|'[^']*'|([\"`])(?:\\\\.|(?!\\1)[^\\\\])*+\\1|" + PLACEHOLDER,
          Pattern.DOTALL);

  /** A placeholder with the quotes around it, if there are any. */
  private static final Pattern ALONE = Pattern.compile("(['\"]?)(\\{[a-z-]+\\})\\1");

  private static final Pattern PLAIN = Pattern.compile("[\\w.:/-]+");
  private static final Pattern PROGRAM =
      Pattern.compile("\\s*([\\w./-]+)(?:\\s.*)?", Pattern.DOTALL);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * Checks a command.
   *
   * @throws BadInputException when it has an unknown placeholder, or one where its value could not
   *     be quoted, or its program does not exist
   */
  static void check(String command) {
    BadInputException.check(!command.isBlank(), "--tool", " is empty: give a command");
    PLACEHOLDER
        .matcher(command)
        .results()
        .map(MatchResult::group)
        .forEach(
            name ->
                BadInputException.check(
                    KNOWN.contains(name),
                    "--tool",
                    ": there is no " + name + "; give one of " + String.join(" ", KNOWN)));
    PART.matcher(command)
        .results()
        .map(MatchResult::group)
        .filter(part -> !ALONE.matcher(part).matches())
        .flatMap(part -> PLACEHOLDER.matcher(part).results().map(MatchResult::group))
        .forEach(
            name ->
                BadInputException.check(
                    PLAIN_ONES.contains(name),
                    "--tool",
                    ": "
                        + name
                        + " stands inside longer quotes: write it outside of them, or put the"
                        + " command into a script"));
    Matcher program = PROGRAM.matcher(command);
    BadInputException.check(
        Launch.isWindows() || !program.matches() || exists(program.group(1)),
        "--tool",
        ": this machine has no program " + (program.matches() ? program.group(1) : ""));
  }

  private static boolean exists(String program) {
    try {
      List<String> ask = List.of("/bin/sh", "-c", "command -v \"$1\"", "sh", program);
      return Launch.ask(ask, PATIENCE).code() == 0;
    } catch (IOException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The command with the values of its placeholders, quoted where a shell would change them. */
  String filled(Path login) {
    InetSocketAddress address = JdbcUrl.addresses(target.url()).get(0);
    Map<String, String> values = new LinkedHashMap<>();
    // For clients of MySQL, localhost is a socket.
    values.put("{host}", address.getHostString().replaceFirst("^localhost$", "127.0.0.1"));
    values.put("{port}", Integer.toString(address.getPort()));
    values.put("{database}", database);
    values.put("{table}", table);
    values.put("{alter}", clause);
    values.put(DEFAULTS, login.toString());
    return PART.matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(filled(found.group(), values)));
  }

  private static String filled(String part, Map<String, String> values) {
    Matcher alone = ALONE.matcher(part);
    if (!alone.matches()) {
      return PLACEHOLDER
          .matcher(part)
          .replaceAll(
              found -> Matcher.quoteReplacement(Objects.requireNonNull(values.get(found.group()))));
    }
    String value = Objects.requireNonNull(values.get(alone.group(2)));
    return PLAIN.matcher(value).matches()
        ? alone.group(1) + value + alone.group(1)
        : Launch.isWindows() ? "\"" + value + "\"" : "'" + value.replace("'", "'\\''") + "'";
  }

  Secret password() {
    return JdbcUrl.value(target.url(), "password").map(Secret::of).orElse(target.password());
  }

  /** The login, as a file of options for clients of MySQL. */
  String login() {
    String user = JdbcUrl.value(target.url(), "user").orElse(target.user());
    String password = password().reveal().replaceAll("[\\\\\"]", "\\\\$0");
    return "[client]\nuser=" + user + "\npassword=\"" + password + "\"\n";
  }
}
