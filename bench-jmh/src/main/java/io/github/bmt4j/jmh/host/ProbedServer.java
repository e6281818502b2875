package io.github.bmt4j.jmh.host;

import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverSettings.Tls;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.IsolatedDriver;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jmh.fork.Handover;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.preflight.Preflight;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A server that has answered. */
record ProbedServer(Handover.Server server) {
  /**
   * Asks it.
   *
   * @param need of all benchmarks
   * @param tls true to ask for TLS
   * @throws TargetException when it does not answer, or lacks what they need
   */
  static ProbedServer of(Target target, Need need, boolean tls) throws TargetException {
    Connector connector = new Connector(target, PsMode.DISABLE, 0);
    try (Connection connection = connector.connect()) {
      ServerFacts facts = ServerFacts.read(connection);
      Preflight.check(connector, connection, target, need);
      return new ProbedServer(
          Handover.Server.of(
              target, facts.product().flavor().toString(), tls && offersTls(target)));
    } catch (SQLException e) {
      throw new TargetException(
          "cannot use "
              + JdbcUrl.redacted(target.url())
              + ": "
              + JdbcUrl.redacted(String.valueOf(e.getMessage())),
          e);
    }
  }

  /**
   * The server as a driver with plain settings finds it; benchmarks differ from them as their names
   * say.
   *
   * @throws TargetException when the driver does not get there
   */
  Environment environment(DriverCoordinates driver, Path jar) throws TargetException {
    String url = DriverUrl.of(server.url(), driver, DriverSettings.PLAIN);
    try (IsolatedDriver isolated = new IsolatedDriver(List.of(jar));
        Connection connection = isolated.connect(url, server.login())) {
      return EnvironmentReader.read(
          server.description(),
          ServerFacts.read(connection),
          url,
          "as each benchmark says",
          connection);
    } catch (SQLException e) {
      throw new TargetException(
          driver
              + " cannot use "
              + JdbcUrl.redacted(server.url())
              + ": "
              + JdbcUrl.redacted(String.valueOf(e.getMessage())),
          e);
    }
  }

  private static boolean offersTls(Target target) {
    String url =
        DriverUrl.of(
            target.url(),
            DriverCoordinates.parse(Server.BUNDLED),
            DriverSettings.PLAIN.with(Tls.ON));
    Target encrypted =
        new Target(target.description(), url, target.user(), target.password(), target.ours());
    try (Connection connection = new Connector(encrypted, PsMode.DISABLE, 0).connect()) {
      return !ServerFacts.read(connection).tls().equals("off");
    } catch (SQLException e) {
      return false;
    }
  }
}
