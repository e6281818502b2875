package io.github.bmt4j.ddl;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.ddl.AlterResult.TableFacts;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.preflight.TableSize;
import io.github.bmt4j.statement.ServerConnections;
import io.github.bmt4j.tables.FoundTables;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.tables.TableState;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The table that is altered: either made by bmt, fresh for every ALTER, and dropped at the end, or
 * an existing one, which is never dropped.
 */
final class AlteredTable {
  /** Rows of a user's table are not counted if the server estimates more than this. */
  private static final long COUNTED_ROWS = 10_000_000;

  private static final int DROP_LOCK_WAIT_SECONDS = 10;
  private static final String COPY = "bmt_wanted";
  private static final int MOST_SHOWN = 120;

  /** Two rows if statements on temporary tables are in the binary log. */
  private static final String LOGS_COPIES =
      """
      SHOW VARIABLES WHERE (variable_name = 'log_bin' AND value = 'ON')
        OR (variable_name = 'binlog_format' AND value <> 'ROW')
      """;

  private static final Pattern NOT_COMPARED =
      Pattern.compile(
          "(?m)^CREATE .*\\n|^ *CONSTRAINT `[^`]*` FOREIGN KEY .*\\n|^ *CONSTRAINT `[^`]*`|,$");

  private static final String FOREIGN_KEYS =
      """
      SELECT CONCAT(table_name, '.', constraint_name, ' to ', referenced_table_name)
        FROM information_schema.referential_constraints
        WHERE constraint_schema = DATABASE() AND ? IN (table_name, referenced_table_name) ORDER BY 1
      """;

  /** Triggers come first: without its table, each of them makes writes fail. */
  private static final String OTHERS =
      """
      SELECT CONCAT('trigger ', trigger_name) FROM information_schema.triggers
        WHERE trigger_schema = DATABASE()
      UNION ALL SELECT CONCAT('table ', table_name) FROM information_schema.tables
        WHERE table_schema = DATABASE()
      """;

  private static final String MAY_SEE_OTHERS =
      """
      SELECT COUNT(*) FROM information_schema.user_privileges WHERE privilege_type = 'PROCESS'
        AND grantee = CONCAT("'", REPLACE(CURRENT_USER(), '@', "'@'"), "'")
      """;

  private final AlterOrder order;
  private final AlterScenario scenario;
  private final ServerConnections connections;
  private final TablePreparer preparer;
  private boolean made;
  private @Nullable String freshFor;

  AlteredTable(AlterOrder order, ServerConnections connections, TablePreparer preparer) {
    this.order = order;
    this.scenario = order.scenario();
    this.connections = connections;
    this.preparer = preparer;
  }

  FoundTables check(Connection connection) throws SQLException, TargetException {
    boolean there =
        Sql.number(
                connection,
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()"
                    + " AND table_name = ?",
                scenario.table())
            > 0;
    if (order.isOnUsualTable()) {
      TableState.own(connection, List.of(order.usualTable()));
    }
    if (!scenario.onExisting()) {
      BadInputException.check(
          !there,
          scenario.table()
              + " is there, and "
              + bmt("alter")
              + " works on a table that it makes and drops itself: use"
              + " another database, run "
              + bmt("cleanup " + order.job().workload().info().name())
              + ", or give --on-existing");
      return FoundTables.NONE;
    }
    BadInputException.check(there, "--on-existing", ": there is no table " + scenario.table());
    AlterChange change = scenario.changes().get(0);
    BadInputException.check(
        !Boolean.TRUE.equals(changed(connection, change)),
        scenario.table() + " has what --change " + change.word() + " would give it: undo it first");
    return scenario.concurrent().contains(Concurrent.OLTP_READ_WRITE)
        ? preparer.prepare(order.job().tables(), threads())
        : FoundTables.NONE;
  }

  /**
   * Makes the table that an ALTER needs; a table left unchanged by a refused ALTER is used again.
   */
  void ready(AlterChange change) throws TargetException, SQLException {
    if (scenario.onExisting() || change.tableOptions().equals(freshFor)) {
      return;
    }
    drop();
    Table usual = order.usualTable();
    Table table = usual.createdBy(usual.createSql() + change.tableOptions());
    preparer.make(List.of(table), threads());
    made = true;
    freshFor = change.tableOptions();
  }

  private int threads() {
    return scenario.load().load().threads();
  }

  void touched() {
    freshFor = null;
  }

  void drop() throws SQLException {
    if (!made) {
      return;
    }
    try (Connection connection = connections.open()) {
      Sql.execute(
          connection,
          "SET SESSION lock_wait_timeout = " + DROP_LOCK_WAIT_SECONDS,
          "DROP TABLE IF EXISTS " + scenario.table());
    }
    made = false;
    freshFor = null;
  }

  /** True if the table has its new form; absent for a change that a query cannot see. */
  @Nullable Boolean changed(Connection connection, AlterChange change) throws SQLException {
    String proof = change.proofSql(scenario.table());
    return proof == null ? null : (Boolean) (Sql.number(connection, proof) != 0);
  }

