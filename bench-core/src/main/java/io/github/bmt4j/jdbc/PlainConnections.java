package io.github.bmt4j.jdbc;

import io.github.bmt4j.outcome.ErrorPhase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** No pool: every worker opens a connection and keeps it until it is lost or the run ends. */
public final class PlainConnections implements ConnectionSource {
  private final Connector connector;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private volatile boolean underLoad;

  public PlainConnections(Connector connector) {
    this.connector = connector;
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
    return false;
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
