package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jmh.fork.Feature.Circumstances;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.target.DriverCoordinates;
import io.github.bmt4j.target.DriverSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What server, driver and JVM of a trial can, as a fork sees it. */
public final class Abilities {
  private Abilities() {}

  /** Asks the server. */
  public static Circumstances of(Server server, Connection connection) throws SQLException {
    return new Circumstances(
        DriverCoordinates.parse(server.driver),
        server.product(),
        offersTls(server, connection),
        namesManyHosts(server.url(DriverSettings.PLAIN)),
        Runtime.version().feature());
  }

  /** MySQL tells it in another place than MariaDB, since it dropped {@code have_ssl}. */
  private static boolean offersTls(Server server, Connection connection) throws SQLException {
    String question =
        server.product().equals("MySQL")
            ? "SELECT value FROM performance_schema.tls_channel_status"
                + " WHERE channel = 'mysql_main' AND property = 'Enabled'"
            : "SELECT @@have_ssl";
    try (Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(question)) {
      return answer.next() && "YES".equalsIgnoreCase(answer.getString(1));
    }
  }

  static boolean namesManyHosts(String url) {
    int begin = url.indexOf("//") + 2;
    int end = url.indexOf('/', begin);
    return !url.matches("jdbc:(mariadb|mysql)://.*")
        || url.substring(begin, end < 0 ? url.length() : end).contains(",");
  }
}
