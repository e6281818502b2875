package io.github.bmt4j.experiment;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.SessionSettings;
import io.github.bmt4j.jdbc.Target;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeMap;

/** Reads the environment of a run: server, driver, machine. */
public final class EnvironmentReader {
  private EnvironmentReader() {}

  /** Notes that qualify figures measured on this target. */
  public static List<String> notes(Target target) {
    return target.ours() || JdbcUrl.namesThisMachine(target.url())
        ? List.of(
            "client and server share this machine's processors: compare with runs on the same"
                + " machine only")
        : List.of();
  }

  public static Environment read(
      Target target, ServerFacts server, Connector connector, Connection connection)
      throws SQLException {
    return read(
        target.description(),
        server,
        connector.url(),
        connector.preparesOnServer() ? "server" : "text",
        connection);
  }

  /**
   * Reads the environment over a connection.
   *
   * @param description product, version and origin of the server
   * @param url of the driver; its passwords are removed
   * @param statements mode in which statements with parameters are sent: "server" or "text"
   */
  public static Environment read(
      String description, ServerFacts server, String url, String statements, Connection connection)
      throws SQLException {
    DatabaseMetaData driver = connection.getMetaData();
    return environment(
        description,
        server,
        new Environment.Driver(
            driver.getDriverName(),
            LoadClient.version(driver),
            JdbcUrl.redacted(url),
            statements,
            null),
        ServerFacts.tls(connection),
        SessionSettings.read(connection));
  }

  /** Environment of a target and of the connections of a load. */
  public static Environment read(Target target, ServerFacts server, LoadClient client) {
    return environment(
        target.description(),
        server,
        new Environment.Driver(
            client.name(),
            client.version(),
            JdbcUrl.redacted(client.connector().url()),
            client.statements(),
            null),
        client.tls(),
        client.session());
  }

  private static Environment environment(
      String description,
      ServerFacts server,
      Environment.Driver driver,
      String tls,
      SessionSettings session) {
    return new Environment(
        new Environment.Server(
            description, server.name(), server.version(), new TreeMap<>(server.variables())),
        driver,
        tls,
        MachineFacts.jvm(ManagementFactory.getRuntimeMXBean().getInputArguments()),
        MachineFacts.os(),
        new Environment.Cpu(
            MachineFacts.cpu(),
            Runtime.getRuntime().availableProcessors(),
            MachineFacts.memoryBytes()),
        new TreeMap<>(session.values()),
        null);
  }
}
