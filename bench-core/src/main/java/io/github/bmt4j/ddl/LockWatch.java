package io.github.bmt4j.ddl;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.StraightConnection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a database that wait for a metadata lock, as far as the login sees them: without
 * the privilege PROCESS only its own. No sample is taken if the server does not even list the
 * session that asks.
 */
final class LockWatch {
  /** No such table or database, or no privilege to read it: retrying does not help. */
  private static final Set<Integer> NOT_HERE =
      Set.of(1044, 1049, 1109, 1142, 1143, 1146, 1227, 1370);

  /** The session that asks is listed as 0. */
  private static final String LISTED = "SELECT IF(id = CONNECTION_ID(), 0, id) FROM ";

  private static final String WAITING =
      " WHERE id = CONNECTION_ID() OR (state = 'Waiting for table metadata lock' AND db ="
          + " DATABASE())";

  /**
   * The process list of MySQL's Performance Schema, which takes no global lock but is empty where
   * the schema is off, and the list that every server has.
   */
  private static final List<String> LISTS =
      List.of("performance_schema.processlist", "information_schema.processlist");

  private int list;

  record LockLook(long nanos, Set<Long> waiting) {}

  LockWatch(ServerProduct server) {
    this.list = server.isMariaDb() ? LISTS.size() - 1 : 0;
  }

  @Nullable LockLook look(StraightConnection connection, Clock clock) throws SQLException {
    try {
      Set<Long> listed =
          Sql.texts(connection.get(), LISTED + LISTS.get(list) + WAITING).stream()
              .map(Long::valueOf)
              .collect(Collectors.toCollection(HashSet::new));
      if (listed.remove(0L)) {
        return new LockLook(clock.nanoTime(), listed);
      }
      tryNextList();
      return null;
    } catch (SQLException e) {
      if (NOT_HERE.contains(e.getErrorCode())) {
        tryNextList();
      }
      throw e;
    }
  }

  private void tryNextList() {
    list = Math.min(list + 1, LISTS.size() - 1);
  }
}
