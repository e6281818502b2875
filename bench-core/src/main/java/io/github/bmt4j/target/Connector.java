package io.github.bmt4j.target;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Opens plain connections to a target with MariaDB Connector/J, with the settings that make a run
 * comparable with sysbench: server-side statements as {@link PsMode} says, a statement cache that
 * holds all of the workload's, and changed (not matched) rows as the count of an update. What the
 * user's URL sets itself is left as he set it.
 */
public final class Connector {
  /** The driver's own default size of its cache of prepared statements. */
  private static final int DRIVER_CACHE = 250;

  private final String url;
  private final String user;
  private final Secret password;

  /**
   * @param statements how many different statements a connection will prepare
   */
  public Connector(Target target, PsMode psMode, int statements) {
    String effective =
        JdbcUrl.with(target.url(), "useServerPrepStmts", Boolean.toString(psMode == PsMode.AUTO));
    effective =
        JdbcUrl.with(
            effective, "prepStmtCacheSize", Integer.toString(Math.max(DRIVER_CACHE, statements)));
    this.url = JdbcUrl.with(effective, "useAffectedRows", "true");
    this.user = target.user();
    this.password = target.password();
  }

  /**
   * Opens a connection. The caller closes it.
   *
   * @throws SQLException as the driver throws it
   */
  public Connection connect() throws SQLException {
    return connect(new Properties());
  }

  /**
   * Opens a connection to a server that may not answer. The caller closes it.
   *
   * @param timeoutMillis how long to wait for it, and later for each answer
   * @throws SQLException as the driver throws it
   */
  public Connection connect(int timeoutMillis) throws SQLException {
    Properties options = new Properties();
    options.setProperty("connectTimeout", Integer.toString(timeoutMillis));
    options.setProperty("socketTimeout", Integer.toString(timeoutMillis));
    return connect(options);
  }

  private Connection connect(Properties login) throws SQLException {
    if (!user.isEmpty()) {
      login.setProperty("user", user);
      login.setProperty("password", password.reveal());
    }
    return DriverManager.getConnection(url, login);
  }

  /**
   * The URL with the settings of this run; may hold a password, so print it only {@link
   * JdbcUrl#redacted redacted}.
   */
  public String url() {
    return url;
  }

  /** Whether statements with parameters are prepared on the server; a URL may say so itself. */
  public boolean preparesOnServer() {
    return url.matches("(?i).*[?&]useServerPrepStmts=true(&.*)?");
  }

  String user() {
    return user;
  }

  Secret password() {
    return password;
  }

  static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      abortQuietly(connection);
    }
  }

  static void abortQuietly(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // Nothing more can be done: the socket is gone with the process at the latest.
    }
  }
}
