package io.github.bmt4j.failover.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Makes HikariCP pools as the application's settings say, and otherwise as HikariCP ships them. */
final class Pools {
  private static final long PATIENCE_MILLIS = 10_000;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Pools() {}

  /**
   * Opens a pool and waits until all its connections are open.
   *
   * @throws SQLException when they are not within 10 s
   */
  static HikariDataSource open(String url, ProbePlan plan, ProbeKind probe, Clock clock)
      throws SQLException {
    HikariDataSource pool;
    try {
      pool = new HikariDataSource(config(url, plan, probe));
    } catch (RuntimeException e) {
      Throwable cause = e.getCause();
      throw cause instanceof SQLException sql ? sql : new SQLException(e.getMessage(), e);
    }
    int wanted = plan.settings().poolSize();
    long untilNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    int open = pool.getHikariPoolMXBean().getTotalConnections();
    while (open < wanted) {
      if (clock.nanoTime() > untilNanos) {
        pool.close();
        throw new SQLException(
            "a pool opened only " + open + " of " + wanted + " connections within 10 s");
      }
      clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, () -> false);
      open = pool.getHikariPoolMXBean().getTotalConnections();
    }
    return pool;
  }

  private static HikariConfig config(String url, ProbePlan plan, ProbeKind probe) {
    ApplicationSettings settings = plan.settings();
    HikariConfig config = new HikariConfig();
    config.setPoolName("bmt-" + probe);
    config.setJdbcUrl(DriverOptions.url(url, settings, probe));
    config.setUsername(plan.user());
    config.setPassword(plan.password());
    config.setMaximumPoolSize(settings.poolSize());
    config.setInitializationFailTimeout(PATIENCE_MILLIS);
    Long poolTimeout = settings.poolTimeoutMillis();
    if (poolTimeout != null) {
      config.setConnectionTimeout(poolTimeout);
    }
    Long validationTimeout = settings.validationTimeoutMillis();
    if (validationTimeout != null) {
      config.setValidationTimeout(validationTimeout);
    }
    Long maxLifetime = settings.maxLifetimeMillis();
    if (maxLifetime != null) {
      config.setMaxLifetime(maxLifetime);
    }
    if (settings.evictReadOnly()) {
      config.setExceptionOverrideClassName(ReadOnlyEviction.class.getName());
    }
    return config;
  }
}
