package io.github.bmt4j.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings of a session after the server ({@code init_connect} included), the driver and the URL
 * have set theirs; the only place that sets variables on which the meaning of bmt's statements
 * depends.
 *
 * @param values by variable: those of {@link #ALWAYS}, and all others in which the session differs
 *     from the server
 */
public record SessionSettings(Map<String, String> values) {
  /** Stored of every session, as far as the server has them. */
  private static final Set<String> ALWAYS =
      Set.of(
          """
          autocommit character_set_client character_set_connection character_set_results
          collation_connection completion_type foreign_key_checks innodb_lock_wait_timeout
          lock_wait_timeout max_execution_time max_statement_time sql_log_bin sql_mode
          sql_select_limit system_time_zone time_zone transaction_isolation
          transaction_read_only unique_checks\
          """
              .split("\\s+", -1));

  /** Old names, the only ones in MariaDB before 11.1, and later synonyms of the new ones. */
  private static final Map<String, String> OLD_NAMES =
      Map.of("tx_isolation", "transaction_isolation", "tx_read_only", "transaction_read_only");

  private static final Need AUTOCOMMIT = new Need("autocommit", "ON", "1");

  /** Without them, an acknowledged write may be lost, or a result be cut. */
  private static final List<Need> NEEDS =
      List.of(
          AUTOCOMMIT,
          new Need("completion_type", "NO_CHAIN", "0"),
          new Need("sql_select_limit", "18446744073709551615", "18446744073709551615"));

  private static final String CUT = "less than 3";

  /** No SELECT, which servers and loads would count. */
  private static final String ASK =
      "SHOW SESSION VARIABLES WHERE Variable_name IN ('autocommit', 'completion_type',"
          + " 'sql_select_limit')";

  /**
   * A variable with the value that bmt's statements need.
   *
   * @param value value as the server shows it
   * @param sql the value as {@code SET} takes it
   */
  private record Need(String variable, String value, String sql) {
    String set() {
      return "SET SESSION " + variable + "=" + sql;
    }
  }

  public SessionSettings {
    values = Map.copyOf(values);
  }

  /** Settings of a connection's session; two statements. */
  public static SessionSettings read(Connection connection) throws SQLException {
    Map<String, String> session = Sql.pairs(connection, "SHOW SESSION VARIABLES");
    Map<String, String> global = Sql.pairs(connection, "SHOW GLOBAL VARIABLES");
    Map<String, String> values = new TreeMap<>();
    for (Map<String, String> variables : List.of(session, global)) {
      OLD_NAMES.forEach(
          (old, name) -> {
            String value = variables.remove(old);
            if (value != null) {
              variables.putIfAbsent(name, value);
            }
          });
    }
    session.forEach(
        (name, value) -> {
          if (ALWAYS.contains(name) || !global.getOrDefault(name, value).equals(value)) {
            values.put(name, value);
          }
        });
    return new SessionSettings(values);
  }

  /**
   * Settings of a session that conflict with transactions that begin and commit explicitly, such as
   * {@code completion_type=CHAIN}; changes nothing.
   */
  public static Set<String> unfit(Connection connection) throws SQLException {
    Map<Need, String> others = others(connection);
    others.remove(AUTOCOMMIT);
    return words(others);
  }

  /**
   * Sets the values that bmt's statements need if the session has others, and reads them back:
   * writes are committed at once outside of transactions, {@code COMMIT} ends a transaction and
   * neither opens another one nor disconnects, and no result is cut. By SQL, because a driver sends
   * nothing if it believes that a setting is already in force. One statement if nothing must be
   * set.
   *
   * @return settings that were different, such as {@code autocommit=OFF}; empty for none
   * @throws SQLException when the server does not answer, or the session keeps another value
   */
  public static Set<String> settle(Connection connection) throws SQLException {
    Map<Need, String> others = others(connection);
    if (others.isEmpty()) {
      return Set.of();
    }
    Sql.execute(connection, sets(others.keySet()));
    Map<Need, String> kept = others(connection);
    kept.values().removeIf(CUT::equals);
    if (!kept.isEmpty()) {
      throw new SQLException(
          "the session keeps "
              + String.join(", ", words(kept))
              + " although bmt set it otherwise: writes could be acknowledged and not stored");
    }
    if (!connection.getAutoCommit()) {
      connection.setAutoCommit(true);
    }
    return words(others);
  }

  /**
   * Sets the values without asking, for a connection that must be ready soon; closes it if the
   * server does not answer.
   */
  public static Connection settled(Connection opened) throws SQLException {
    return Sql.executed(opened, sets(NEEDS));
  }

  private static String[] sets(Collection<Need> needs) {
    return needs.stream().map(Need::set).toArray(String[]::new);
  }

  private static Map<Need, String> others(Connection connection) throws SQLException {
    Map<String, String> found = Sql.pairs(connection, ASK);
    Map<Need, String> others = new LinkedHashMap<>();
    // A missing row was cut off by sql_select_limit.
    NEEDS.forEach(need -> others.put(need, found.getOrDefault(need.variable, CUT)));
    others.entrySet().removeIf(other -> other.getValue().equals(other.getKey().value));
    return others;
  }

  private static Set<String> words(Map<Need, String> others) {
    Set<String> words = new TreeSet<>();
    others.forEach((need, found) -> words.add(need.variable + "=" + found));
    words.removeIf(word -> word.endsWith(CUT) && !word.startsWith("sql_select_limit"));
    return words;
  }
}
