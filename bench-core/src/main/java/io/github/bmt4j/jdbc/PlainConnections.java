package io.github.bmt4j.jdbc;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * No pool: every worker opens a connection and keeps it until it is lost or the run ends, or opens
 * one for each operation.
 */
public final class PlainConnections implements ConnectionSource {
  private final Connector connector;
  private final boolean perTransaction;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private volatile boolean underLoad;

  /**
   * @param perTransaction true if each operation opens a connection and closes it
   */
  public PlainConnections(Connector connector, boolean perTransaction) {
    this.connector = connector;
    this.perTransaction = perTransaction;
  }

  /** None that a worker could hold before its first operation if each opens its own. */
  @Override
  public int size() {
    return perTransaction ? 0 : Integer.MAX_VALUE;
  }

  @Override
  public Connection acquire() throws SQLException {
    Connection connection = underLoad ? connector.connectUnderLoad() : connector.connect();
    open.add(connection);
    return connection;
  }

  @Override
  public void loadBegins() {
    underLoad = true;
  }

  @Override
  public void release(Connection connection) throws SQLException {
    open.remove(connection);
    connection.close();
  }

  @Override
  public void discard(Connection connection) {
    open.remove(connection);
    Connector.closeQuietly(connection);
  }

  @Override
  public boolean perTransaction() {
    return perTransaction;
  }

  @Override
  public ErrorPhase acquirePhase() {
    return ErrorPhase.CONNECT;
  }

  @Override
  public void abort(Executor executor) {
    for (Connection connection : open) {
      executor.execute(() -> Connector.abortQuietly(connection));
    }
  }

  @Override
  public void close() {
    for (Connection connection : open) {
      Connector.closeQuietly(connection);
    }
    open.clear();
  }
}
