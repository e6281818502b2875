package io.github.bmt4j.jdbc;

import io.github.bmt4j.failure.BadInputException;
import java.util.Optional;

/**
 * A JDBC driver by its Maven coordinates.
 *
 * @param text as the user wrote it: {@code mariadb:3.5.11}, {@code mysql:9.5.0}, {@code aws:4.3.0}
 *     or {@code group:artifact:version}
 */
public record DriverCoordinates(
    String text, String group, String artifact, String version, Family family) {
  /** Whose options a driver understands. */
  public enum Family {
    /** MariaDB Connector/J. */
    MARIADB,
    /** MySQL Connector/J. */
    MYSQL,
    /** AWS Advanced JDBC Wrapper, which hands most options on to the driver under it. */
    AWS,
    /** Not known by its coordinates. */
    OTHER
  }

  private static final String MARIADB_GROUP = "org.mariadb.jdbc";
  private static final String MARIADB_ARTIFACT = "mariadb-java-client";
  private static final String MYSQL_GROUP = "com.mysql";
  private static final String MYSQL_ARTIFACT = "mysql-connector-j";
  private static final String MYSQL_OLD_GROUP = "mysql";
  private static final String MYSQL_OLD_ARTIFACT = "mysql-connector-java";
  private static final String AWS_GROUP = "software.amazon.jdbc";
  private static final String AWS_ARTIFACT = "aws-advanced-jdbc-wrapper";

  /**
   * Reads the name of a driver whose options are known.
   *
   * @throws BadInputException when it is no driver that we can set up
   */
  public static DriverCoordinates parse(String text) {
    return read(text)
        .filter(found -> found.family == Family.MARIADB || found.family == Family.MYSQL)
        .orElseThrow(
            () ->
                new BadInputException(
                    "driver "
                        + text
                        + ": write mariadb:<version> or mysql:<version>, such as mariadb:3.5.11, or"
                        + " the Maven coordinates group:artifact:version of MariaDB Connector/J or"
                        + " MySQL Connector/J"));
  }

  /**
   * Reads the name of any driver.
   *
   * @param option that it was given with
   * @throws BadInputException when it names no artifact
   */
  public static DriverCoordinates parseAny(String option, String text) {
    return read(text)
        .orElseThrow(
            () ->
                new BadInputException(
                    option
                        + "="
                        + text
                        + ": write mariadb:<version>, mysql:<version> or aws:<version>, such as"
                        + " mariadb:3.5.11, or the Maven coordinates group:artifact:version"));
  }

  private static Optional<DriverCoordinates> read(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length < 2 || parts.length > 3 || !version(parts[parts.length - 1])) {
      return Optional.empty();
    }
    String version = parts[parts.length - 1];
    if (parts.length == 2) {
      return switch (parts[0]) {
        case "mariadb" -> of(text, MARIADB_GROUP, MARIADB_ARTIFACT, version);
        case "mysql" -> of(text, MYSQL_GROUP, MYSQL_ARTIFACT, version);
        case "aws" -> of(text, AWS_GROUP, AWS_ARTIFACT, version);
        default -> Optional.empty();
      };
    }
    return name(parts[0]) && name(parts[1])
        ? of(text, parts[0], parts[1], version)
        : Optional.empty();
  }

  private static Optional<DriverCoordinates> of(
      String text, String group, String artifact, String version) {
    Family family =
        switch (group + ":" + artifact) {
          case MARIADB_GROUP + ":" + MARIADB_ARTIFACT -> Family.MARIADB;
          case MYSQL_GROUP + ":" + MYSQL_ARTIFACT, MYSQL_OLD_GROUP + ":" + MYSQL_OLD_ARTIFACT ->
              Family.MYSQL;
          case AWS_GROUP + ":" + AWS_ARTIFACT -> Family.AWS;
          default -> Family.OTHER;
        };
    return Optional.of(new DriverCoordinates(text, group, artifact, version, family));
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

  private static boolean name(String text) {
    return text.matches("[A-Za-z0-9_][A-Za-z0-9._-]*");
  }

  @Override
  public String toString() {
    return text;
  }
}
