package io.github.bmt4j.jdbc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.DriverCoordinates.Family;
import io.github.bmt4j.jdbc.DriverSettings.Batch;
import io.github.bmt4j.jdbc.DriverSettings.Tls;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The URL by which a driver reaches a server with given settings. Options are set so that drivers
 * do the same work.
 */
public final class DriverUrl {
  private static final String MARIADB = "jdbc:mariadb:";
  private static final String MYSQL = "jdbc:mysql:";
  private static final String SSL_MODE = "sslMode";
  private static final String KEY_RETRIEVAL = "allowPublicKeyRetrieval";
  private static final List<String> OTHER_TLS =
      List.of("useSsl", "requireSsl", "trustServerCertificate", "verifyServerCertificate");
  private static final String AWS = "jdbc:aws-wrapper:";
  private static final List<String> KNOWN_TO_BOTH =
      List.of(KEY_RETRIEVAL, "connectTimeout", "socketTimeout", "user", "password");

  private DriverUrl() {}

  /**
   * The URL for a driver. Options of the base URL stay, except those in which twins differ. TLS is
   * always stated, because drivers' defaults differ: by the {@code sslMode} of the base URL, or
   * else as {@code verify-full}, the default of Connector/J 4.0.
   *
   * @param base URL as the server's owner gave it: {@code jdbc:mariadb:} or {@code jdbc:mysql:}
   * @throws BadInputException when the base URL has options that this driver may not know, or sets
   *     TLS by another option than {@code sslMode}
   */
  public static String of(String base, DriverCoordinates driver, DriverSettings settings) {
    tlsBySslModeOnly(base);
    Map<String, String> options = new LinkedHashMap<>(twins(driver, settings));
    options.putAll(tls(driver, Mode.of(base, settings.tls())));
    String plain = JdbcUrl.without(forFamily(base, driver), SSL_MODE);
    return JdbcUrl.with(JdbcUrl.replaced(plain, options), ParitySettings.alike(driver, 0));
  }

  /**
   * The URL for a driver, with the user's options only and, if wanted, with TLS.
   *
   * @param base URL as the server's owner gave it, for whichever driver
   * @param tlsStated true to set TLS even where the base URL does not: verified, as Connector/J 4.0
   *     does by default
   * @throws BadInputException when the URL is for another driver, and has options that this one may
   *     not know
   */
  static String translated(String base, DriverCoordinates driver, boolean tlsStated) {
    String plain = unwrapped(base);
    if (!plain.startsWith(MARIADB) && !plain.startsWith(MYSQL)) {
      return base;
    }
    boolean same = plain.startsWith(driver.family() == Family.MYSQL ? MYSQL : MARIADB);
    boolean saysMode = JdbcUrl.sets(plain, SSL_MODE);
    boolean saysOtherwise = OTHER_TLS.stream().anyMatch(option -> JdbcUrl.sets(plain, option));
    if (same && (saysOtherwise || (saysMode && knowsMode(driver)))) {
      return plain;
    }
    tlsBySslModeOnly(plain);
    String url = JdbcUrl.without(forFamily(plain, driver), SSL_MODE);
    return saysMode || tlsStated ? JdbcUrl.with(url, tls(driver, Mode.of(plain, Tls.AS_URL))) : url;
  }

  /**
   * The URL for bmt's own driver, MariaDB Connector/J. From a URL for another driver it takes the
   * hosts, and options that both drivers know; mode aurora, which only Connector/J 2 has, is left
   * out.
   */
  public static String own(String base) {
    String plain = unwrapped(base).replaceFirst("^" + MARIADB + "aurora:", MARIADB);
    if (plain.startsWith(MARIADB) || !plain.contains("//")) {
      return plain;
    }
    String place = plain.substring(plain.indexOf("//"));
    String url = MARIADB + place.replaceFirst("\\?.*", "");
    String mode = JdbcUrl.value(plain, SSL_MODE).orElse("");
    if (mode.equalsIgnoreCase("PREFERRED")) {
      url = JdbcUrl.with(url, SSL_MODE, "allow");
    } else if (JdbcUrl.sets(plain, SSL_MODE)) {
      url = JdbcUrl.with(url, SSL_MODE, Mode.of(plain, Tls.AS_URL).mariadb());
    }
    return withKnownToBoth(url, plain);
  }

  private static String withKnownToBoth(String url, String base) {
    String with = url;
    for (String option : KNOWN_TO_BOTH) {
      String value = JdbcUrl.value(base, option).orElse(null);
      with = value == null ? with : JdbcUrl.with(with, option, value);
    }
    return with;
  }

