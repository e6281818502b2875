package io.github.bmt4j.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A HikariCP pool of fixed size, with HikariCP's own defaults otherwise. Workers borrow a
 * connection for every transaction, as an application does.
 */
public final class HikariConnections implements ConnectionSource {
  private final ConnectorDataSource opener;
  private final HikariDataSource pool;
  private final int size;
  private final boolean timesBorrows;
  private volatile boolean underLoad;

  /** A pool whose times to borrow are no figure. */
  public HikariConnections(Connector connector, int size) {
    this(connector, size, false);
  }

  /**
   * @param size connections of the pool
   * @param timesBorrows true if the time to borrow is a separate figure
   */
  public HikariConnections(Connector connector, int size, boolean timesBorrows) {
    this(connector, size, timesBorrows, new HikariConfig());
  }

  HikariConnections(Connector connector, int size, boolean timesBorrows, HikariConfig config) {
    this.size = size;
    this.timesBorrows = timesBorrows;
    config.setPoolName("bmt");
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setInitializationFailTimeout(-1);
    this.opener = new ConnectorDataSource(connector);
    config.setDataSource(opener);
    this.pool = new HikariDataSource(config);
  }

  /**
   * A connection of the pool. The pool opens one after the other, so that before the load the last
   * of many may come after HikariCP's {@code connectionTimeout}: then that is how long the pool may
   * go without a new one.
   */
  @Override
  public Connection acquire() throws SQLException {
    int open = open();
    while (true) {
      try {
        return pool.getConnection();
      } catch (SQLTransientConnectionException e) {
        if (underLoad || open() <= open) {
          throw e;
        }
        open = open();
      }
    }
  }

  private int open() {
    return pool.getHikariPoolMXBean().getTotalConnections();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int missing() {
    return Math.max(0, size - open());
  }

  @Override
  public @Nullable SQLException refusal() {
    return opener.refusal();
  }

  @Override
  public boolean timesBorrows() {
    return timesBorrows;
  }

  @Override
  public void loadBegins() {
    underLoad = true;
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

  /** A connector as pools want to see it. */
  private static final class ConnectorDataSource extends OpeningDataSource {
    private final Connector connector;
    private volatile boolean underLoad;
    private volatile @Nullable SQLException refusal;

    ConnectorDataSource(Connector connector) {
      this.connector = connector;
    }

    /** Connections that are opened from now on belong to a load that runs. */
    void loadBegins() {
      underLoad = true;
    }

    @Override
    public Connection getConnection() throws SQLException {
      try {
        Connection opened = underLoad ? connector.connectUnderLoad() : connector.connect();
        refusal = null;
        return opened;
      } catch (SQLException e) {
        refusal = e;
        throw e;
      }
    }

    @Nullable SQLException refusal() {
      return refusal;
    }
  }
}
