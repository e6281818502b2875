package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.WriteTrace;
import io.github.bmt4j.workload.WriteTraces;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds new orders by their numbers, as clause 3.5.4 does. A number that a rollback or a lost
 * commit gave back goes to another order, which has another customer or other lines.
 */
record OrderTraces(int sets) implements WriteTraces {
  /** Of an order that a session has made. */
  static WriteTrace of(TpccInputs in, int order) {
    return new WriteTrace(
        place(in.set, in.warehouse, in.district, order),
        content(in.customer, in.lines, in.local ? 1 : 0));
  }

  /**
   * Finds an order by its trace.
   *
   * @param kept true if no transaction deletes orders
   */
  static LastWrite lastWrite(WriteTrace trace, boolean kept) {
    String[] at = trace.place().replaceAll("\\D+", " ").strip().split(" ", -1);
    return new LastWrite(
        words(
            "SELECT CONCAT('c ', o_c_id, ', ', o_ol_cnt, ' lines, local ', o_all_local) FROM"
                + " orders%s WHERE o_w_id = %s AND o_d_id = %s AND o_id = %s",
            (Object[]) at),
        trace.content(),
        kept);
  }

  private static String place(int set, int warehouse, int district, int order) {
    return "set " + set + ", w " + warehouse + ", d " + district + ", o " + order;
  }

  private static String content(int customer, int lines, int local) {
    return "c " + customer + ", " + lines + " lines, local " + local;
  }

  /** The next order of each district. */
  @Override
  public String mark(Connection connection) throws SQLException {
    StringBuilder mark = new StringBuilder();
    int marked = 0;
    try (Statement statement = connection.createStatement()) {
      for (int set = 1; set <= sets; set++) {
        try (ResultSet rows =
            statement.executeQuery("SELECT d_w_id, d_id, d_next_o_id FROM district" + set)) {
          while (rows.next()) {
            mark.append(set).append(',').append(rows.getInt(1)).append(',');
            mark.append(rows.getInt(2)).append(',').append(rows.getInt(3)).append(' ');
          }
        }
        if (mark.length() == marked) {
          throw new SQLException("no rows in district" + set + ": is its load unfinished?");
        }
        marked = mark.length();
      }
    }
    return mark.toString().strip();
  }

  @Override
  public Map<String, String> since(Connection connection, String mark) throws SQLException {
    Map<String, String> found = new HashMap<>();
    try (Statement statement = connection.createStatement()) {
      for (String district : mark.split(" ", -1)) {
        String[] at = district.split(",", -1);
        try (ResultSet rows =
            statement.executeQuery(
                words(
                    "SELECT o_w_id, o_d_id, o_id, o_c_id, o_ol_cnt, o_all_local FROM orders%s WHERE"
                        + " o_w_id = %s AND o_d_id = %s AND o_id >= %s",
                    (Object[]) at))) {
          while (rows.next()) {
            found.put(
                place(Integer.parseInt(at[0]), rows.getInt(1), rows.getInt(2), rows.getInt(3)),
                content(rows.getInt(4), rows.getInt(5), rows.getInt(6)));
          }
        }
      }
    }
    return found;
  }
}
