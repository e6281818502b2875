package io.github.bmt4j.jdbc;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverCoordinates.Family;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Driver of a load, and its settings.
 *
 * @param driver absent for bmt's own
 * @param with artifacts in addition to its own jar
 * @param parity true if it gets settings for the same work as in sysbench; otherwise it keeps its
 *     defaults
 * @param properties properties that override those of the URL and of parity; may hold a password,
 *     so never print them
 */
public record DriverWish(
    @Nullable DriverCoordinates driver,
    List<DriverCoordinates> with,
    boolean parity,
    Map<String, String> properties) {
  /** bmt's own driver, with settings for the same work as in sysbench. */
  public static final DriverWish OWN = new DriverWish(null, List.of(), true, Map.of());

  /** The first major version of MariaDB Connector/J that requires TLS by default. */
  private static final int FIRST_WITH_TLS = 4;

  public DriverWish {
    with = List.copyOf(with);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    BadInputException.check(
        driver != null || with.isEmpty(), "--driver-with", " requires --driver");
    BadInputException.check(
        driver == null
            || driver.family() != Family.AWS
            || with.stream().anyMatch(DriverWish::isKnown),
        "--driver",
        "="
            + driver
            + " wraps another driver: name it, as in --driver-with mysql:9.7.0 or --driver-with"
            + " mariadb:3.5.11");
  }

  /** Maven coordinates of all its jars, the driver's first. */
  public List<DriverCoordinates> jars() {
    return Stream.concat(Stream.ofNullable(driver), with.stream()).toList();
  }

  /** The driver for which a URL is written: the wrapped driver, if there is one. */
  public DriverCoordinates speaking() {
    DriverCoordinates asked = Objects.requireNonNull(driver, "a driver was asked for");
    return asked.family() == Family.AWS
        ? with.stream().filter(DriverWish::isKnown).findFirst().orElseThrow()
        : asked;
  }

  /**
   * Returns true if connections to this URL, of a load or of bmt, may be unencrypted: because the
   * URL or properties allow it, or by the driver's default. True for unknown drivers.
   */
  public boolean mayGoWithoutTls(String url) {
    return JdbcUrl.turnsTlsOff(DriverUrl.own(url)) || loadMayGoWithoutTls(url);
  }

  private boolean loadMayGoWithoutTls(String url) {
    DriverCoordinates speaking = driver == null ? LoadDriver.ownCoordinates() : speaking();
    Family family = speaking.family();
    String base = driver == null ? DriverUrl.own(url) : url;
    String all = JdbcUrl.replaced(base, properties);
    // For drivers that do not know sslMode, bmt translates it in the URL, but not as a property.
    boolean knowsMode = family == Family.OTHER || DriverUrl.knowsMode(speaking);
    String withMode = knowsMode ? all : base;
    if (JdbcUrl.turnsTlsOff(withMode) || (!knowsMode && JdbcUrl.isOff(all, "useSsl"))) {
      return true;
    }
    boolean required =
        JdbcUrl.sets(withMode, "sslMode")
            || (family == Family.MARIADB && JdbcUrl.isOn(all, "useSsl"))
            // MySQL Connector/J treats useSSL as a wish only.
            || (family == Family.MYSQL
                && (JdbcUrl.isOn(all, "requireSsl")
                    || JdbcUrl.isOn(all, "verifyServerCertificate")));
    boolean byDefault = family == Family.MARIADB && speaking.major() >= FIRST_WITH_TLS;
    boolean stated = parity && family != Family.OTHER && DriverUrl.addsTls(base);
    return !required && !byDefault && !stated;
  }

  private static boolean isKnown(DriverCoordinates found) {
    return found.family() == Family.MARIADB || found.family() == Family.MYSQL;
  }

  @Override
  public String toString() {
    return "DriverWish[" + jars() + ", parity " + parity + ", " + properties.keySet() + "]";
  }
}
