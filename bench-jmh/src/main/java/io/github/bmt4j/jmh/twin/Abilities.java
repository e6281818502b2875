package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jmh.fork.Feature.Circumstances;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.target.DriverCoordinates;
import io.github.bmt4j.target.DriverSettings;
import io.github.bmt4j.target.DriverSettings.Tls;
import java.sql.Connection;
import java.sql.SQLException;

/** What server, driver and JVM of a trial can, as a fork sees it. */
public final class Abilities {
  private Abilities() {}

  /** Asks the server. */
  public static Circumstances of(Server server) throws SQLException {
    return new Circumstances(
        DriverCoordinates.parse(server.driver),
        server.product(),
        offersTls(server),
        namesManyHosts(server.url(DriverSettings.PLAIN)),
        Runtime.version().feature());
  }

  /** Tries it: the variables that tell differ by server, and need rights. */
  private static boolean offersTls(Server server) {
    try (Connection connection = server.connect(DriverSettings.PLAIN.with(Tls.ON))) {
      return SessionStatus.of(connection).isEncrypted();
    } catch (SQLException e) {
      return false;
    }
  }

  static boolean namesManyHosts(String url) {
    int begin = url.indexOf("//") + 2;
    int end = url.indexOf('/', begin);
    return !url.matches("jdbc:(mariadb|mysql)://.*")
        || url.substring(begin, end < 0 ? url.length() : end).contains(",");
  }
}
