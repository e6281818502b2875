package io.github.bmt4j.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that opens connections, without anything else. */
public abstract class OpeningDataSource implements DataSource {
  private @Nullable PrintWriter log;
  private volatile int loginTimeoutSeconds;

  @Override
  public final Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the login is the target's");
  }

  @Override
  public final @Nullable PrintWriter getLogWriter() {
    return log;
  }

  @Override
  public final void setLogWriter(@Nullable PrintWriter out) {
    log = out;
  }

  /**
   * Keeps the pool's value without using it: the limit is the URL's. A limit of {@link
   * java.sql.DriverManager} would count for all drivers of the JVM, and MySQL Connector/J uses it
   * even if the URL sets no limit.
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
  public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("drivers have loggers of their own");
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
