package io.github.bmt4j.target;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.target.DriverCoordinates.Family;
import io.github.bmt4j.target.DriverSettings.Batch;
import io.github.bmt4j.target.DriverSettings.Tls;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL by which a driver reaches a server with given settings. Options are set so that drivers
 * do the same work; they are those of the lists of options in the drivers' documentation (MariaDB
 * Connector/J 2.7, 3.5 and 4.0, MySQL Connector/J 9).
 */
public final class DriverUrl {
  private static final String MARIADB = "jdbc:mariadb:";
  private static final String MYSQL = "jdbc:mysql:";
  private static final String SSL_MODE = "sslMode";
  private static final String KEY_RETRIEVAL = "allowPublicKeyRetrieval";
  private static final List<String> OTHER_TLS =
      List.of("useSsl", "requireSsl", "trustServerCertificate", "verifyServerCertificate");
  private static final Pattern SSL_MODE_OPTION = Pattern.compile("(?i)[?&]sslMode=([^&]*)");
  private static final String CACHED_STATEMENTS = "250";
  private static final String CACHED_CHARS = "4096";

  private DriverUrl() {}

  /**
   * The URL for a driver. What the base URL sets itself stays as it is, but for what twins differ
   * in. TLS is always stated, because drivers disagree on what they do otherwise: what the base URL
   * says with {@code sslMode}, and {@code verify-full}, Connector/J 4.0's own default, when it says
   * nothing.
   *
   * @param base URL as the server's owner gave it: {@code jdbc:mariadb:} or {@code jdbc:mysql:}
   * @throws BadInputException when the base URL has options that this driver may not know, or says
   *     something of TLS otherwise than with {@code sslMode}
   */
  public static String of(String base, DriverCoordinates driver, DriverSettings settings) {
    for (String option : OTHER_TLS) {
      if (JdbcUrl.sets(base, option)) {
        throw new BadInputException(
            JdbcUrl.redacted(base)
                + ": say with sslMode, not with "
                + option
                + ", what TLS shall be");
      }
    }
    Map<String, String> options = new LinkedHashMap<>(twins(driver, settings));
    options.putAll(tls(driver, Mode.of(base, settings.tls())));
    String url = JdbcUrl.without(forFamily(base, driver), SSL_MODE);
    for (Map.Entry<String, String> option : options.entrySet()) {
      url = JdbcUrl.replaced(url, option.getKey(), option.getValue());
    }
    for (Map.Entry<String, String> option : usual(driver).entrySet()) {
      url = JdbcUrl.with(url, option.getKey(), option.getValue());
    }
    return url;
  }

  /** How far TLS goes. */
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
      Matcher said = SSL_MODE_OPTION.matcher(base);
      if (!said.find()) {
        return VERIFY_FULL;
      }
      String word = said.group(1);
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
      return Map.of(SSL_MODE, mode.mysql);
    }
    if (driver.major() >= 3) {
      return Map.of(SSL_MODE, mode.mariadb());
    }
    return Map.of(
        "useSsl", text(mode != Mode.DISABLE),
        "trustServerCertificate", text(mode == Mode.TRUST),
        "disableSslHostnameVerification", text(mode == Mode.VERIFY_CA));
  }

  private static String forFamily(String base, DriverCoordinates driver) {
    String wanted = driver.family() == Family.MYSQL ? MYSQL : MARIADB;
    if (base.startsWith(wanted)) {
      return base;
    }
    int query = base.indexOf('?');
    String place = query < 0 ? base : base.substring(0, query);
    String translated = wanted + place.substring(place.indexOf("//"));
    if (JdbcUrl.sets(base, KEY_RETRIEVAL)) {
      translated = JdbcUrl.with(translated, KEY_RETRIEVAL, "true");
    }
    if (JdbcUrl.without(JdbcUrl.without(base, SSL_MODE), KEY_RETRIEVAL).contains("?")) {
      throw new BadInputException(
          JdbcUrl.redacted(base)
              + " has options that "
              + driver
              + " may not know: give it with sslMode alone");
    }
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

  private static Map<String, String> usual(DriverCoordinates driver) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("useAffectedRows", "true");
    options.put("cachePrepStmts", "true");
    options.put("prepStmtCacheSize", CACHED_STATEMENTS);
    if (driver.family() == Family.MYSQL) {
      // Otherwise it sets net_write_timeout before and after every streamed result.
      options.put("netTimeoutForStreamingResults", "0");
    }
    if (driver.family() == Family.MYSQL || driver.major() < 3) {
      options.put("prepStmtCacheSqlLimit", CACHED_CHARS);
    }
    return options;
  }

  private static String text(boolean value) {
    return Boolean.toString(value);
  }
}
