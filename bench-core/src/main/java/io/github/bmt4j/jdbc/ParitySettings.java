package io.github.bmt4j.jdbc;

import io.github.bmt4j.jdbc.DriverCoordinates.Family;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings that make drivers do the same work, in each driver's own words: those of the lists
 * of options in the drivers' documentation (MariaDB Connector/J 2.7, 3.5 and 4.0, MySQL Connector/J
 * 9 and 26).
 */
final class ParitySettings {
  private static final int CACHED_STATEMENTS = 250;

  private static final String CACHED_CHARS = "4096";

  private ParitySettings() {}

  /** What sysbench's client does: statements prepared once and kept, nothing asked in between. */
  static Map<String, String> sysbench(DriverCoordinates driver, PsMode psMode, int statements) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("useServerPrepStmts", Boolean.toString(psMode == PsMode.AUTO));
    options.putAll(alike(driver, statements));
    if (driver.family() == Family.MYSQL) {
      options.put("useLocalSessionState", "true");
      options.put("elideSetAutoCommits", "true");
      options.put("cacheServerConfiguration", "true");
      options.put("maintainTimeStats", "false");
    }
    return options;
  }

  /**
   * What the connections of a load have besides: no limit of the time to connect. With one, the
   * JDK's socket is non-blocking from then on, and each answer that is awaited costs two more
   * system calls ({@code NioSocketImpl} of JDK 17). MySQL Connector/J has no limit by default,
   * MariaDB Connector/J 30 s.
   *
   * @param running whether the load has begun: its server may be gone then, and a pool that waits
   *     for it for minutes does not fill again when it is back; such connections pay for a limit
   */
  static Map<String, String> ofLoad(boolean running) {
    return Map.of("connectTimeout", running ? "30000" : "0");
  }

  /**
   * What is the same wherever drivers are compared: changed (not matched) rows as the count of an
   * update, and a cache that holds all statements.
   *
   * @param statements how many different statements a connection will prepare
   */
  static Map<String, String> alike(DriverCoordinates driver, int statements) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("useAffectedRows", "true");
    options.put("cachePrepStmts", "true");
    options.put("prepStmtCacheSize", Integer.toString(Math.max(CACHED_STATEMENTS, statements)));
    if (driver.family() == Family.MYSQL) {
      // Otherwise it sets net_write_timeout before and after every streamed result.
      options.put("netTimeoutForStreamingResults", "0");
    }
    if (driver.family() == Family.MYSQL || driver.major() < 3) {
      options.put("prepStmtCacheSqlLimit", CACHED_CHARS);
    }
    return options;
  }
}
