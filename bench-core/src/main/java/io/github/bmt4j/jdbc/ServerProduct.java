package io.github.bmt4j.jdbc;

import io.github.bmt4j.report.Lines;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The product and version of a server: the only place that decides between MariaDB and MySQL.
 *
 * <p>Percona Server, Percona XtraDB Cluster and Aurora MySQL are MySQL here: they have its SQL.
 *
 * @param flavor family whose SQL, variables and tables of information_schema it has
 * @param patch third number of the version; 0 when the server gives only two
 */
public record ServerProduct(Flavor flavor, int major, int minor, int patch) {
  /** MariaDB puts this before its version when an old replica or client might read it. */
  private static final String PREFIX = "5.5.5-";

  private static final Pattern NUMBERS =
      Pattern.compile("(\\d{1,9})\\.(\\d{1,9})(?:\\.(\\d{1,9}))?");
  private static final Pattern PROGRAM =
      Pattern.compile("\\b(?:mysqld|mariadbd)(?:-debug)?(?:\\.exe)? +Ver (\\d+\\.\\d\\S*)");

  /** The two families of servers. */
  public enum Flavor {
    MARIADB("MariaDB"),
    MYSQL("MySQL");

    private final String word;

    Flavor(String word) {
      this.word = word;
    }

    /** MariaDB when the text names it, otherwise MySQL: MySQL's relatives have many names. */
    public static Flavor namedIn(String text) {
      return text.toLowerCase(Locale.ROOT).contains("mariadb") ? MARIADB : MYSQL;
    }

    /** Name in reports and results. */
    @Override
    public String toString() {
      return word;
    }
  }

  /** A MariaDB of this version. */
  public static ServerProduct mariaDb(int major, int minor) {
    return new ServerProduct(Flavor.MARIADB, major, minor, 0);
  }

  /** Asks the server itself, not the proxy or gateway that greets the driver. */
  public static ServerProduct read(Connection connection) throws SQLException {
    Map<String, String> answer = Sql.pairs(connection, "SELECT VERSION(), @@version_comment");
    Map.Entry<String, String> one = answer.entrySet().iterator().next();
    return parse(one.getKey(), one.getValue());
  }

  /**
   * Uses the driver's information, which is the server's greeting, for callers that must not send a
   * statement. A proxy may greet with a version of its own.
   */
  public static ServerProduct ofGreeting(Connection connection) throws SQLException {
    DatabaseMetaData server = connection.getMetaData();
    return parse(server.getDatabaseProductVersion(), server.getDatabaseProductName());
  }

  /**
   * Reads a server's description of itself; a version without numbers is 0.0.0.
   *
   * @param version result of {@code VERSION()}
   * @param comment value of {@code @@version_comment}; empty when unknown
   */
  public static ServerProduct parse(String version, String comment) {
    Flavor flavor = Flavor.namedIn(version + " " + comment);
    String own =
        flavor == Flavor.MARIADB && version.matches(Pattern.quote(PREFIX) + "\\d.*")
            ? version.substring(PREFIX.length())
            : version;
    Matcher numbers = NUMBERS.matcher(own);
    if (!numbers.lookingAt()) {
      return new ServerProduct(flavor, 0, 0, 0);
    }
    String patch = numbers.group(3);
    return new ServerProduct(
        flavor,
        Integer.parseInt(numbers.group(1)),
        Integer.parseInt(numbers.group(2)),
        patch == null ? 0 : Integer.parseInt(patch));
  }

  /**
   * Reads the answer of a server program to {@code --version}.
   *
   * @throws IllegalArgumentException when it is another program's; the message is one line
   */
  public static ServerProduct ofProgram(String answer) {
    Matcher version = PROGRAM.matcher(answer);
    if (!version.find()) {
      throw new IllegalArgumentException(
          "with --version it prints " + answer.strip().lines().findFirst().orElse("nothing"));
    }
    return parse(version.group(1), answer);
  }

  public boolean isMariaDb() {
    return flavor == Flavor.MARIADB;
  }

  /** True if its version is this one or a later one. */
  public boolean atLeast(int wantedMajor, int wantedMinor) {
    return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
  }

  /**
   * True if it takes SQL_NO_CACHE. MySQL from 8.0 on has no query cache: the word has no effect
   * there, and a later version will refuse it.
   */
  public boolean takesNoCache() {
    return isMariaDb() || !atLeast(8, 0);
  }

  /** True if it has window functions: MariaDB from 10.2, MySQL from 8.0 on. */
  public boolean hasWindowFunctions() {
    return isMariaDb() ? atLeast(10, 2) : atLeast(8, 0);
  }

  /** The statement that limits the time of later ones; MySQL limits SELECT only. */
  public String limitSql(Duration limit) {
    return isMariaDb()
        ? Lines.words("SET SESSION max_statement_time = %.3f", limit.toNanos() / 1e9)
        : "SET SESSION max_execution_time = " + limit.toMillis();
  }

  /** Product and first two numbers: servers of one series read each other's data. */
  public String series() {
    return flavor + " " + major + "." + minor;
  }

  @Override
  public String toString() {
    return series() + "." + patch;
  }
}
