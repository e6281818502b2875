package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** An embedded server with a row for observers and a user who has no right but to change it. */
public final class ObservedServer implements AutoCloseable {
  public static final String USER = "looker";
  public static final String WRITE = "UPDATE looks SET looks = looks + 1 WHERE node = 'n1'";
  private static final String PASSWORD = "secret";

  /** For tests in which a look must answer, however busy the machine is. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Server lab;

  public ObservedServer() throws TargetException, SQLException {
    lab = ItServers.open(ItServers.embedded(), "server_id=7");
    execute(
        "CREATE TABLE looks (node VARCHAR(190) PRIMARY KEY, looks BIGINT NOT NULL)",
        "INSERT INTO looks VALUES ('n1', 0)",
        "CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'",
        "GRANT SELECT, UPDATE ON bmt.looks TO " + USER);
  }

  public void execute(String... statements) throws SQLException {
    Queries.execute(lab.target(), statements);
  }

  public String one(String query) throws SQLException {
    return Queries.one(lab.target(), query);
  }

  /** A connection of the user without rights. */
  public Connection connect() throws SQLException {
    return connect(PATIENCE);
  }

  /** The same, which waits no longer than this for an answer. */
  public Connection connect(Duration patience) throws SQLException {
    return DriverManager.getConnection(url(patience), USER, PASSWORD);
  }

  /** One over a URL without login. */
  public static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, USER, PASSWORD);
  }

  public int port() {
    return Integer.parseInt(lab.target().url().replaceFirst(".*:(\\d+)/.*", "$1"));
  }

  /** A connection with all privileges. */
  public Connection connectAsAdmin() throws SQLException {
    return connectAsAdmin(PATIENCE);
  }

  /** The same, which waits no longer than this for an answer. */
  public Connection connectAsAdmin(Duration patience) throws SQLException {
    return DriverManager.getConnection(
        url(patience), lab.target().user(), lab.target().password().reveal());
  }

  private String url(Duration patience) {
    String url = lab.target().url();
    return url
        + (url.contains("?") ? "&" : "?")
        + "connectTimeout="
        + patience.toMillis()
        + "&socketTimeout="
        + patience.toMillis();
  }

  /** Stands still, all at once, until it is thawed. */
  public void freeze() throws IOException, InterruptedException {
    Child.signal("STOP", lab.pid().orElseThrow());
  }

  public void thaw() throws IOException, InterruptedException {
    Child.signal("CONT", lab.pid().orElseThrow());
  }

  /** Waits until something is so, for half a minute at most. */
  public static void await(BooleanSupplier condition) throws InterruptedException {
    for (int poll = 0; !condition.getAsBoolean(); poll++) {
      if (poll == 3_000) {
        throw new AssertionError("it does not come to pass");
      }
      Thread.sleep(10);
    }
  }

  @Override
  public void close() {
    lab.close();
  }
}
