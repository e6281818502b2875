package io.github.bmt4j.workload.oltp;

import io.github.bmt4j.workload.RowReader.Column;
import io.github.bmt4j.workload.Stopwatch;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A prepared statement of the OLTP workloads: its text, and the option that says how often a
 * transaction runs it. Texts and order are sysbench's (1.0.20, oltp_common.lua).
 */
enum OltpQuery {
  POINT_SELECT("SELECT c FROM sbtest", " WHERE id=?", "point-selects"),
  SIMPLE_RANGE("SELECT c FROM sbtest", " WHERE id BETWEEN ? AND ?", "simple-ranges"),
  SUM_RANGE("SELECT SUM(k) FROM sbtest", " WHERE id BETWEEN ? AND ?", "sum-ranges"),
  ORDER_RANGE("SELECT c FROM sbtest", " WHERE id BETWEEN ? AND ? ORDER BY c", "order-ranges"),
  DISTINCT_RANGE(
      "SELECT DISTINCT c FROM sbtest", " WHERE id BETWEEN ? AND ? ORDER BY c", "distinct-ranges"),
  INDEX_UPDATE("UPDATE sbtest", " SET k=k+1 WHERE id=?", "index-updates"),
  NON_INDEX_UPDATE("UPDATE sbtest", " SET c=? WHERE id=?", "non-index-updates"),
  DELETE("DELETE FROM sbtest", " WHERE id=?", "delete-inserts"),
  INSERT("INSERT INTO sbtest", " (id, k, c, pad) VALUES (?, ?, ?, ?)", "delete-inserts");

  static final Set<OltpQuery> READS =
      Collections.unmodifiableSet(EnumSet.range(POINT_SELECT, DISTINCT_RANGE));
  static final Set<OltpQuery> WRITES =
      Collections.unmodifiableSet(EnumSet.range(INDEX_UPDATE, INSERT));
  static final Set<OltpQuery> ALL = Collections.unmodifiableSet(EnumSet.allOf(OltpQuery.class));
  private static final Set<OltpQuery> RANGES =
      Collections.unmodifiableSet(EnumSet.range(SIMPLE_RANGE, DISTINCT_RANGE));

  private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();

  private final String beforeTable;
  private final String afterTable;
  private final String option;

  OltpQuery(String beforeTable, String afterTable, String option) {
    this.beforeTable = beforeTable;
    this.afterTable = afterTable;
    this.option = option;
  }

  /**
   * The statement on table {@code number}, from 1: the same string for all workers, because there
   * may be a thousand workers with thousands of statements each.
   */
  String sql(int number) {
    String text = beforeTable + number + afterTable;
    return TEXTS.computeIfAbsent(text, first -> first);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Stopwatch.Kind kind() {
    return READS.contains(this) ? Stopwatch.Kind.READ : Stopwatch.Kind.WRITE;
  }

  /** The columns of its rows; none for a write. */
  Column[] columns() {
    return READS.contains(this)
        ? new Column[] {this == SUM_RANGE ? Column.NUMBER : Column.TEXT}
        : new Column[0];
  }

  int count(OltpOptions options) {
    return RANGES.contains(this) && !options.rangeSelects() ? 0 : options.params().integer(option);
  }
}
