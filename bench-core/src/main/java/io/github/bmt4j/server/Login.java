package io.github.bmt4j.server;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.ServerProduct.Flavor;

/**
 * Login to a server that bmt started, with all privileges that benchmarks need.
 *
 * @param password generated for this server
 */
public record Login(String user, Secret password) {
  /** The user of every server that bmt starts, with a new random password. */
  public static Login random() {
    return random("bmt");
  }

  public static Login random(String user) {
    return new Login(user, Secret.random(24));
  }

  /**
   * The statements that create the user and the database, one on each line, and close accounts
   * without a password in new data: MySQL's root, and root and others from MariaDB's installer for
   * Windows.
   */
  public String statements() {
    return words(
        """
        CREATE DATABASE IF NOT EXISTS %1$s;
        CREATE USER IF NOT EXISTS %2$s;
        ALTER USER %2$s;
        GRANT ALL PRIVILEGES ON *.* TO %3$s WITH GRANT OPTION;
        DELETE FROM mysql.user WHERE user = '' OR user = 'root' AND host NOT IN ('localhost', '%%');
        FLUSH PRIVILEGES;
        ALTER USER IF EXISTS 'root'@'localhost'%4$s;
        """,
        StartOptions.DATABASE, identified(), quoted(), byPassword());
  }

  /** The user as SQL names it. */
  public String quoted() {
    return "'" + user + "'@'%'";
  }

  /** The user with its password, as CREATE USER takes it. */
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
