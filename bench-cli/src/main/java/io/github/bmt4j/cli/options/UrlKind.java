package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.JdbcUrl;

/** The URLs that a command understands. */
public enum UrlKind {
  /** Those of bmt's own driver. */
  OWN,
  /** The same, and another would be understood if a driver was named. */
  OWN_UNLESS_A_DRIVER_IS_NAMED,
  /** Those of a driver that was named. */
  OF_A_DRIVER,
  /** The same, of servers outside the MySQL family too. */
  OF_ANY_SERVER;

  private static final String WRAPPED = "jdbc:aws-wrapper:";

  /**
   * Checks what can be seen of a URL.
   *
   * @param option option that it was given with
   * @throws BadInputException when it is wrong
   */
  void check(String option, String url) {
    String said = option + "=" + JdbcUrl.redacted(url);
    checkScheme(url, said);
    if (Dialect.of(url) != Dialect.MYSQL) {
      return; // Each driver has a form of its own.
    }
    Checks.check(
        JdbcUrl.hasSlashesBeforeHosts(url),
        said + ": two slashes go before the host, as in jdbc:mariadb://host:3306/sbtest");
    // Before the ports, as a password may look like one.
    Checks.check(
        !JdbcUrl.hasUserInfo(url),
        said + ": a login before the host is not accepted: use --user and BMT_PASSWORD");
    for (String port : JdbcUrl.ports(url)) {
      Checks.check(
          port.length() <= 5 && Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= 65535,
          said + ": " + port + " is not a port; give one from 1 to 65535");
    }
    Checks.check(
        !url.startsWith("jdbc:mariadb:") || !JdbcUrl.isMalformed(url),
        said
            + ": the hosts cannot be read; write jdbc:mariadb://host:3306/sbtest or //[::1]:3306/");
    if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) {
      String why = JdbcUrl.wrongValue(url).orElse("");
      Checks.check(why.isEmpty(), said + ": " + why);
    }
  }

  private void checkScheme(String url, String said) {
    boolean own = url.startsWith("jdbc:mariadb:");
    boolean other = url.startsWith("jdbc:mysql:") || url.startsWith(WRAPPED);
    boolean family = Dialect.of(url) == Dialect.MYSQL;
    if (own
        || (url.startsWith("jdbc:")
            && (this == OF_ANY_SERVER || (family && this == OF_A_DRIVER)))) {
      return;
    }
    if (url.startsWith("jdbc:") && !family && this != OWN) {
      throw new BadInputException(
          said
              + ": servers other than MySQL and MariaDB run only your own SQL, through a"
              + " driver that you name, as in bmt run order.sql --driver"
              + " org.postgresql:postgresql:42.7.14");
    }
    if (other && this == OWN_UNLESS_A_DRIVER_IS_NAMED) {
      throw new BadInputException(
          said
              + ": name the driver with --driver, such as --driver "
              + (url.startsWith(WRAPPED)
                  ? "aws:4.3.0 --driver-with mariadb:3.5.11, or write"
                  : "mysql:9.7.0, or write")
              + " jdbc:mariadb: for bmt's own (it speaks to MySQL too)");
    }
    throw new BadInputException(
        said
            + ": give a URL of MariaDB Connector/J, such as jdbc:mariadb://host:3306/sbtest (it"
            + " speaks to MySQL too)");
  }
}
