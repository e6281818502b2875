package io.github.bmt4j.failover.client;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.jdbc.LoadDriver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The connections of an application: its driver, and HikariCP pools with its settings, and
 * otherwise HikariCP's defaults.
 */
final class Pools {
  private static final long PATIENCE_MILLIS = 10_000;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ProbePlan plan;
  private final LoadDriver driver;
  private final Clock clock;
  private final List<HikariDataSource> opened = new CopyOnWriteArrayList<>();
  private boolean traced = true;

  Pools(ProbePlan plan, Clock clock) {
    this.plan = plan;
    this.driver = plan.driver().load();
    this.clock = clock;
  }

  DataSource plain(String url, ProbeKind probe) {
    String complete = plan.settings().family().url(url, plan.settings(), probe);
    traced &= TracedSocketFactory.isIn(complete);
    return new ApplicationDataSource(driver, complete, plan.user(), plan.password());
  }

  boolean areTraced() {
    return traced;
  }

  /** The connections of a probe: from a pool, or without one, as the settings say. */
  DataSource connections(String url, ProbeKind probe) throws SQLException {
    return plan.settings().goesWithoutPool() ? plain(url, probe) : open(url, probe);
  }

  /** Opens a pool and waits until all its connections are open. */
  private HikariDataSource open(String url, ProbeKind probe) throws SQLException {
    HikariDataSource pool;
    try {
      pool = plan.settings().poolProperties().open(config(url, probe));
    } catch (RuntimeException e) {
      Throwable cause = e.getCause();
      throw cause instanceof SQLException sql ? sql : new SQLException(e.getMessage(), e);
    }
    int wanted = pool.getMinimumIdle();
    clock.sleepUntil(
        clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS),
        () -> pool.getHikariPoolMXBean().getTotalConnections() >= wanted);
    int open = pool.getHikariPoolMXBean().getTotalConnections();
    if (open < wanted) {
      pool.close();
      throw new SQLException(
          "a pool opened only " + open + " of " + wanted + " connections within 10 s");
    }
    opened.add(pool);
    return pool;
  }

  /**
   * Suspends the pools, and waits until no connection is in use.
   *
   * @return number of connections still in use when the patience is over
   */
  int suspend(Duration patience) {
    opened.forEach(pool -> pool.getHikariPoolMXBean().suspendPool());
    long untilNanos = clock.nanoTime() + patience.toNanos();
    int used = used();
    while (used > 0 && clock.nanoTime() < untilNanos) {
      clock.sleepUntil(clock.nanoTime() + LOOK_NANOS, () -> false);
      used = used();
    }
    return used;
  }

  private int used() {
    return opened.stream()
        .mapToInt(pool -> pool.getHikariPoolMXBean().getActiveConnections())
        .sum();
  }

  /** Throws away older connections, and lets the pools go on. */
  void resume() {
    for (HikariDataSource pool : opened) {
      pool.getHikariPoolMXBean().softEvictConnections();
      pool.getHikariPoolMXBean().resumePool();
    }
  }

  private HikariConfig config(String url, ProbeKind probe) {
    HikariConfig config = plan.settings().hikari();
    config.setPoolName("bmt-" + probe);
    config.setDataSource(plain(url, probe));
    config.setInitializationFailTimeout(PATIENCE_MILLIS);
    return config;
  }
}
