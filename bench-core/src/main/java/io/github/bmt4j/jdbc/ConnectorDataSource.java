package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A connector as pools want to see it. */
final class ConnectorDataSource extends OpeningDataSource {
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

  /** Reason why the last connection could not be opened; absent where it could. */
  @Nullable SQLException refusal() {
    return refusal;
  }
}
