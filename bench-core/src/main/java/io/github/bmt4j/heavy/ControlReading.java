package io.github.bmt4j.heavy;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.load.ServerCounters;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Figures that another connection can read about a session. A figure is absent where the account
 * may not read it or the server does not count it.
 */
final class ControlReading {
  /** Temporary tables of MySQL that overflow into mapped files; known for the whole server only. */
  static final String MAPPED = "memory/temptable/physical_disk";

  /**
   * Counted for each thread when the instrument, the thread and both consumers are switched on, as
   * they are by default; otherwise there is nothing to read.
   */
  private static final String FILES =
      """
      SELECT w.EVENT_NAME, w.COUNT_STAR
      FROM performance_schema.events_waits_summary_by_thread_by_event_name w
      JOIN performance_schema.threads t ON t.THREAD_ID = w.THREAD_ID
      JOIN performance_schema.setup_instruments i ON i.NAME = w.EVENT_NAME
      WHERE t.PROCESSLIST_ID = :session AND t.INSTRUMENTED = 'YES' AND i.ENABLED = 'YES'
        AND w.EVENT_NAME IN ('wait/io/file/sql/io_cache', 'wait/io/file/sql/hash_join')
        AND (SELECT COUNT(*) FROM performance_schema.setup_consumers WHERE ENABLED = 'YES'
          AND NAME IN ('global_instrumentation', 'thread_instrumentation')) = 2
      """;

  private static final String ROWS_EXAMINED =
      """
      SELECT 'rows_examined', SUM(s.SUM_ROWS_EXAMINED)
      FROM performance_schema.events_statements_summary_by_thread_by_event_name s
      JOIN performance_schema.threads t ON t.THREAD_ID = s.THREAD_ID
      WHERE t.PROCESSLIST_ID = :session AND t.INSTRUMENTED = 'YES'
      HAVING SUM(s.COUNT_STAR) > 0
      """;

  /** A server ends a statement a moment after its answer, and only then adds it to these sums. */
  private static final String UNDER_WAY =
      """
      SELECT 'statements', COUNT(*)
      FROM performance_schema.events_statements_current s
      JOIN performance_schema.threads t ON t.THREAD_ID = s.THREAD_ID
      WHERE t.PROCESSLIST_ID = :session AND s.END_EVENT_ID IS NULL
      """;

  private static final int LOOKS_FOR_AN_END = 100;
  private static final long LOOK_NANOS = 1_000_000;

  private static final String MAPPINGS =
      """
      SELECT m.EVENT_NAME, m.COUNT_ALLOC
      FROM performance_schema.memory_summary_global_by_event_name m
      JOIN performance_schema.setup_instruments i ON i.NAME = m.EVENT_NAME
      WHERE m.EVENT_NAME = 'memory/temptable/physical_disk' AND i.ENABLED = 'YES'
      """;

  /** A session's own tablespaces, which keep their largest size until the session ends. */
  private static final String MYSQL_SPACE =
      "SELECT 'bytes', COALESCE(SUM(SIZE), 0)"
          + " FROM information_schema.INNODB_SESSION_TEMP_TABLESPACES WHERE ID = :session";

  private static final String MARIADB_SPACE =
      "SELECT 'bytes', FILE_SIZE FROM information_schema.INNODB_SYS_TABLESPACES"
          + " WHERE NAME = 'innodb_temporary'";

  private static final String DAEMONS =
      "SELECT 'daemons', COUNT(*) FROM information_schema.PROCESSLIST WHERE COMMAND = 'Daemon'";

  private final Connection connection;
  private final long session;
  private final ServerProduct server;
  private int asked;

  ControlReading(Connection connection, long session, ServerProduct server) {
    this.connection = connection;
    this.session = session;
    this.server = server;
  }

  Connection connection() {
    return connection;
  }

  int countAsked() {
    return ++asked;
  }

  /** MySQL's figures of the session's thread, and {@link #MAPPED}. */
  ServerCounters thread() throws SQLException {
    if (server.isMariaDb()) {
      return new ServerCounters(Map.of());
    }
    for (int look = 0;
        look < LOOKS_FOR_AN_END && ask(UNDER_WAY).getOrDefault("statements", 0L) > 0;
        look++) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    Map<String, Long> figures = new TreeMap<>(ask(FILES));
    figures.putAll(ask(ROWS_EXAMINED));
    figures.putAll(ask(MAPPINGS));
    return new ServerCounters(figures);
  }

  @Nullable Long space() throws SQLException {
    return ask(server.isMariaDb() ? MARIADB_SPACE : MYSQL_SPACE).get("bytes");
  }

  /** Threads that run without a client's statement, as far as this account sees them. */
  long daemons() throws SQLException {
    return ask(DAEMONS).getOrDefault("daemons", 0L);
  }

  private Map<String, Long> ask(String sql) throws SQLException {
    countAsked();
    try {
      return Sql.numbers(connection, sql.replace(":session", Long.toString(session)));
    } catch (SQLNonTransientConnectionException e) {
      throw e;
    } catch (SQLException e) {
      // The login may not read the figure, or this server does not have it.
      return Map.of();
    }
  }
}
