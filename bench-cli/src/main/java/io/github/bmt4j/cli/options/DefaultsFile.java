package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.UserFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code --defaults-file}: server and login from the group {@code [client]} of an option file of
 * MySQL's and MariaDB's clients, in their syntax.
 *
 * @param words the command line, with the options of the file in place of the option that names it
 * @param notes a line with what was taken, and what was not
 */
public record DefaultsFile(List<String> words, List<String> notes) {
  /** The option that names the file. */
  public static final String OPTION = "--defaults-file";

  private static final Pattern GROUP = Pattern.compile("\\[(.*)].*");
  private static final Pattern LINE =
      Pattern.compile("(?:loose-)?([\\w.-]+)\\s*(?:=\\s*(.*)|#.*)?");

  /** A value up to a comment; a # in quotes begins none. */
  private static final Pattern VALUE =
      Pattern.compile(
          "((?:[^#'\"\\\\]|\\\\.|'(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\")*+)(?:#.*)?");

  private static final Pattern QUOTED = Pattern.compile("(['\"])(.*)\\1");
  private static final Pattern ESCAPED = Pattern.compile("\\\\([ntrbs'\"\\\\])");

  private static final String USER = "--mysql-user";
  private static final String PASSWORD = "--mysql-password";
  private static final String TLS = "--mysql-ssl";
  private static final List<String> LOGIN = List.of(USER, PASSWORD);

  /** Keys with the options that they become. */
  private static final Map<String, String> TAKEN =
      Map.of(
          "host", "--mysql-host",
          "port", "--mysql-port",
          "socket", "--mysql-socket",
          "user", USER,
          "password", PASSWORD,
          "database", "--mysql-db",
          "ssl-mode", TLS,
          "ssl-ca", "--mysql-ssl-ca");

  /** Switches of MariaDB's clients with the modes of TLS that they mean. */
  private static final Map<String, String> SWITCHES =
      Map.of(
          "ssl",
          "on",
          "skip-ssl",
          "off",
          "disable-ssl",
          "off",
          "ssl-verify-server-cert",
          "VERIFY_IDENTITY");

  /**
   * Reads the file that normalised words name, if they name one.
   *
   * @throws BadInputException when the file cannot be read, names no server or login, or two are
   *     named
   */
  public static DefaultsFile expanded(
      List<String> words, UnaryOperator<@Nullable String> environment) {
    int place = 0;
    while (place < words.size() && !OptionNames.of(words.get(place)).equals(OPTION)) {
      place++;
    }
    if (place == words.size()) {
      return new DefaultsFile(words, List.of());
    }
    List<String> rest = new ArrayList<>(words);
    String word = rest.remove(place);
    Checks.check(
        word.contains("=") || place < rest.size(), OPTION, ": name a file, such as ~/.my.cnf");
    String file =
        (word.contains("=") ? word.substring(OPTION.length() + 1) : rest.remove(place))
            .replaceFirst("^~(?=/)", Matcher.quoteReplacement(System.getProperty("user.home")));
    Set<String> before = ConfigFile.names(rest);
    Checks.check(!before.contains(OPTION), OPTION, " is given twice: give it only once");
    boolean address = address(before);
    boolean url = before.contains("--url") || (environment.apply("BMT_URL") != null && !address);
    Set<String> left = new LinkedHashSet<>();
    Map<String, String> found = client(file, url, left);
    if (before.contains("--user") || environment.apply("BMT_USER") != null) {
      before.add(USER);
    }
    if (before.contains("--password") || environment.apply("BMT_PASSWORD") != null) {
      before.add(PASSWORD);
    }
    found.keySet().removeAll(before);
    Checks.check(
        url || address || !found.isEmpty(),
        file
            + " has only what the environment or the command line gives: name the server, by host"
            + " in [client] or --mysql-host");
    Map<String, String> taken = new LinkedHashMap<>();
    found.forEach((name, value) -> taken.put(url ? name.replace("mysql-", "") : name, value));
    taken.forEach((name, value) -> rest.add(name + "=" + value));
    return new DefaultsFile(
        rest,
        List.of(
            "from [client] of "
                + file
                + ": "
                + (taken.isEmpty() ? "nothing" : String.join(", ", taken.keySet()))
                + (left.isEmpty() ? "" : "; not taken: " + String.join(", ", left))));
  }

