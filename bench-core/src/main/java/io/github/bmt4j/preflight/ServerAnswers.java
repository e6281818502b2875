package io.github.bmt4j.preflight;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.TimeOfDay;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers of a server to queries that cost it nothing.
 *
 * @param facts product, version, TLS and what results store
 * @param status counters and states
 * @param ownConnections connections of this login, including bmt's; absent if they have no limit
 */
record ServerAnswers(
    ServerFacts facts,
    Map<String, String> global,
    Map<String, String> session,
    Map<String, String> status,
    @Nullable Long ownConnections) {
  private static final int ROUND_TRIPS = 50;
  private static final int CLOCK_READINGS = 5;

  private static final String GLOBAL =
      """
      SHOW GLOBAL VARIABLES WHERE Variable_name IN (
        'auto_increment_offset', 'innodb_read_only', 'open_files_limit', 'super_read_only')
      """;
  private static final String SESSION =
      """
      SHOW SESSION VARIABLES WHERE Variable_name IN (
        'character_set_connection', 'character_set_database', 'collation_database', 'max_user_connections',
        'sql_mode', 'transaction_isolation', 'tx_isolation', 'wait_timeout')
      """;
  private static final String STATUS =
      """
      SHOW GLOBAL STATUS WHERE Variable_name IN (
        'Prepared_stmt_count', 'Threads_connected', 'Threads_running', 'wsrep_cluster_size',
        'wsrep_cluster_status', 'wsrep_local_state_comment', 'wsrep_ready')
      """;

  /** Asks the server: five questions, or six where connections of a login are limited. */
  static ServerAnswers read(Connection connection) throws SQLException {
    ServerFacts facts = ServerFacts.read(connection);
    Map<String, String> global = new TreeMap<>(facts.variables());
    global.putAll(Sql.pairs(connection, GLOBAL));
    Map<String, String> session = Sql.pairs(connection, SESSION);
    boolean limited = !session.getOrDefault("max_user_connections", "0").equals("0");
    return new ServerAnswers(
        facts,
        global,
        session,
        Sql.pairs(connection, STATUS),
        limited ? ownConnections(connection) : null);
  }

  @Nullable String global(String variable) {
    return global.get(variable);
  }

  @Nullable Long number(String variable) {
    return parsed(global.get(variable));
  }

  @Nullable Long counter(String variable) {
    return parsed(status.get(variable));
  }

  boolean isOn(String variable) {
    String value = global.get(variable);
    return value != null
        && !value.equalsIgnoreCase("OFF")
        && !value.equals("0")
        && !value.isEmpty();
  }

  static @Nullable Long parsed(@Nullable String text) {
    return text == null || !text.matches("\\d{1,18}") ? null : (Long) Long.parseLong(text);
  }

  private static long ownConnections(Connection connection) throws SQLException {
    String user = Sql.text(connection, "SELECT USER()").replaceFirst("@[^@]*$", "");
    return Sql.rows(connection, "SHOW PROCESSLIST").stream()
        .filter(session -> user.equals(session.get("user")))
        .count();
  }

  /** Times in ms of statements that do nothing. */
  static List<Double> roundTrips(Connection connection, Clock clock) throws SQLException {
    List<Double> millis = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("DO 1");
      for (int i = 0; i < ROUND_TRIPS; i++) {
        long before = clock.nanoTime();
        statement.execute("DO 1");
        millis.add((clock.nanoTime() - before) / 1e6);
      }
    }
    return millis;
  }

  /** The server's time of day, by the reading with the shortest round trip. */
  static @Nullable TimeOfDay timeOfDay(Connection connection, Clock clock) throws SQLException {
    TimeOfDay best = null;
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < CLOCK_READINGS; i++) {
        Instant asked = clock.now();
        try (ResultSet row = statement.executeQuery("SELECT UNIX_TIMESTAMP(NOW(6))")) {
          Instant heard = clock.now();
          row.next();
          BigDecimal told = row.getBigDecimal(1);
          TimeOfDay reading =
              new TimeOfDay(
                  asked, Instant.EPOCH.plusNanos(told.movePointRight(9).longValue()), heard);
          if (best == null || reading.uncertaintyMillis() < best.uncertaintyMillis()) {
            best = reading;
          }
        }
      }
    }
    return best;
  }

  /** End of the validity of the server's certificate; empty where it is unknown. */
  static String notAfter(Connection connection) throws SQLException {
    return Sql.pairs(connection, "SHOW SESSION STATUS LIKE 'Ssl_server_not_after'")
        .getOrDefault("Ssl_server_not_after", "");
  }
}
