package io.github.bmt4j.target;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A connector as pools want to see it. */
final class ConnectorDataSource implements DataSource {
  private final Connector connector;
  private @Nullable PrintWriter log;

  ConnectorDataSource(Connector connector) {
    this.connector = connector;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connector.connect();
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

  /** As pools do it for drivers that are named by a URL: it is that of all drivers of the JVM. */
  @Override
  public void setLoginTimeout(int seconds) {
    DriverManager.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() {
    return DriverManager.getLoginTimeout();
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
