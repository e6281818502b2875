package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Rounds;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server again and again how far an ALTER is and how big the new form of its table is
 * already, over a plain connection of its own. What the server does not report is absent.
 *
 * <p>MariaDB tells of stages in its process list, MySQL in the Performance Schema where the
 * consumer {@code events_stages_current} is on. Both show the tablespaces of a table that is being
 * rebuilt by names that begin with {@code #sql}, MySQL only those of a copy; the right PROCESS is
 * needed for that. SQL does not report the files of a sort.
 */
final class AlterWatch implements AutoCloseable {
  private static final String MARIADB_STAGE =
      "SELECT state, CASE WHEN max_stage > 0"
          + " THEN LEAST(100, 100 * (stage - 1 + progress / 100) / max_stage) END"
          + " FROM information_schema.processlist WHERE id = ";
  private static final String MYSQL_STAGE =
      "SELECT s.event_name,"
          + " LEAST(100, 100 * s.work_completed / NULLIF(s.work_estimated, 0))"
          + " FROM performance_schema.events_stages_current s"
          + " JOIN performance_schema.threads t ON t.thread_id = s.thread_id"
          + " WHERE t.processlist_id = ";

  /** Tablespaces' names have other characters of a database's name encoded. */
  private static final String REBUILT =
      " WHERE (SUBSTRING_INDEX(name, '/', 1) = DATABASE() OR DATABASE() REGEXP '[^0-9A-Za-z_]') AND"
          + " name LIKE '%/#sql%' AND name NOT LIKE '%/#sql2%' AND name NOT LIKE '%/#sql-backup%'";

  private final long session;
  private final Clock clock;
  private final StraightConnection connection;
  private final String stageSql;
  private final List<String> tablespaceTables;
  private final List<AlterLook> looks = new ArrayList<>();
  private final Rounds rounds;

  /** What was told of a stage. */
  private record Stage(@Nullable String name, @Nullable Double percent) {}

  /**
   * Begins to ask.
   *
   * @param opening opens a connection straight to the server
   * @param server what that server is
   * @param session connection id of the ALTER
   * @param period from one look to the next
   */
  AlterWatch(
      StraightConnection.Opening opening,
      ServerProduct server,
      long session,
      Duration period,
      Clock clock) {
    this.session = session;
    this.clock = clock;
    this.connection = new StraightConnection(opening);
    this.stageSql = server.isMariaDb() ? MARIADB_STAGE : MYSQL_STAGE;
    this.tablespaceTables =
        server.isMariaDb()
            ? List.of("innodb_sys_tablespaces")
            : List.of("innodb_tablespaces", "innodb_sys_tablespaces");
    this.rounds = new Rounds("bmt-alter-watch", this::look, connection::drop, period, clock);
  }

  /** Every look so far. */
  List<AlterLook> looks() {
    synchronized (looks) {
      return List.copyOf(looks);
    }
  }

  /** The last look; absent when there was none. */
  @Nullable AlterLook latest() {
    synchronized (looks) {
      return looks.isEmpty() ? null : looks.get(looks.size() - 1);
    }
  }

  private void look() {
    try {
      Stage stage = stage();
      AlterLook seen =
          new AlterLook(clock.nanoTime(), stage.name(), stage.percent(), temporaryBytes());
      synchronized (looks) {
        looks.add(seen);
      }
    } catch (SQLException | RuntimeException e) {
      connection.drop();
    }
  }

  private Stage stage() throws SQLException {
    try (Statement statement = connection.get().createStatement();
        ResultSet row = statement.executeQuery(stageSql + session)) {
      if (!row.next()) {
        return new Stage(null, null);
      }
      String name = row.getString(1);
      double percent = row.getDouble(2);
      boolean told = !row.wasNull();
      return new Stage(
          name == null ? null : name.replaceFirst("^stage/[^/]*/", ""),
          told ? (Double) percent : null);
    } catch (SQLException e) {
      if (connection.isUsable()) {
        return new Stage(null, null);
      }
      throw e;
    }
  }

  private @Nullable Long temporaryBytes() throws SQLException {
    for (String table : tablespaceTables) {
      try {
        return Sql.numberOrNull(
            connection.get(), "SELECT SUM(file_size) FROM information_schema." + table + REBUILT);
      } catch (SQLException e) {
        if (!connection.isUsable()) {
          throw e;
        }
      }
    }
    return null;
  }

  /** Ends asking; waits for the query under way, but only for a limited time. */
  @Override
  public void close() {
    rounds.close();
  }
}
