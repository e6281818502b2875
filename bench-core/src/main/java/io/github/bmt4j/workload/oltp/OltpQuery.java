package io.github.bmt4j.workload.oltp;

import java.util.Collection;
import java.util.List;

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

  static final List<OltpQuery> RANGES =
      List.of(SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE);

  private final String beforeTable;
  private final String afterTable;
  private final String option;

  OltpQuery(String beforeTable, String afterTable, String option) {
    this.beforeTable = beforeTable;
    this.afterTable = afterTable;
    this.option = option;
  }

  /** The statement on table {@code number}, from 1. */
  String sql(int number) {
    return beforeTable + number + afterTable;
  }

  /** How often a transaction runs it. */
  int repeats(OltpOptions options) {
    return RANGES.contains(this) && !options.rangeSelects() ? 0 : options.params().integer(option);
  }

  /** How many statements a connection prepares at most, of a transaction made of these. */
  static int statements(OltpOptions options, Collection<OltpQuery> queries) {
    long used = queries.stream().filter(query -> query.repeats(options) > 0).count();
    return Math.toIntExact(used * options.tables());
  }
}