  /**
   * The table's size.
   *
   * @param before size before the ALTER, whose rows decide whether rows are counted; absent when
   *     asked before it
   */
  TableFacts facts(Connection connection, ServerProduct server, @Nullable TableFacts before)
      throws SQLException {
    Optional<TableSize> size = TableSize.read(connection, scenario.table());
    boolean counted =
        before == null
            ? !scenario.onExisting() || size.filter(one -> one.rows() <= COUNTED_ROWS).isPresent()
            : before.rows() != null;
    return new TableFacts(
        counted ? (Long) Sql.number(connection, "SELECT COUNT(*) FROM " + order.sqlTable()) : null,
        size.map(one -> one.dataBytes() + one.indexBytes()).orElse(null),
        innodb(connection, server, "SUM(file_size)", "tablespaces"),
        definition(connection, order.sqlTable()),
        Sql.texts(connection, FOREIGN_KEYS, scenario.table()));
  }

  private static @Nullable String definition(Connection connection, String table)
      throws SQLException {
    return Sql.pairs(connection, "SHOW CREATE TABLE " + table).values().stream()
        .findFirst()
        .map(text -> Redacted.text(text.replaceFirst(" AUTO_INCREMENT=\\d+", "")))
        .orElse(null);
  }

  /**
   * The definition that the server's own ALTER gives an empty temporary copy, which neither another
   * session nor a replica sees, in the form of {@link #form}.
   *
   * @throws SQLException when the server makes no such copy, or does not change it
   */
  String wanted(Connection connection, AlterChange change, TableFacts before) throws SQLException {
    keepFromReplicas(connection);
    Sql.execute(connection, "CREATE TEMPORARY TABLE " + COPY + " LIKE " + order.sqlTable());
    if (!form(definition(connection, COPY)).equals(form(before.definition()))) {
      throw new SQLException("the copy differs from the table");
    }
    Sql.execute(connection, "ALTER TABLE " + COPY + " " + change.clause());
    return form(definition(connection, COPY));
  }

  /** On a replica, whose table may differ, the statements might fail, and stop it. */
  private static void keepFromReplicas(Connection connection) throws SQLException {
    try {
      Sql.execute(connection, "SET SESSION sql_log_bin = 0");
    } catch (SQLException e) {
      if (Sql.pairs(connection, LOGS_COPIES).size() == 2) {
        throw new SQLException("its binary log would take the copy to replicas: " + e.getMessage());
      }
    }
  }

  /**
   * The first line in which a definition differs, in words; both are in the form of {@link #form}.
   *
   * @param wanted absent if it is not known; then the words are empty
   */
  static String difference(@Nullable String wanted, String found) {
    if (wanted == null) {
      return "";
    }
    String[] expected = wanted.split("\n", -1);
    String[] there = found.split("\n", -1);
    int at = Arrays.mismatch(expected, there);
    return ": expected " + line(expected, at) + ", found " + line(there, at);
  }

  private static String line(String[] lines, int at) {
    String line = at < lines.length ? lines[at].strip() : "no further line";
    return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN - 1) + "…";
  }

  /**
   * A definition without what a copy lacks or tools name anew: the table's name, foreign keys, and
   * the names of other constraints.
   */
  static String form(@Nullable String definition) {
    return NOT_COMPARED.matcher(String.valueOf(definition)).replaceAll("");
  }

  /** InnoDB's number of the table, else its time of creation: a rebuilt table has another. */
  @Nullable Long id(Connection connection, ServerProduct server) {
    Long id = innodb(connection, server, "MAX(table_id)", "tables");
    return id != null
        ? id
        : tryNumber(
            connection,
            "SELECT UNIX_TIMESTAMP(create_time) FROM information_schema.tables WHERE"
                + " table_schema = DATABASE() AND table_name = '"
                + scenario.table()
                + "'");
  }

  /** Tables and triggers of the database. */
  List<String> others(Connection connection) throws SQLException {
    return Sql.texts(connection, OTHERS);
  }

  private @Nullable Long innodb(
      Connection connection, ServerProduct server, String what, String of) {
    return tryNumber(
        connection,
        "SELECT "
            + what
            + " FROM information_schema.innodb_"
            + (server.isMariaDb() ? "sys_" : "")
            + of
            + " WHERE name = CONCAT(DATABASE(), '/"
            + scenario.table()
            + "')");
  }

  List<String> unseen(Connection connection) {
    Long process = tryNumber(connection, MAY_SEE_OTHERS);
    return process != null && process == 0
        ? List.of(
            "this login lacks the right PROCESS: waits of other logins for a metadata lock and"
                + " temporary space are not seen")
        : List.of();
  }

  private static @Nullable Long tryNumber(Connection connection, String sql) {
    try {
      return Sql.numberOrNull(connection, sql);
    } catch (SQLException e) {
      return null;
    }
  }
}
