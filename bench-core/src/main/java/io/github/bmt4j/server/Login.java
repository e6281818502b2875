package io.github.bmt4j.server;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;

/**
 * Login to a server that bmt started, with all privileges that benchmarks need.
 *
 * @param password made for this one server
 */
public record Login(String user, Secret password) {
  /** The user of every server that bmt starts, with a new random password. */
  public static Login random() {
    return random("bmt");
  }

  public static Login random(String user) {
    return new Login(user, Secret.random(24));
  }

  /** The statements that make the user and the database, one on each line. */
  public String statements(Flavor flavor) {
    String statements =
        words(
            """
            CREATE DATABASE IF NOT EXISTS %1$s;
            CREATE USER IF NOT EXISTS %2$s;
            ALTER USER %2$s;
            GRANT ALL PRIVILEGES ON *.* TO %3$s WITH GRANT OPTION;
            """,
            StartOptions.DATABASE, identified(), quoted());
    // MariaDB's root comes in through its socket only; MySQL's would need no password.
    return flavor == Flavor.MARIADB
        ? statements
        : statements + "ALTER USER 'root'@'localhost'" + byPassword() + ";\n";
  }

  /** The user as SQL names it. */
  public String quoted() {
    return "'" + user + "'@'%'";
  }

  /** The same with its password, as CREATE USER wants it. */
  public String identified() {
    return quoted() + byPassword();
  }

  private String byPassword() {
    return " IDENTIFIED BY '" + password.reveal() + "'";
  }

  public static String url(String host, int port, Flavor flavor) {
    return words(
        "jdbc:mariadb://%s:%s/%s?sslMode=disable%s",
        host,
        port,
        StartOptions.DATABASE,
        flavor == Flavor.MARIADB ? "" : "&allowPublicKeyRetrieval=true");
  }
}
