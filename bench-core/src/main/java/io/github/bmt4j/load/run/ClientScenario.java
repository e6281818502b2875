package io.github.bmt4j.load.run;

import io.github.bmt4j.jdbc.PoolProperties;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the client of a run. Holds no password.
 *
 * @param driver driver that it uses
 * @param pool "hikari" or "none"
 * @param poolSize connections of the pool, dealt over the endpoints; absent for one a thread
 * @param poolProperties properties of the pool that were given; absent without any
 * @param psMode "auto" for server-side prepared statements, "disable" for text
 * @param ignoreErrors vendor codes that are rolled back and retried, or "all"
 * @param maxRetries of one operation
 * @param consume part of a result set that is read: "none" of it (it is fetched as a whole), the
 *     "first-column" of every row, or "all" columns
 * @param byStatement true if each statement of a transaction is timed
 */
public record ClientScenario(
    Driver driver,
    String pool,
    @Nullable Integer poolSize,
    @Nullable PoolProperties poolProperties,
    String psMode,
    List<String> ignoreErrors,
    int maxRetries,
    String consume,
    boolean byStatement) {
  /**
   * The JDBC driver.
   *
   * @param driver coordinates as the user wrote them; absent for bmt's own
   * @param driverWith coordinates of jars in addition to its own
   * @param driverProperties properties that the user set, without secrets
   * @param parity "sysbench" for the settings that make drivers do sysbench's work, or "none" for a
   *     driver as shipped
   */
  public record Driver(
      @Nullable String driver,
      List<String> driverWith,
      Map<String, String> driverProperties,
      String parity) {
    public static final Driver OWN = new Driver(null, List.of(), Map.of(), "sysbench");
  }

  public PoolProperties properties() {
    return poolProperties == null ? PoolProperties.NONE : poolProperties;
  }

  ClientScenario with(int size) {
    return new ClientScenario(
        driver, pool, size, poolProperties, psMode, ignoreErrors, maxRetries, consume, byStatement);
  }

  public ClientScenario through(Driver other) {
    return new ClientScenario(
        other,
        pool,
        poolSize,
        poolProperties,
        psMode,
        ignoreErrors,
        maxRetries,
        consume,
        byStatement);
  }
}
