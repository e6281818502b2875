package io.github.bmt4j.jmh.stub;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC driver that talks to no server and answers every statement at once, with {@link Answer
 * rows that hang on its text} and the same values in each. What is measured over it is the code
 * that calls it.
 *
 * <p>Its URL is {@value #URL}; options may follow, for our connectors add some to every URL, and
 * mean nothing. Bound values and texts are kept, as every driver keeps them: were they dropped, the
 * JVM could leave out the work of making them.
 */
public final class StubDriver implements Driver {
  public static final String URL = "jdbc:bmt-stub:";

  static final String NAME = "bmt4j stub driver";
  static final int MAJOR_VERSION = 1;
  static final int MINOR_VERSION = 0;
  static final String VERSION = MAJOR_VERSION + "." + MINOR_VERSION;

  static {
    try {
      DriverManager.registerDriver(new StubDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) {
    return acceptsURL(url) ? StubConnection.create(url) : null;
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(URL);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return MAJOR_VERSION;
  }

  @Override
  public int getMinorVersion() {
    return MINOR_VERSION;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("the stub driver logs nothing");
  }
}
