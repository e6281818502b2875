package io.github.bmt4j.cli.options;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.JdbcUrl;

/** The URLs that a command understands. */
public enum UrlKind {
  /** URLs of bmt's own driver. */
  OWN,
  /** URLs of bmt's own driver; others would be understood if a driver was named. */
  OWN_UNLESS_A_DRIVER_IS_NAMED,
  /** URLs of a named driver. */
  OF_A_DRIVER,
  /** URLs of a named driver, also for servers outside the MySQL family. */
  OF_ANY_SERVER;

  private static final String WRAPPED = "jdbc:aws-wrapper:";

  /** The kind of URLs of the requested driver. */
  public static UrlKind of(DriverWish wish) {
    return wish.driver() == null ? OWN_UNLESS_A_DRIVER_IS_NAMED : OF_A_DRIVER;
  }

  /** The kind of URLs of the requested driver, also for servers outside the MySQL family. */
  public static UrlKind ofAnyServer(DriverWish wish) {
    return wish.driver() == null ? OWN_UNLESS_A_DRIVER_IS_NAMED : OF_ANY_SERVER;
  }

  /**
   * Checks a URL without connecting.
   *
   * @param option option by which it was given
   * @throws BadInputException when it is wrong
   */
  public void check(String option, String url) {
    String said = "=" + JdbcUrl.shown(url);
    checkScheme(option, url, said);
    if (Dialect.of(url) != Dialect.MYSQL) {
      return; // Each driver has a form of its own.
    }
    Checks.check(
        JdbcUrl.hasSlashesBeforeHosts(url),
        option,
        said + ": two slashes go before the host, as in jdbc:mariadb://host:3306/sbtest");
    // Checked before the ports, because a password may look like one.
    Checks.check(
        !JdbcUrl.hasUserInfo(url),
        option,
        said + ": a login before the host is not accepted: use --user and BMT_PASSWORD");
    for (String port : JdbcUrl.ports(url)) {
      Checks.check(
          port.length() <= 5 && Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= 65535,
          option,
          said + ": " + port + " is not a port; give one from 1 to 65535");
    }
    Checks.check(
        !url.startsWith("jdbc:mariadb:") || !JdbcUrl.isMalformed(url),
        option,
        said
            + ": the hosts cannot be read; write jdbc:mariadb://host:3306/sbtest or //[::1]:3306/");
    if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) {
      String why = JdbcUrl.wrongValue(url).orElse("");
      Checks.check(why.isEmpty(), option, said + ": " + why);
    }
  }

  private void checkScheme(String option, String url, String said) {
    boolean own = url.startsWith("jdbc:mariadb:");
    boolean other = url.startsWith("jdbc:mysql:") || url.startsWith(WRAPPED);
    boolean family = Dialect.of(url) == Dialect.MYSQL;
    if (own
        || (url.startsWith("jdbc:")
            && (this == OF_ANY_SERVER || (family && this == OF_A_DRIVER)))) {
      return;
    }
    BadInputException.check(
        !url.startsWith("jdbc:") || family || this == OWN,
        option,
        said
            + ": servers other than MySQL and MariaDB run only your own SQL, through a"
            + " driver that you name, as in "
            + bmt("run order.sql --driver")
            + " org.postgresql:postgresql:42.7.14");
    BadInputException.check(
        !other || this != OWN_UNLESS_A_DRIVER_IS_NAMED,
        option,
        said
            + ": name the driver with --driver, such as --driver "
            + (url.startsWith(WRAPPED)
                ? "aws:4.3.0 --driver-with mariadb:3.5.11, or write"
                : "mysql:9.7.0, or write")
            + " jdbc:mariadb: for bmt's own (it speaks to MySQL too)");
    throw new BadInputException(
        option,
        said
            + ": give a URL of MariaDB Connector/J, such as jdbc:mariadb://host:3306/sbtest (it"
            + " speaks to MySQL too)");
  }
}