  private static String unwrapped(String url) {
    return url.startsWith(AWS) ? "jdbc:" + url.substring(AWS.length()) : url;
  }

  static String wrapped(String url) {
    return AWS + url.substring("jdbc:".length());
  }

  private static void tlsBySslModeOnly(String base) {
    for (String option : OTHER_TLS) {
      BadInputException.check(
          !JdbcUrl.sets(base, option),
          words(
              "%s: say with sslMode, not with %s, what TLS shall be",
              JdbcUrl.redacted(base), option));
    }
  }

  private enum Mode {
    DISABLE("DISABLED"),
    TRUST("REQUIRED"),
    VERIFY_CA("VERIFY_CA"),
    VERIFY_FULL("VERIFY_IDENTITY");

    private final String mysql;

    Mode(String mysql) {
      this.mysql = mysql;
    }

    private String mariadb() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Mode of(String base, Tls wanted) {
      if (wanted != Tls.AS_URL) {
        return wanted == Tls.ON ? TRUST : DISABLE;
      }
      String word = JdbcUrl.value(base, SSL_MODE).orElse(VERIFY_FULL.mariadb());
      return Arrays.stream(values())
          .filter(
              mode -> mode.mariadb().equalsIgnoreCase(word) || mode.mysql.equalsIgnoreCase(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new BadInputException(
                      "sslMode=" + word + ": choose disable, trust, verify-ca or verify-full"));
    }
  }

  private static Map<String, String> tls(DriverCoordinates driver, Mode mode) {
    if (driver.family() == Family.MYSQL) {
      return knowsMode(driver) ? Map.of(SSL_MODE, mode.mysql) : oldMysqlTls(driver, mode);
    }
    if (knowsMode(driver)) {
      return Map.of(SSL_MODE, mode.mariadb());
    }
    return Map.of(
        "useSsl", text(mode != Mode.DISABLE),
        "trustServerCertificate", text(mode == Mode.TRUST),
        "disableSslHostnameVerification", text(mode == Mode.VERIFY_CA));
  }

  /** True if {@link #translated} adds TLS to this URL, which does not set it. */
  static boolean addsTls(String base) {
    String plain = unwrapped(base);
    return (plain.startsWith(MARIADB) || plain.startsWith(MYSQL))
        && OTHER_TLS.stream().noneMatch(option -> JdbcUrl.sets(plain, option));
  }

  static boolean knowsMode(DriverCoordinates driver) {
    return driver.major() >= (driver.family() == Family.MYSQL ? 8 : 3);
  }

  private static Map<String, String> oldMysqlTls(DriverCoordinates driver, Mode mode) {
    BadInputException.check(
        mode != Mode.VERIFY_FULL,
        driver
            + " cannot check that a certificate names the host: say in the URL how far TLS goes,"
            + " with sslMode=disable, trust or verify-ca");
    String used = text(mode != Mode.DISABLE);
    return Map.of(
        "useSSL", used,
        "requireSSL", used,
        "verifyServerCertificate", text(mode == Mode.VERIFY_CA));
  }

  private static String forFamily(String base, DriverCoordinates driver) {
    String wanted = driver.family() == Family.MYSQL ? MYSQL : MARIADB;
    if (base.startsWith(wanted)) {
      return base;
    }
    String place = base.replaceFirst("\\?.*", "");
    String translated = withKnownToBoth(wanted + place.substring(place.indexOf("//")), base);
    String rest = JdbcUrl.without(base, SSL_MODE);
    for (String option : KNOWN_TO_BOTH) {
      rest = JdbcUrl.without(rest, option);
    }
    BadInputException.check(
        !rest.contains("?"),
        words(
            "%s has options that %s may not know: give it with sslMode alone",
            JdbcUrl.redacted(base), driver));
    return translated;
  }

  private static Map<String, String> twins(DriverCoordinates driver, DriverSettings settings) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("useServerPrepStmts", text(settings.serverPrepared()));
    options.put("rewriteBatchedStatements", text(settings.batch() == Batch.REWRITTEN));
    if (driver.family() == Family.MARIADB) {
      options.put("useBulkStmts", text(settings.batch() == Batch.BULK));
      if (driver.major() >= 3) {
        options.put("useBulkStmtsForInserts", text(settings.batch() == Batch.BULK));
        options.put("disablePipeline", text(!settings.pipelined()));
      } else {
        options.put("useBatchMultiSend", text(settings.pipelined()));
      }
    }
    return options;
  }

  private static String text(boolean value) {
    return Boolean.toString(value);
  }
}
