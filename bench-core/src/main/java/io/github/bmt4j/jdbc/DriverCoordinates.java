package io.github.bmt4j.jdbc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A JDBC driver by its Maven coordinates.
 *
 * @param text text as the user wrote it: {@code mariadb:3.5.11}, {@code mysql:9.5.0}, {@code
 *     aws:4.3.0} or {@code group:artifact:version}
 */
public record DriverCoordinates(
    String text, String group, String artifact, String version, Family family) {
  /** Family of drivers with the same options. */
  @SuppressWarnings("ImmutableEnumChecker") // A list that cannot be changed.
  public enum Family {
    MARIADB("org.mariadb.jdbc:mariadb-java-client"),
    MYSQL("com.mysql:mysql-connector-j", "mysql:mysql-connector-java"),
    /** AWS Advanced JDBC Wrapper, which hands most options on to the driver under it. */
    AWS("software.amazon.jdbc:aws-advanced-jdbc-wrapper"),
    OTHER;

    private final List<String> artifacts;

    Family(String... artifacts) {
      this.artifacts = List.of(artifacts);
    }
  }

  /** Groups of MariaDB, MySQL, AWS and PostgreSQL. */
  private static final Set<String> WELL_KNOWN =
      Set.of("org.mariadb.jdbc", "com.mysql", "mysql", "software.amazon.jdbc", "org.postgresql");

  private static final Pattern ARTIFACT =
      Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*:[A-Za-z0-9_][A-Za-z0-9._-]*");

  /**
   * Reads the name of a driver whose options are known.
   *
   * @throws BadInputException when it is no driver that bmt can set up
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
   * @param option option by which it was given
   * @throws BadInputException when it names no artifact
   */
  public static DriverCoordinates parseAny(String option, String text) {
    return read(text)
        .orElseThrow(
            () ->
                new BadInputException(
                    option,
                    words(
                        "=%s: write mariadb:<version>, mysql:<version> or aws:<version>, such as "
                            + "mariadb:3.5.11, or the Maven coordinates group:artifact:version",
                        text)));
  }

  private static Optional<DriverCoordinates> read(String text) {
    int colon = text.lastIndexOf(':');
    String named = text.substring(0, Math.max(0, colon));
    String version = text.substring(colon + 1);
    String artifact =
        Stream.of(Family.values())
            .filter(family -> family.name().toLowerCase(Locale.ROOT).equals(named))
            .flatMap(family -> family.artifacts.stream().limit(1))
            .findFirst()
            .orElse(named);
    if (!version.matches("[A-Za-z0-9][A-Za-z0-9._-]*") || !ARTIFACT.matcher(artifact).matches()) {
      return Optional.empty();
    }
    Family family =
        Stream.of(Family.values())
            .filter(one -> one.artifacts.contains(artifact))
            .findFirst()
            .orElse(Family.OTHER);
    String[] parts = artifact.split(":", 2);
    return Optional.of(new DriverCoordinates(text, parts[0], parts[1], version, family));
  }

  /** {@code group:artifact:version}. */
  public String maven() {
    return group + ":" + artifact + ":" + version;
  }

  /** True if its publisher is MariaDB, MySQL, AWS or PostgreSQL. */
  boolean isWellKnown() {
    return WELL_KNOWN.contains(group);
  }

  /** True if a text is a short name, or begins with the group of such a publisher. */
  public static boolean isWellKnown(String text) {
    int colon = text.indexOf(':');
    return colon == text.lastIndexOf(':') || WELL_KNOWN.contains(text.substring(0, colon));
  }

  /** First number of its version; 0 where it has none. */
  public int major() {
    String number = version.replaceFirst("\\D.*", "");
    return number.isEmpty() || number.length() > 6 ? 0 : Integer.parseInt(number);
  }

  @Override
  public String toString() {
    return text;
  }
}
