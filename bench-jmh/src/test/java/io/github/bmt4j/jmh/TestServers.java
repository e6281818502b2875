package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.jmh.fork.Handover;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.ItServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A server of ours with a relay before it, handed over to benchmarks in this JVM. */
final class TestServers implements AutoCloseable {
  static final List<String> NEWEST_DRIVERS = List.of(TrialServer.BUNDLED, "mysql:9.5.0");
  static final List<String> OLDER_DRIVERS = List.of("mariadb:3.5.11", "mariadb:2.7.15");
  static final List<String> DRIVERS =
      Stream.of(NEWEST_DRIVERS, OLDER_DRIVERS).flatMap(List::stream).toList();
  static final String STRAIGHT = "straight";
  static final String RELAYED = "relayed";

  private final io.github.bmt4j.server.Server lab;
  private final Relay relay;
  private final Path file;

  private TestServers(io.github.bmt4j.server.Server lab, Relay relay, Path file) {
    this.lab = lab;
    this.relay = relay;
    this.file = file;
  }

  static TestServers start(TargetSpec spec, String product, List<String> options) throws Exception {
    Map<String, String> drivers = new LinkedHashMap<>();
    for (String driver : DRIVERS) {
      String maven = DriverCoordinates.parse(driver).maven();
      drivers.put(driver, MavenArtifacts.ofUser().resolve(maven, Progress.SILENT).toString());
    }
    io.github.bmt4j.server.Server lab = ItServers.open(spec, options);
    Target target = lab.target();
    int begin = target.url().lastIndexOf(':', target.url().indexOf('/', 20)) + 1;
    int end = target.url().indexOf('/', begin);
    Relay relay = Relay.to(Integer.parseInt(target.url().substring(begin, end)));
    String relayed = target.url().substring(0, begin) + relay.port() + target.url().substring(end);
    Handover.Server straight = Handover.Server.of(target, product, true);
    Handover.Server slow =
        new Handover.Server(
            "relay", relayed, straight.user(), straight.password(), true, product, true);
    Path file = Files.createTempFile("bmt-handover", ".json");
    new Handover(
            ItServers.cache().toString(),
            Map.of(STRAIGHT, straight, RELAYED, slow),
            drivers,
            Map.of())
        .write(file);
    System.setProperty(Handover.PROPERTY, file.toString());
    return new TestServers(lab, relay, file);
  }

  Relay relay() {
    return relay;
  }

  /** The server with a driver; the caller closes it. */
  TrialServer open(String url, String driver) {
    TrialServer server = new TrialServer();
    server.url = url;
    server.driver = driver;
    server.open();
    return server;
  }

  /** What an SQL question answers, over the driver of the suite. */
  List<String> ask(String question) throws SQLException {
    TrialServer server = open(STRAIGHT, TrialServer.BUNDLED);
    List<String> answers = new ArrayList<>();
    try (Connection connection = server.connect(DriverSettings.PLAIN);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      while (rows.next()) {
        answers.add(rows.getString(1));
      }
    } finally {
      server.close();
    }
    return answers;
  }

  /** Tables in the database of the test. */
  List<String> tables() throws SQLException {
    return ask("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()");
  }

  void execute(String sql) throws SQLException {
    TrialServer server = open(STRAIGHT, TrialServer.BUNDLED);
    try (Connection connection = server.connect(DriverSettings.PLAIN);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } finally {
      server.close();
    }
  }

  @Override
  public void close() throws Exception {
    System.clearProperty(Handover.PROPERTY);
    Files.delete(file);
    relay.close();
    lab.close();
  }
}
