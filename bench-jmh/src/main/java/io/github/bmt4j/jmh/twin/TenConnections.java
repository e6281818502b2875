package io.github.bmt4j.jmh.twin;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.TrialServer;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A HikariCP pool of ten plain connections. */
public final class TenConnections implements AutoCloseable {
  /** Connections in the pool. */
  public static final int CONNECTIONS = 10;

  private static final String BYPASS = "com.zaxxer.hikari.aliveBypassWindowMs";
  // HikariCP validates what was idle for more ms than this: with 0, not what comes back at once.
  private static final String NEVER_BYPASSED = "-1";

  private final HikariDataSource pool;

  private TenConnections(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Default of HikariCP: a connection is validated when it was idle for more than 500 ms. */
  public static TenConnections usual(TrialServer server) {
    return new TenConnections(new HikariDataSource(config(server)));
  }

  /** A connection is validated each time it is borrowed. */
  public static TenConnections validating(TrialServer server) {
    synchronized (TenConnections.class) {
      @Nullable String before = System.getProperty(BYPASS);
      System.setProperty(BYPASS, NEVER_BYPASSED);
      try {
        return new TenConnections(new HikariDataSource(config(server)));
      } finally {
        if (before == null) {
          System.clearProperty(BYPASS);
        } else {
          System.setProperty(BYPASS, before);
        }
      }
    }
  }

  /** Borrows a connection; closing gives it back. */
  public Connection borrow() throws SQLException {
    return pool.getConnection();
  }

  @Override
  public void close() {
    pool.close();
  }

  private static HikariConfig config(TrialServer server) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource(DriverSettings.PLAIN));
    config.setMaximumPoolSize(CONNECTIONS);
    return config;
  }
}
