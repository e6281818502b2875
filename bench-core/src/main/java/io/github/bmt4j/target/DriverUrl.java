package io.github.bmt4j.target;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.target.DriverCoordinates.Family;
import io.github.bmt4j.target.DriverSettings.Batch;
import io.github.bmt4j.target.DriverSettings.Tls;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL by which a driver reaches a server with given settings. Options are set so that drivers
 * do the same work: the source of each is section 3.9 of the project's notes on sysbench, and the
 * drivers' own lists of options.
 */
public final class DriverUrl {
  private static final String MARIADB = "jdbc:mariadb:";
  private static final String MYSQL = "jdbc:mysql:";
  private static final String SSL_MODE = "sslMode";
  private static final Pattern SSL_MODE_OPTION = Pattern.compile("(?i)[?&]sslMode=([^&]*)");
  private static final String CACHED_STATEMENTS = "250";
  private static final String CACHED_CHARS = "4096";

  private DriverUrl() {}

  /**
   * The URL for a driver. What the base URL sets itself stays as it is, but for what twins differ
   * in. TLS is always stated, because drivers disagree on what they do otherwise.
   *
   * @param base URL as the server's owner gave it: {@code jdbc:mariadb:} or {@code jdbc:mysql:}
   * @throws BadInputException when the base URL is for another driver and has options of its own
   */
  public static String of(String base, DriverCoordinates driver, DriverSettings settings) {
    Map<String, String> options = new LinkedHashMap<>(twins(driver, settings));
    options.putAll(tls(driver, Mode.of(base, settings.tls())));
    String url = forFamily(JdbcUrl.replaced(base, SSL_MODE, "x"), driver);
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
        return DISABLE;
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
    String options = query < 0 ? "" : base.substring(query + 1);
    String others =
        options.replaceAll("(?i)(^|&)(" + SSL_MODE + "|allowPublicKeyRetrieval)=[^&]*", "");
    if (!others.isEmpty()) {
      throw new BadInputException(
          JdbcUrl.redacted(base)
              + " has options that "
              + driver
              + " may not know: give it without them, or a "
              + wanted
              + " URL for this driver alone");
    }
    String place = query < 0 ? base : base.substring(0, query);
    return wanted + place.substring(place.indexOf("//"));
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
    options.put("allowPublicKeyRetrieval", "true");
    if (driver.family() == Family.MYSQL || driver.major() < 3) {
      options.put("prepStmtCacheSqlLimit", CACHED_CHARS);
    }
    return options;
  }

  private static String text(boolean value) {
    return Boolean.toString(value);
  }
}
