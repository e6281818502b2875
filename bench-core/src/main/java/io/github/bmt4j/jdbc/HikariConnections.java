package io.github.bmt4j.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.clock.ErrorPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;

/**
 * A HikariCP pool of fixed size, with HikariCP's own defaults otherwise. Workers borrow a
 * connection for every transaction, as an application does.
 */
public final class HikariConnections implements ConnectionSource {
  private final ConnectorDataSource opener;
  private final HikariDataSource pool;
  private final int size;
  private final boolean timesBorrows;

  /** A pool whose times to borrow are no figure. */
  public HikariConnections(Connector connector, int size) {
    this(connector, size, false);
  }

  /**
   * @param size connections of the pool
   * @param timesBorrows whether the time to borrow is a figure of its own
   */
  public HikariConnections(Connector connector, int size, boolean timesBorrows) {
    this.size = size;
    this.timesBorrows = timesBorrows;
    HikariConfig config = new HikariConfig();
    config.setPoolName("bmt");
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setInitializationFailTimeout(-1);
    this.opener = new ConnectorDataSource(connector);
    config.setDataSource(opener);
    this.pool = new HikariDataSource(config);
  }

  @Override
  public Connection acquire() throws SQLException {
    return pool.getConnection();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int missing() {
    return Math.max(0, size - pool.getHikariPoolMXBean().getTotalConnections());
  }

  @Override
  public boolean timesBorrows() {
    return timesBorrows;
  }

  @Override
  public void loadBegins() {
    opener.loadBegins();
  }

  @Override
  public void release(Connection connection) throws SQLException {
    connection.close();
  }

  @Override
  public void discard(Connection connection) {
    pool.evictConnection(connection);
    Connector.closeQuietly(connection);
  }

  @Override
  public boolean perTransaction() {
    return true;
  }

  @Override
  public ErrorPhase acquirePhase() {
    return ErrorPhase.BORROW;
  }

  @Override
  public void abort(Executor executor) {
    executor.execute(pool::close);
  }

  @Override
  public void close() {
    pool.close();
  }
}
