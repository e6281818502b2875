package io.github.bmt4j.jdbc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Properties of a JDBC URL that can be read without a driver. */
public final class JdbcUrl {
  private static final String SECRET_NAME = Redacted.NAME + "\\s*=";
  // After the question mark only & ends a value: a password may contain any other separator, and in
  // braces also &.
  private static final Pattern IN_QUERY =
      Pattern.compile(
          "(?i)([?&;:'\"\\s]" + SECRET_NAME + ")(?:\\{(?:[^}]|\\}\\})*+(?:\\}|$))?[^&]*");
  private static final Pattern IN_ADDRESS =
      Pattern.compile("(?i)([(,]\\s*" + SECRET_NAME + ")[^,)&]*");
  // To the last @ before the query, or before the first slash: a password may contain both.
  private static final Pattern USER_INFO =
      Pattern.compile("(//[^/@:?(\\[]*:)(?:(?!\\d+(?:[/?,\\s]|$))\\S*|[^?]*|[^/]*)@");
  private static final Pattern USER_ALONE = Pattern.compile("//[^/?(]*@");

  private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.[\\d.]+|::1");

  /** Among the options, or those of an address. */
  private static final Pattern TLS_OFF =
      Pattern.compile(
          "(?i)[?&(]\\s*sslMode\\s*=\\s*(?:disabled?|0|false|allow|preferred)\\s*(?=[&)]|$)");

  /** Between two hosts: a comma that is in no parentheses. */
  private static final Pattern OTHER_HOST = Pattern.compile(",(?![^(]*\\))");

  // Values in parentheses may have slashes in them, such as paths.
  private static final Pattern HOSTS = Pattern.compile("jdbc:[^/?&;]*//((?:\\([^)]*\\)|[^(/?])*)");

  private static final Pattern PATH = Pattern.compile(HOSTS.pattern() + "/([^?&;]+)");

  /** In {@code (host=a)(port=1)} and in {@code (host=a,port=1)}. */
  private static final Pattern FIELD =
      Pattern.compile("(?i)[(,]\\s*(host|port)\\s*=\\s*\\[?([^],)]*)");

  private static final Pattern HOST_AND_PORT =
      Pattern.compile("\\[?((?<=\\[)[^]]+|[^:]*)]?(?::(-?\\d+))?");

  private static final int USUAL_PORT = 3306;
  private static final int MOST_PORT = 0xffff;

  private JdbcUrl() {}

  /**
   * The URL, or a text with URLs in it such as a driver's message, with every password replaced by
   * {@code ***}; in doubt, it hides too much.
   */
  public static String redacted(String url) {
    String inUserInfo = USER_INFO.matcher(Redacted.urls(url)).replaceAll("$1***@");
    String inAddress = IN_ADDRESS.matcher(inUserInfo).replaceAll("$1***");
    return IN_QUERY.matcher(inAddress).replaceAll("$1***");
  }

  /** The text given for a URL: one without a scheme may be a login. */
  public static String shown(String given) {
    return given.matches("(?is)jdbc:.*|[^@]*") ? redacted(given) : Secret.NONE.toString();
  }

  /** User and password of a connection, each only if the URL does not have it. */
  public static Properties loginBeside(String url, String user, Secret password) {
    Properties login = new Properties();
    if (!user.isEmpty() && !sets(url, "user")) {
      login.setProperty("user", user);
    }
    if (!password.reveal().isEmpty() && !sets(url, "password")) {
      login.setProperty("password", password.reveal());
    }
    return login;
  }

  /** Returns true if {@code //} comes before its hosts. */
  public static boolean hasSlashesBeforeHosts(String url) {
    return HOSTS.matcher(url).lookingAt();
  }

  /** The ports that it names, as they are written. */
  public static List<String> ports(String url) {
    return places(url).stream().map(Place::port).filter(port -> port.matches("-?\\d+")).toList();
  }

  /** One of a URL's hosts, with its port as it is written; either may be empty. */
  private record Place(String host, String port) {
    static Place of(String text) {
      Matcher plain = HOST_AND_PORT.matcher(text.strip());
      if (text.contains("(")) {
        Map<String, String> fields = new HashMap<>();
        for (Matcher field = FIELD.matcher(text); field.find(); ) {
          fields.put(field.group(1).toLowerCase(Locale.ROOT), field.group(2).strip());
        }
        return new Place(fields.getOrDefault("host", ""), fields.getOrDefault("port", ""));
      }
      return plain.matches()
          ? new Place(plain.group(1), plain.group(2) == null ? "" : plain.group(2))
          : new Place(text.strip(), "");
    }

    int number() {
      return port.isEmpty() ? USUAL_PORT : port.matches("\\d{1,5}") ? Integer.parseInt(port) : 0;
    }
  }

  private static List<Place> places(String url) {
    return OTHER_HOST.splitAsStream(hosts(url)).map(Place::of).toList();
  }

  /** Returns true if its form makes MariaDB Connector/J fail without naming the mistake. */
  public static boolean isMalformed(String url) {
    try {
      DriverManager.getDriver(url).getPropertyInfo(url, new Properties());
      return false;
    } catch (SQLException e) {
      // Opening a connection reports it.
      return false;
    } catch (RuntimeException e) {
      return true;
    }
  }

  /**
   * The reason why bmt's own driver does not take the values of a URL's options; empty if it does.
   * In a URL for another driver, only options that both know are checked.
   */
  public static Optional<String> wrongValue(String url) {
    return UrlOptions.wrongValue(ownDriver(), DriverUrl.own(url));
  }

  static Driver ownDriver() {
    return new org.mariadb.jdbc.Driver();
  }

