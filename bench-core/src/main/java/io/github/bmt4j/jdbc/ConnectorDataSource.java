package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** A connector as pools want to see it. */
final class ConnectorDataSource extends OpeningDataSource {
  private final Connector connector;
  private volatile boolean underLoad;

  ConnectorDataSource(Connector connector) {
    this.connector = connector;
  }

  /** Connections that are opened from now on belong to a load that runs. */
  void loadBegins() {
    underLoad = true;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return underLoad ? connector.connectUnderLoad() : connector.connect();
  }
}
