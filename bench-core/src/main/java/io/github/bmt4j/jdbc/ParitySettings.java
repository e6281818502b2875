package io.github.bmt4j.jdbc;

import io.github.bmt4j.jdbc.DriverCoordinates.Family;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings that make drivers do the same work, in each driver's own words, from the lists of
 * options in the drivers' documentation (MariaDB Connector/J 2.7, 3.5 and 4.0, MySQL Connector/J 9
 * and 26).
 */
final class ParitySettings {
  private static final int CACHED_STATEMENTS = 250;

  private static final String CACHED_CHARS = "4096";

  private ParitySettings() {}

  /**
   * Settings that match sysbench's client: statements prepared once and kept, no queries in
   * between.
   */
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
   * Further settings of a load's connections: no limit of the time to connect. With one, the JDK's
   * socket is non-blocking from then on, and each awaited answer costs two more system calls
   * ({@code NioSocketImpl} of JDK 17). MySQL Connector/J has no limit by default, MariaDB
   * Connector/J 30 s.
   *
   * @param running true if the load has begun: such connections have a limit, because the server
   *     may be gone, and a pool that waits for it for minutes would not refill after its return
   */
  static Map<String, String> ofLoad(boolean running) {
    return Map.of("connectTimeout", running ? "30000" : "0");
  }

  /**
   * Settings that all drivers share in a comparison: changed (not matched) rows as the count of an
   * update, and a cache that holds all statements.
   *
   * @param statements number of different statements that a connection will prepare
   */
  static Map<String, String> alike(DriverCoordinates driver, int statements) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("useAffectedRows", "true");
    options.put("cachePrepStmts", "true");
    options.put("prepStmtCacheSize", Integer.toString(Math.max(CACHED_STATEMENTS, statements)));
    if (driver.family() == Family.MYSQL) {
      // Otherwise the driver sets net_write_timeout before and after every streamed result.
      options.put("netTimeoutForStreamingResults", "0");
    }
    if (driver.family() == Family.MYSQL || driver.major() < 3) {
      options.put("prepStmtCacheSqlLimit", CACHED_CHARS);
    }
    return options;
  }
}