  /** Returns true if a login comes before the host, as in {@code //user:password@host}. */
  public static boolean hasUserInfo(String url) {
    return USER_INFO.matcher(url).find() || USER_ALONE.matcher(url).find();
  }

  /** Returns true if the URL sets an option. */
  public static boolean sets(String url, String option) {
    return Pattern.compile("[?&]" + Pattern.quote(option) + "=", Pattern.CASE_INSENSITIVE)
        .matcher(url)
        .find();
  }

  /** The value of an option in the URL itself; empty when it sets none. */
  public static Optional<String> value(String url, String option) {
    return Pattern.compile("(?i)[?&]" + Pattern.quote(option) + "=([^&]*)")
        .matcher(url)
        .results()
        .findFirst()
        .map(match -> match.group(1));
  }

  /**
   * Checks that a pool of the driver's own, which the URL may ask for, has room for a load: a
   * thread would wait for a connection that never comes.
   *
   * @param url with the driver's properties
   * @param opens true if the load opens connections in addition to one for each worker: a pool
   *     would neither open nor close them
   */
  public static void checkDriversPool(String url, int connections, boolean opens) {
    if (!isOn(url, "pool")) {
      return;
    }
    BadInputException.check(
        !opens,
        "pool=true: the driver's own pool keeps connections, so that --idle-connections,"
            + " --connect-rate and --reconnect would not open theirs; leave pool=true out");
    String most = value(url, "maxPoolSize").filter(word -> word.matches("\\d{1,9}")).orElse("8");
    BadInputException.check(
        Integer.parseInt(most) >= connections,
        words(
            "pool=true: the driver's own pool has at most %s connections "
                + "(maxPoolSize), and the load needs %s; leave pool=true out, because bmt has a "
                + "pool of its own (--pool-size)",
            most, connections));
  }

  /** The URL with an option added, unless it sets that option itself. */
  public static String with(String url, String option, String value) {
    if (sets(url, option)) {
      return url;
    }
    String joint = url.contains("?") ? "&" : "?";
    boolean joined = url.endsWith("?") || url.endsWith("&");
    return url + (joined ? "" : joint) + option + "=" + value;
  }

  /** The URL with options set to values, unless it sets them. */
  static String with(String url, Map<String, String> options) {
    String all = url;
    for (Map.Entry<String, String> option : options.entrySet()) {
      all = with(all, option.getKey(), option.getValue());
    }
    return all;
  }

  /** The URL with an option set to a value, replacing its own. */
  public static String replaced(String url, String option, String value) {
    return with(without(url, option), option, value);
  }

  /** The URL with options set to values, likewise. */
  public static String replaced(String url, Map<String, String> options) {
    String all = url;
    for (Map.Entry<String, String> option : options.entrySet()) {
      all = replaced(all, option.getKey(), option.getValue());
    }
    return all;
  }

  static String without(String url, String option) {
    return Pattern.compile(
            "(?<=[?&])" + Pattern.quote(option) + "=[^&]*&?", Pattern.CASE_INSENSITIVE)
        .matcher(url)
        .replaceAll("")
        .replaceFirst("[?&]$", "");
  }

  /** The hosts, as the URL has them; empty when it names none. */
  public static String hosts(String url) {
    Matcher hosts = HOSTS.matcher(url);
    return hosts.lookingAt() ? hosts.group(1).replaceFirst("^.*@", "") : "";
  }

  /** The database: its path. */
  public static Optional<String> database(String url) {
    Matcher path = PATH.matcher(url);
    return path.lookingAt() ? Optional.of(path.group(2)) : Optional.empty();
  }

  /**
   * The hosts that it names, not resolved, each once and with its port; this machine's if it names
   * none. Hosts with an invalid port are left out.
   */
  public static List<InetSocketAddress> addresses(String url) {
    if (hosts(url).isBlank()) {
      return hasSlashesBeforeHosts(url)
          ? List.of(InetSocketAddress.createUnresolved("localhost", USUAL_PORT))
          : List.of();
    }
    return places(url).stream()
        .filter(place -> !place.host.isEmpty() && place.number() > 0 && place.number() <= MOST_PORT)
        .map(place -> InetSocketAddress.createUnresolved(place.host, place.number()))
        .distinct()
        .toList();
  }

  /** Returns true if one of its hosts is an address of this machine. Looks host names up. */
  public static boolean isOnThisMachine(String url) {
    return namesThisMachine(url)
        || addresses(url).stream().anyMatch(address -> isHere(address.getHostString()));
  }

  private static boolean isHere(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns true if all its hosts are this machine's loopback interface. */
  public static boolean namesOnlyThisMachine(String url) {
    List<InetSocketAddress> addresses = addresses(url);
    return !addresses.isEmpty() && addresses.stream().allMatch(JdbcUrl::isLoopback);
  }

  /**
   * True if it allows connections without encryption. Drivers that know {@code sslMode} look at
   * {@code useSsl} only without it.
   */
  static boolean turnsTlsOff(String url) {
    return TLS_OFF.matcher(url).find() || (!sets(url, "sslMode") && isOff(url, "useSsl"));
  }

  static boolean isOff(String url, String option) {
    return value(url, option).filter(word -> word.matches("(?i)0|false")).isPresent();
  }

  static boolean isOn(String url, String option) {
    return value(url, option).filter(word -> word.matches("(?i)1|true")).isPresent();
  }

  /** Returns true if its first host is a loopback name or address, such as localhost. */
  public static boolean namesThisMachine(String url) {
    return addresses(url).stream().limit(1).anyMatch(JdbcUrl::isLoopback);
  }

  private static boolean isLoopback(InetSocketAddress address) {
    return LOOPBACK.matcher(address.getHostString()).matches();
  }
}
