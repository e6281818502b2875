package io.github.bmt4j.target;

import io.github.bmt4j.failure.BadInputException;

/**
 * A JDBC driver by its Maven coordinates.
 *
 * @param text as the user wrote it: {@code mariadb:3.5.11}, {@code mysql:9.5.0}, or {@code
 *     group:artifact:version}
 */
public record DriverCoordinates(
    String text, String group, String artifact, String version, Family family) {
  /** Whose options a driver understands. */
  public enum Family {
    /** MariaDB Connector/J. */
    MARIADB,
    /** MySQL Connector/J. */
    MYSQL
  }

  private static final String MARIADB_GROUP = "org.mariadb.jdbc";
  private static final String MARIADB_ARTIFACT = "mariadb-java-client";
  private static final String MYSQL_GROUP = "com.mysql";
  private static final String MYSQL_ARTIFACT = "mysql-connector-j";
  private static final String MYSQL_OLD_GROUP = "mysql";
  private static final String MYSQL_OLD_ARTIFACT = "mysql-connector-java";

  /**
   * Reads what a user wrote.
   *
   * @throws BadInputException when it is no driver that we can set up
   */
  public static DriverCoordinates parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length == 2 && version(parts[1])) {
      if (parts[0].equals("mariadb")) {
        return new DriverCoordinates(
            text, MARIADB_GROUP, MARIADB_ARTIFACT, parts[1], Family.MARIADB);
      }
      if (parts[0].equals("mysql")) {
        return new DriverCoordinates(text, MYSQL_GROUP, MYSQL_ARTIFACT, parts[1], Family.MYSQL);
      }
    }
    if (parts.length == 3 && version(parts[2])) {
      if (parts[0].equals(MARIADB_GROUP) && parts[1].equals(MARIADB_ARTIFACT)) {
        return new DriverCoordinates(text, parts[0], parts[1], parts[2], Family.MARIADB);
      }
      boolean mysql = parts[0].equals(MYSQL_GROUP) && parts[1].equals(MYSQL_ARTIFACT);
      boolean old = parts[0].equals(MYSQL_OLD_GROUP) && parts[1].equals(MYSQL_OLD_ARTIFACT);
      if (mysql || old) {
        return new DriverCoordinates(text, parts[0], parts[1], parts[2], Family.MYSQL);
      }
    }
    throw new BadInputException(
        "driver "
            + text
            + ": write mariadb:<version> or mysql:<version>, such as mariadb:3.5.11, or the Maven"
            + " coordinates group:artifact:version of MariaDB Connector/J or MySQL Connector/J");
  }

  /** {@code group:artifact:version}. */
  public String maven() {
    return group + ":" + artifact + ":" + version;
  }

  /** First number of its version; 0 where it has none. */
  public int major() {
    String number = version.replaceFirst("\\D.*", "");
    return number.isEmpty() || number.length() > 6 ? 0 : Integer.parseInt(number);
  }

  private static boolean version(String text) {
    return text.matches("[A-Za-z0-9][A-Za-z0-9._-]*");
  }

  @Override
  public String toString() {
    return text;
  }
}
