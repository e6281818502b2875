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
 * A HikariCP pool of fixed size unless its properties say otherwise, with HikariCP's own defaults.
 * Workers borrow a connection for every transaction, as an application does.
 */
public final class HikariConnections implements ConnectionSource {
  private final ConnectorDataSource opener;
  private final HikariDataSource pool;
  private final int size;
  private final boolean timesBorrows;
  private volatile boolean underLoad;

  /**
   * @param size connections of the pool
   * @param timesBorrows true if the time to borrow is a separate figure
   * @param properties that the pool gets, and is read back from
   * @throws io.github.bmt4j.failure.BadInputException when the pool has other ones
   */
  public HikariConnections(
      Connector connector, int size, boolean timesBorrows, PoolProperties properties) {
    this(connector, size, timesBorrows, properties, new HikariConfig());
  }

  HikariConnections(
      Connector connector,
      int size,
      boolean timesBorrows,
      PoolProperties properties,
      HikariConfig config) {
    this.size = size;
    this.timesBorrows = timesBorrows;
    this.opener = new ConnectorDataSource(connector);
    fixed(config, size);
    config.setPoolName("bmt");
    config.setInitializationFailTimeout(-1);
    config.setDataSource(opener);
    this.pool = properties.open(config);
  }

  /** Configuration of a pool of fixed size, without its data source. */
  public static HikariConfig config(int size) {
    return fixed(new HikariConfig(), size);
  }

  private static HikariConfig fixed(HikariConfig config, int size) {
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    return config;
  }

  /**
   * A connection of the pool. The pool opens connections one after the other, so that before the
   * load the last of many may come after HikariCP's {@code connectionTimeout}, which therefore
   * limits the time without a new connection.
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
    return Math.max(0, pool.getMinimumIdle() - open());
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

  /** A connector in the form that pools need. */
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
