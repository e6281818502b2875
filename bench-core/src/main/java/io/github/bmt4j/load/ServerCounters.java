package io.github.bmt4j.load;

import io.github.bmt4j.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The server's own global counters at a moment. {@link #read(Connection)} does not change the
 * counters that it reads.
 *
 * @param values by name, as in {@code SHOW GLOBAL STATUS}
 */
public record ServerCounters(Map<String, Long> values) {
  private static final String STATUS =
      """
      SHOW GLOBAL STATUS WHERE Variable_name IN (
        'Aborted_clients', 'Aborted_connects', 'Connections', 'Com_begin', 'Com_commit', 'Com_delete', 'Com_insert', 'Com_rollback', 'Com_select', 'Com_update',
        'Com_create_table', 'Com_create_temporary_table', 'Com_drop_table', 'Com_drop_temporary_table',
        'Com_stmt_execute', 'Com_stmt_prepare', 'Bytes_received', 'Bytes_sent', 'Innodb_buffer_pool_read_requests',
        'Innodb_buffer_pool_reads', 'Innodb_data_fsyncs', 'Innodb_data_reads', 'Innodb_data_writes',
        'Innodb_os_log_written', 'Innodb_row_lock_time', 'Innodb_row_lock_waits', 'Innodb_deadlocks',
        'Innodb_rows_deleted', 'Innodb_rows_inserted', 'Innodb_rows_read', 'Innodb_rows_updated', 'Uptime',
        'wsrep_local_bf_aborts', 'wsrep_local_cert_failures')
      """;

  // MariaDB counts temporary tables separately, MySQL together with all others.
  private static final List<String> COUNTED =
      List.of(
          "Com_select",
          "Com_insert",
          "Com_update",
          "Com_delete",
          "Com_begin",
          "Com_commit",
          "Com_rollback",
          "Com_create_table",
          "Com_create_temporary_table",
          "Com_drop_table",
          "Com_drop_temporary_table");

  private static final String UPTIME = "Uptime";

  /** An uptime is in whole seconds, and clocks of servers are adjusted. */
  private static final double UPTIME_SLACK_SECONDS = 2;

  /**
   * Reads the server's time, on which its uptime is based; not by SELECT, which would be counted.
   */
  private static final String TIME = "SHOW SESSION VARIABLES LIKE 'timestamp'";

  private static final String STARTED = "started";

  public ServerCounters {
    values = Map.copyOf(values);
  }

  public static ServerCounters read(Connection connection) throws SQLException {
    Map<String, Long> values = new TreeMap<>(Sql.numbers(connection, STATUS));
    Sql.numbers(connection, TIME)
        .forEach((name, now) -> values.put(STARTED, now - values.getOrDefault(UPTIME, 0L)));
    return new ServerCounters(values);
  }

  public static ServerCounters read(Connection connection, String status) throws SQLException {
    return new ServerCounters(Sql.numbers(connection, status));
  }

  public ServerCounters minus(ServerCounters earlier) {
    Map<String, Long> growth = new TreeMap<>(values);
    growth.remove(UPTIME);
    growth.remove(STARTED);
    growth.replaceAll((name, value) -> value - earlier.values.getOrDefault(name, 0L));
    return new ServerCounters(growth);
  }

  public ServerCounters less(String name, long number) {
    Map<String, Long> smaller = new TreeMap<>(values);
    smaller.computeIfPresent(name, (same, value) -> value - number);
    return new ServerCounters(smaller);
  }

  /**
   * Returns true if the server was restarted since an earlier moment: judged by its start time if
   * it reports that, otherwise by its uptime, because its clock may have been set.
   *
   * @param seconds since that moment
   */
  public boolean isRestarted(ServerCounters earlier, double seconds) {
    Long first = earlier.started();
    Long last = started();
    if (first != null && last != null) {
      return Math.abs(last - first) > UPTIME_SLACK_SECONDS;
    }
    return uptime() < earlier.uptime() + seconds - UPTIME_SLACK_SECONDS;
  }

  public long uptime() {
    return of(UPTIME);
  }

  /**
   * Start time of the server, by its own clock, in whole s. It is the time of day minus the uptime:
   * the uptime jumps when the clock is set, the start time does not. Absent if the server does not
   * report the time.
   */
  public @Nullable Long started() {
    return values.get(STARTED);
  }

  public long statements() {
    return COUNTED.stream().mapToLong(this::of).sum();
  }

  public long of(String name) {
    return values.getOrDefault(name, 0L);
  }
}
