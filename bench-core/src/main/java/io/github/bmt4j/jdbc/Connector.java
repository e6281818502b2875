package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Opens plain connections to a target, whose sessions are {@link Dialect#settle settled}. bmt's own
 * connections, and those of loads without a requested driver, use MariaDB Connector/J, with
 * settings that make a run comparable with sysbench: server-side statements as {@link PsMode} says,
 * a statement cache that holds all of the workload's, and changed (not matched) rows as the count
 * of an update. Settings in the user's URL stay.
 */
public final class Connector {
  private final String url;
  private final String urlUnderLoad;
  private final Target target;
  private final Map<String, String> properties;
  private final Opening opening;
  private final boolean settles;
  private volatile Set<String> settled = Set.of();

  /** Method by which a driver opens a connection. */
  interface Opening {
    /** Opens one. The caller closes it. */
    Connection open(String url, Properties login) throws SQLException;
  }

  /**
   * Opens connections of bmt's own driver.
   *
   * @param statements number of different statements that a connection will prepare
   */
  public Connector(Target target, PsMode psMode, int statements) {
    this(ownUrl(target, psMode, statements), target);
  }

  private Connector(String url, Target target) {
    this(url, url, target, Map.of(), DriverManager::getConnection, true);
  }

  /**
   * Opens connections of any driver.
   *
   * @param url URL as the driver understands it
   * @param urlUnderLoad URL of connections that are opened while a load runs
   * @param properties for the driver that must not be in the URL
   */
  Connector(
      String url,
      String urlUnderLoad,
      Target target,
      Map<String, String> properties,
      Opening opening) {
    this(url, urlUnderLoad, target, properties, opening, true);
  }

  private Connector(
      String url,
      String urlUnderLoad,
      Target target,
      Map<String, String> properties,
      Opening opening,
      boolean settles) {
    this.settles = settles;
    this.url = url;
    this.urlUnderLoad = urlUnderLoad;
    this.target = target;
    this.properties = Map.copyOf(properties);
    this.opening = opening;
  }

  /** This connector, with connections that execute these statements once opened. */
  public Connector sending(List<String> sql) {
    if (sql.isEmpty()) {
      return this;
    }
    Opening first =
        (address, login) -> Sql.executed(opening.open(address, login), sql.toArray(String[]::new));
    return new Connector(url, urlUnderLoad, target, properties, first, settles);
  }

  /** This connector, with sessions as server and driver make them: bmt itself sends nothing. */
  public Connector unsettled() {
    return new Connector(url, urlUnderLoad, target, properties, opening, false);
  }

  private static String ownUrl(Target target, PsMode psMode, int statements) {
    return JdbcUrl.with(
        DriverUrl.own(target.url()),
        ParitySettings.sysbench(LoadDriver.ownCoordinates(), psMode, statements));
  }

  /** Opens a connection. The caller closes it. */
  public Connection connect() throws SQLException {
    return connect(url, new Properties());
  }

  /** Opens a connection while a load runs, to a server that may be gone. The caller closes it. */
  Connection connectUnderLoad() throws SQLException {
    return connect(urlUnderLoad, new Properties());
  }

  /**
   * Opens a connection to a server that may not answer. The caller closes it.
   *
   * @param timeoutMillis longest wait for the connection, and later for each answer
   */
  public Connection connect(int timeoutMillis) throws SQLException {
    Properties options = new Properties();
    options.setProperty("connectTimeout", Integer.toString(timeoutMillis));
    options.setProperty("socketTimeout", Integer.toString(timeoutMillis));
    return connect(url, options);
  }

  private Connection connect(String address, Properties options) throws SQLException {
    options.putAll(JdbcUrl.loginBeside(address, target.user(), target.password()));
    properties.forEach(options::setProperty);
    Connection connection = opening.open(address, options);
    if (!settles) {
      return connection;
    }
    try {
      Set<String> otherwise = target.dialect().settle(connection);
      if (!otherwise.isEmpty()) {
        settled = otherwise;
      }
      return connection;
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  /**
   * Values of sessions of this connector that bmt had to change, because its statements need
   * others, such as {@code autocommit=OFF}; empty if there were none.
   */
  public Set<String> settled() {
    return settled;
  }

  /** Server and login of its connections. */
  public Target target() {
    return target;
  }

  /**
   * The URL with the settings of this run; may hold a password, so print it only {@link
   * JdbcUrl#redacted redacted}.
   */
  public String url() {
    return url;
  }

  /** The URL of connections that are opened while a load runs. */
  String urlUnderLoad() {
    return urlUnderLoad;
  }

  /**
   * Returns true if statements with parameters are prepared on the server; the URL may decide it.
   */
  public boolean preparesOnServer() {
    return url.matches("(?i).*[?&]useServerPrepStmts=true(&.*)?");
  }

  /** Closes a connection that may be lost. */
  public static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      abortQuietly(connection);
    }
  }

  /** Closes a connection on which a thread may be waiting for an answer. */
  public static void abortQuietly(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // Nothing more can be done: the socket is gone with the process at the latest.
    }
  }
}
