package io.github.bmt4j.preflight;

import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers of a server to queries that cost it nothing.
 *
 * @param facts product, version, TLS and what results store
 * @param status counters and states
 * @param ownConnections connections of this login, ours among them; absent when nothing limits them
 */
record ServerAnswers(
    ServerFacts facts,
    Map<String, String> global,
    Map<String, String> session,
    Map<String, String> status,
    @Nullable Long ownConnections) {
  private static final String GLOBAL =
      """
      SHOW GLOBAL VARIABLES WHERE Variable_name IN (
        'auto_increment_offset', 'innodb_read_only', 'open_files_limit', 'super_read_only')
      """;
  private static final String SESSION =
      """
      SHOW SESSION VARIABLES WHERE Variable_name IN (
        'character_set_connection', 'character_set_database', 'collation_database', 'max_user_connections',
        'sql_mode', 'transaction_isolation', 'tx_isolation')
      """;
  private static final String STATUS =
      """
      SHOW GLOBAL STATUS WHERE Variable_name IN (
        'Prepared_stmt_count', 'Threads_connected', 'Threads_running', 'wsrep_cluster_size',
        'wsrep_cluster_status', 'wsrep_local_state_comment', 'wsrep_ready')
      """;

  ServerAnswers {
    global = Map.copyOf(global);
    session = Map.copyOf(session);
    status = Map.copyOf(status);
  }

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

  /** Returns true if a setting of the server is on; false when it has none of that name. */
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
    long own = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW PROCESSLIST")) {
      while (rows.next()) {
        if (user.equals(rows.getString("User"))) {
          own++;
        }
      }
    }
    return own;
  }
}
