package io.github.bmt4j.jmh.profile;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Counters of the whole server at a moment, as {@code SHOW GLOBAL STATUS} gives them.
 *
 * @param values by name
 */
record StatusCounters(Map<String, Long> values) {
  private static final String STATUS =
      """
      SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Handler%' OR Variable_name IN (
        'Bytes_received', 'Bytes_sent', 'Created_tmp_disk_tables', 'Created_tmp_tables', 'Innodb_rows_read',
        'Rows_read', 'Sort_merge_passes', 'Questions')
      """;

  StatusCounters {
    values = Map.copyOf(values);
  }

  /** Asks the server. */
  static StatusCounters read(Connection connection) throws SQLException {
    Map<String, Long> values = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(STATUS)) {
      while (rows.next()) {
        values.put(rows.getString(1), rows.getLong(2));
      }
    }
    return new StatusCounters(values);
  }

  /** Growth since an earlier moment. */
  StatusCounters minus(StatusCounters earlier) {
    Map<String, Long> growth = new TreeMap<>(values);
    growth.replaceAll((name, value) -> value - earlier.values.getOrDefault(name, 0L));
    return new StatusCounters(growth);
  }

  /**
   * What the profiler shows, under its names; what the server does not count is absent.
   *
   * <ul>
   *   <li>{@code rows.read}: {@code Innodb_rows_read}, or MariaDB's {@code Rows_read}
   *   <li>{@code handler.read}: all {@code Handler_read_*}, temporary tables included
   *   <li>{@code handler.write}: rows written, updated, deleted, temporary tables included
   * </ul>
   */
  Map<String, Long> shown() {
    Map<String, Long> shown = new LinkedHashMap<>();
    put(shown, "statements", "Questions");
    put(shown, "rows.read", "Rows_read");
    put(shown, "rows.read", "Innodb_rows_read");
    shown.put("handler.read", sum(name -> name.startsWith("Handler_read_")));
    shown.put("handler.write", sum(name -> name.matches("Handler_(tmp_)?(write|update|delete)")));
    put(shown, "tmp.tables", "Created_tmp_tables");
    put(shown, "tmp.disk.tables", "Created_tmp_disk_tables");
    put(shown, "sort.merge.passes", "Sort_merge_passes");
    put(shown, "bytes.received", "Bytes_received");
    put(shown, "bytes.sent", "Bytes_sent");
    return shown;
  }

  private void put(Map<String, Long> shown, String name, String counter) {
    Long value = values.get(counter);
    if (value != null) {
      shown.put(name, value);
    }
  }

  private long sum(Predicate<String> counters) {
    return values.entrySet().stream()
        .filter(entry -> counters.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
