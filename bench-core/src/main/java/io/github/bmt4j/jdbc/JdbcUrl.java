package io.github.bmt4j.jdbc;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Properties of a JDBC URL that can be read without a driver. */
public final class JdbcUrl {
  private static final String SECRET_NAME =
      "[a-z0-9_.-]*(?:password|passwd|pwd|pass|passphrase|secret|token)\\d*\\s*=";
  // After the question mark only & ends a value: a password may have any of the others in it.
  private static final Pattern IN_QUERY =
      Pattern.compile("(?i)([?&;'\"\\s]" + SECRET_NAME + ")[^&]*");
  private static final Pattern IN_ADDRESS =
      Pattern.compile("(?i)([(,]\\s*" + SECRET_NAME + ")[^,)&]*");
  // To the last @ before the query, or before the first slash: a password may have both in it.
  private static final Pattern USER_INFO = Pattern.compile("(//[^/@:?(]*:)(?:[^?]*|[^/]*)@");
  private static final Pattern OF_ORACLE = Pattern.compile("(jdbc:oracle:\\w+:[^/@\\s]*/)\\S*@");
  private static final Pattern USER_ALONE = Pattern.compile("//[^/?(]*@");

  private static final Pattern LOOPBACK =
      Pattern.compile(
          "//(?:[^@/]*@)?(?:address=\\(host=)?(?:localhost|127\\.[\\d.]+|\\[?::1\\]?)(?=[:/,?)]|$)");

  /** Among the options, or those of an address. */
  private static final Pattern TLS_OFF =
      Pattern.compile(
          "(?i)[?&(]\\s*sslMode\\s*=\\s*(?:disabled?|0|false|allow|preferred)\\s*(?=[&)]|$)");

  /** Between two hosts: a comma that is in no parentheses. */
  private static final Pattern OTHER_HOST = Pattern.compile(",(?![^(]*\\))");

  private static final Pattern HOSTS = Pattern.compile("jdbc:[^/?&;]*//([^/?]*)");

  /** Of one address among several: {@code host:1}, {@code [::1]:1} or {@code (port=1)}. */
  private static final Pattern PORT =
      Pattern.compile(
          "(?i)(?:^|,)(?:\\[[^]]*]|[^:,(\\[]*):(-?\\d+)\\s*(?=,|$)|\\(\\s*port\\s*=\\s*(-?\\d+)\\s*\\)");

  /** The name of one host among several. */
  private static final Pattern ADDRESS =
      Pattern.compile("(?i)(?:.*\\(\\s*host\\s*=\\s*)?\\[?((?<=\\[)[^]]+|[^]:,()=\\[]+)");

  private static final int USUAL_PORT = 3306;
  private static final int MOST_PORT = 0xffff;

  private JdbcUrl() {}

  /**
   * The URL, or a text with URLs in it such as a driver's message, with every password replaced by
   * {@code ***}; rather too much than too little.
   */
  public static String redacted(String url) {
    String ofOracle = OF_ORACLE.matcher(url).replaceAll("$1***@");
    String inUserInfo = USER_INFO.matcher(ofOracle).replaceAll("$1***@");
    String inAddress = IN_ADDRESS.matcher(inUserInfo).replaceAll("$1***");
    return IN_QUERY.matcher(inAddress).replaceAll("$1***");
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
    List<String> ports = new ArrayList<>();
    Matcher hosts = HOSTS.matcher(url);
    if (hosts.lookingAt()) {
      Matcher port = PORT.matcher(hosts.group(1));
      while (port.find()) {
        ports.add(port.group(1) != null ? port.group(1) : port.group(2));
      }
    }
    return List.copyOf(ports);
  }

  /** Returns true if its form makes MariaDB Connector/J fail without naming the mistake. */
  public static boolean isMalformed(String url) {
    try {
      DriverManager.getDriver(url).getPropertyInfo(url, new Properties());
      return false;
    } catch (SQLException e) {
      // Said when a connection is opened.
      return false;
    } catch (RuntimeException e) {
      return true;
    }
  }

  /**
   * The reason why bmt's own driver does not take the values of a URL's options; empty when it
   * does. Of a URL for another driver it sees what both know.
   */
  public static Optional<String> wrongValue(String url) {
    return UrlOptions.wrongValue(ownDriver(), DriverUrl.own(url));
  }

  /** bmt's own driver, MariaDB Connector/J. */
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
   * @throws BadInputException when it has not
   */
  public static void checkDriversPool(String url, int connections) {
    if (!isOn(url, "pool")) {
      return;
    }
    String most = value(url, "maxPoolSize").filter(word -> word.matches("\\d{1,9}")).orElse("8");
    if (Integer.parseInt(most) < connections) {
      throw new BadInputException(
          "pool=true in the URL: the driver's own pool has at most "
              + most
              + " connections (maxPoolSize), and the load needs "
              + connections
              + "; leave pool=true out, because bmt has a pool of its own (--pool-size)");
    }
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

  /** The URL with an option set to a value, whatever it says itself. */
  public static String replaced(String url, String option, String value) {
    return with(without(url, option), option, value);
  }

  /** The URL without an option. */
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

  /** The hosts that it names, not resolved, each with its port. */
  public static List<InetSocketAddress> addresses(String url) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String host : OTHER_HOST.split(hosts(url), -1)) {
      Matcher found = ADDRESS.matcher(host.strip());
      if (found.lookingAt()) {
        List<String> ports = ports("jdbc:x://" + host);
        boolean given = !ports.isEmpty() && ports.get(0).matches("\\d{1,5}");
        int port = given ? Math.min(MOST_PORT, Integer.parseInt(ports.get(0))) : USUAL_PORT;
        addresses.add(InetSocketAddress.createUnresolved(found.group(1), port));
      }
    }
    return addresses;
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
    return OTHER_HOST
        .splitAsStream(hosts(url))
        .allMatch(host -> namesThisMachine("//" + host + "/"));
  }

  /**
   * Whether it says that connections are not encrypted, or need not be. Drivers that know {@code
   * sslMode} look at {@code useSsl} only without it.
   */
  static boolean turnsTlsOff(String url) {
    return TLS_OFF.matcher(url).find() || (!sets(url, "sslMode") && isOff(url, "useSsl"));
  }

  /** Whether an option that is on or off is set to off. */
  static boolean isOff(String url, String option) {
    return value(url, option).filter(word -> word.matches("(?i)0|false")).isPresent();
  }

  /** Whether an option that is on or off is set to on. */
  static boolean isOn(String url, String option) {
    return value(url, option).filter(word -> word.matches("(?i)1|true")).isPresent();
  }

  /** Returns true if its first host is a loopback name or address, such as localhost. */
  public static boolean namesThisMachine(String url) {
    return LOOPBACK.matcher(url).find();
  }
}
