package io.github.bmt4j.target;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A connector as pools want to see it. */
final class ConnectorDataSource implements DataSource {
  private final Connector connector;
  private @Nullable PrintWriter log;
  private volatile int loginTimeoutSeconds;
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

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the login is the target's");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return log;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    log = out;
  }

  /**
   * Keeps what the pool says, and does nothing with it: the limit is the URL's. That of {@link
   * java.sql.DriverManager} would count for all drivers of the JVM, and MySQL Connector/J takes it
   * where the URL says that there is none.
   */
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeoutSeconds = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeoutSeconds;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("drivers have loggers of their own");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
