package io.github.bmt4j.server;

import io.github.bmt4j.failure.BadInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The server options that a user requests, checked.
 *
 * @param values {@code name} or {@code name=value}, without dashes
 */
public record ServerOptions(List<String> values) {
  /** Fewer connections than any server allows by default: MariaDB and MySQL allow 151. */
  private static final int CONNECTIONS_BY_DEFAULT = 100;

  private static final int SPARE_CONNECTIONS = 20;
  private static final Pattern OPTION = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*(=.*)?");
  private static final Set<String> OURS =
      names(
          "basedir bind-address bootstrap daemonize datadir defaults-extra-file defaults-file "
              + "help init-file initialize initialize-insecure log-error no-defaults pid-file port "
              + "skip-grant-tables skip-networking socket tmpdir user version");
  static final List<String> DATA_FORMAT =
      List.of(
          "innodb-page-size",
          "innodb-checksum-algorithm",
          "innodb-data-",
          "innodb-log-group-home-dir",
          "innodb-undo-",
          "lower-case-table-names");

  public ServerOptions {
    values = List.copyOf(values);
    for (String value : values) {
      BadInputException.check(
          OPTION.matcher(value).matches(),
          "server option " + value + ": give name=value without dashes, such as sync_binlog=1");
    }
    refuse(values, OURS, "for servers it starts");
  }

  /** Names of options, from a text with blanks between them. */
  public static Set<String> names(String words) {
    return Set.of(words.split(" ", -1));
  }

  /**
   * Refuses options that a topology sets.
   *
   * @param names in lower case and with dashes
   * @param whose such as "for topology group"
   */
  public void refuse(Set<String> names, String whose) {
    refuse(values, names, whose);
  }

  private static void refuse(List<String> values, Set<String> names, String whose) {
    for (String value : values) {
      BadInputException.check(
          !names.contains(name(value)),
          "server option " + value + ": " + name(value) + " is set by bmt " + whose);
    }
  }

  /** Options of the user, with room for the connections that are needed. */
  public static ServerOptions wanted(StartOptions options) {
    List<String> values = new ArrayList<>(options.serverOptions());
    if (options.connections() > CONNECTIONS_BY_DEFAULT) {
      // First in the list, so that the user's own value wins.
      values.add(0, "max_connections=" + (options.connections() + SPARE_CONNECTIONS));
    }
    return new ServerOptions(values);
  }

  /** Options in the form of the server's command line. */
  public List<String> arguments() {
    return values.stream().map(value -> "--" + value).toList();
  }

  /** Those of the arguments that permanently fix the layout of data. */
  public List<String> dataFormatArguments() {
    return values.stream()
        .filter(value -> DATA_FORMAT.stream().anyMatch(start -> name(value).startsWith(start)))
        .map(value -> "--" + value)
        .toList();
  }

  /** The name in {@code name=value}, in lower case and with dashes. */
  static String name(String value) {
    int equals = value.indexOf('=');
    String name = equals < 0 ? value : value.substring(0, equals);
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