  private static boolean address(Set<String> names) {
    return names.stream().anyMatch(name -> name.startsWith("--mysql-") || name.equals("--target"));
  }

  /**
   * The options of the file, with {@code url} only those of the login; keys that are not taken go
   * to {@code left}.
   */
  private static Map<String, String> client(String file, boolean url, Set<String> left) {
    Map<String, String> found = new LinkedHashMap<>();
    Set<String> groups = new LinkedHashSet<>();
    boolean client = false;
    int number = 0;
    String text = UserFile.text(UserFile.path(file), "").replaceFirst("^\ufeff", "");
    for (String line : text.lines().map(String::strip).toList()) {
      String place = file + ":" + ++number + ": ";
      Matcher group = GROUP.matcher(line);
      Matcher option = LINE.matcher(line);
      if (group.matches()) {
        client = group.group(1).strip().matches("client(-server|-mariadb)?");
        groups.add("[" + group.group(1) + "]");
      } else if (line.startsWith("!")) {
        left.add(line);
      } else if (!line.matches("([#;].*)?")) {
        Checks.check(!line.startsWith("["), place + "the name of a group ends with ]");
        Checks.check(!groups.isEmpty(), place + "give a group, such as [client], before this line");
        Checks.check(!client || option.matches(), place + "give key=value, [group] or # comment");
        if (client) {
          String key = option.group(1).replace('_', '-');
          String written = option.group(2) == null ? null : value(option.group(2));
          String mode = mode(key, written);
          String value = mode == null ? written : mode;
          String name = mode == null ? TAKEN.getOrDefault(key, "") : TLS;
          if (value != null && !name.isEmpty()) {
            check(place + key, key, value);
            found.put(name, value);
          }
          if (value == null || !(url ? LOGIN : TAKEN.values()).contains(name)) {
            left.add(key);
          }
        }
      }
    }
    groups.addAll(left);
    Checks.check(
        !found.isEmpty(),
        file
            + " has no [client] with host, port, user, password or ssl-mode"
            + (groups.isEmpty() ? "" : ", only " + String.join(", ", groups))
            + ": add them, or leave out "
            + OPTION);
    if (url) {
      found.keySet().retainAll(LOGIN);
    }
    return found;
  }

  private static void check(String place, String key, String value) {
    if (key.equals("port")) {
      boolean number = value.matches("\\d{1,5}");
      Checks.check(number, place, "=" + value + ": give a number from 1 to 65535");
      Checks.between(place, Integer.parseInt(value), 1, 65535);
    } else if (key.equals("ssl-mode")) {
      String[] modes = Stream.of(SysbenchTls.values()).map(Enum::name).toArray(String[]::new);
      Checks.choice(place, value, modes);
    }
  }

  /** The mode of TLS that a switch means; absent for what is no switch, or is off. */
  private static @Nullable String mode(String key, @Nullable String value) {
    boolean on = value == null || value.matches("(?i)1|on|true");
    return on ? SWITCHES.get(key) : key.equals("ssl") ? "off" : null;
  }

  private static String value(String text) {
    Matcher commented = VALUE.matcher(text);
    String value = (commented.matches() ? commented.group(1) : text).strip();
    Matcher quoted = QUOTED.matcher(value);
    return ESCAPED
        .matcher(quoted.matches() ? quoted.group(2) : value)
        .replaceAll(escaped -> Matcher.quoteReplacement(escaped.group().translateEscapes()));
  }
}
