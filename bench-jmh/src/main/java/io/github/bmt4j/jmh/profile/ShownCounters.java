package io.github.bmt4j.jmh.profile;

import io.github.bmt4j.load.ServerCounters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The counters that the profiler shows, by names of its own. */
final class ShownCounters {
  private static final String STATUS =
      """
      SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Handler%' OR Variable_name IN (
        'Bytes_received', 'Bytes_sent', 'Created_tmp_disk_tables', 'Created_tmp_tables', 'Innodb_rows_read',
        'Rows_read', 'Sort_merge_passes', 'Questions')
      """;

  private ShownCounters() {}

  /** Asks the server; that counts too. */
  static ServerCounters read(Connection connection) throws SQLException {
    return ServerCounters.read(connection, STATUS);
  }

  /**
   * Counters that are shown; those that the server does not count are absent.
   *
   * <ul>
   *   <li>{@code rows.read}: {@code Innodb_rows_read}, or MariaDB's {@code Rows_read}
   *   <li>{@code handler.read}: all {@code Handler_read_*}, temporary tables included
   *   <li>{@code handler.write}: rows written, updated, deleted, temporary tables included
   * </ul>
   */
  static Map<String, Long> of(ServerCounters counters) {
    Map<String, Long> values = counters.values();
    Map<String, Long> shown = new LinkedHashMap<>();
    put(shown, values, "statements", "Questions");
    put(shown, values, "rows.read", "Rows_read");
    put(shown, values, "rows.read", "Innodb_rows_read");
    shown.put("handler.read", sum(values, name -> name.startsWith("Handler_read_")));
    shown.put(
        "handler.write", sum(values, name -> name.matches("Handler_(tmp_)?(write|update|delete)")));
    put(shown, values, "tmp.tables", "Created_tmp_tables");
    put(shown, values, "tmp.disk.tables", "Created_tmp_disk_tables");
    put(shown, values, "sort.merge.passes", "Sort_merge_passes");
    put(shown, values, "bytes.received", "Bytes_received");
    put(shown, values, "bytes.sent", "Bytes_sent");
    return shown;
  }

  private static void put(
      Map<String, Long> shown, Map<String, Long> values, String name, String counter) {
    Long value = values.get(counter);
    if (value != null) {
      shown.put(name, value);
    }
  }

  private static long sum(Map<String, Long> values, Predicate<String> counters) {
    return values.entrySet().stream()
        .filter(entry -> counters.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
