package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an ALTER, and the current size of its table's new form. What the server does not
 * report is absent.
 *
 * <p>MariaDB reports stages in its process list, MySQL in the Performance Schema where the consumer
 * {@code events_stages_current} is on. Both show the tablespaces of a table that is being rebuilt
 * under names that begin with {@code #sql}, MySQL only for a copy; reading them needs the privilege
 * PROCESS. SQL does not report the files of a sort.
 */
record AlterWatch(ServerProduct server, long session, String rebuilt) {
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
  private static final String HERE =
      " WHERE (SUBSTRING_INDEX(name, '/', 1) = DATABASE() OR DATABASE() REGEXP '[^0-9A-Za-z_]') AND"
          + " name";

  private static final String REBUILT =
      " LIKE '%/#sql%' AND name NOT LIKE '%/#sql2%' AND name NOT LIKE '%/#sql-backup%'";

  /**
   * The watch of a session, or of the tables of a tool, whose names begin with underscores; those
   * that are there now do not count. Numbers of tablespaces only grow.
   */
  static AlterWatch of(
      ServerProduct server, long session, String table, StraightConnection connection)
      throws SQLException {
    String name = table.replace("$", ".{5}"); // As it is encoded.
    String made = " REGEXP '/_+" + name + "_' AND name NOT REGEXP '_(old|del)$'";
    String all = HERE + (session == 0 ? made : REBUILT);
    Long last = new AlterWatch(server, session, all).ofTablespaces(connection, "MAX(space)");
    return new AlterWatch(server, session, all + " AND space > " + (last == null ? 0 : last));
  }

  record AlterLook(
      long nanos,
      @Nullable String stage,
      @Nullable Double percent,
      @Nullable Long temporaryBytes) {}

  private record Stage(@Nullable String name, @Nullable Double percent) {}

  AlterLook look(StraightConnection connection, Clock clock) throws SQLException {
    Stage stage = stage(connection);
    // A file that was just made, renamed or dropped has no size.
    Long bytes = ofTablespaces(connection, "NULLIF(SUM(file_size), 0)");
    return new AlterLook(clock.nanoTime(), stage.name(), stage.percent(), bytes);
  }

  private Stage stage(StraightConnection connection) throws SQLException {
    try (Statement statement = connection.get().createStatement();
        ResultSet row =
            statement.executeQuery((server.isMariaDb() ? MARIADB_STAGE : MYSQL_STAGE) + session)) {
      if (!row.next()) {
        return new Stage(null, null);
      }
      String name = row.getString(1);
      double percent = row.getDouble(2);
      Double known = row.wasNull() ? null : (Double) percent;
      return new Stage(name == null ? null : name.replaceFirst("^stage/[^/]*/", ""), known);
    } catch (SQLException e) {
      if (connection.isUsable()) {
        return new Stage(null, null);
      }
      throw e;
    }
  }

  private @Nullable Long ofTablespaces(StraightConnection connection, String what)
      throws SQLException {
    for (String table :
        server.isMariaDb()
            ? List.of("innodb_sys_tablespaces")
            : List.of("innodb_tablespaces", "innodb_sys_tablespaces")) {
      try {
        return Sql.numberOrNull(
            connection.get(), "SELECT " + what + " FROM information_schema." + table + rebuilt);
      } catch (SQLException e) {
        if (!connection.isUsable()) {
          throw e;
        }
      }
    }
    return null;
  }
}
