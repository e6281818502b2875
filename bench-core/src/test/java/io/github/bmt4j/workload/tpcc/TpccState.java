package io.github.bmt4j.workload.tpcc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums over TPC-C's tables that every transaction changes in a way of its own. */
final class TpccState {
  private static final List<String> QUERIES =
      List.of(
          "SELECT w_id, w_ytd AS w_ytd FROM warehouse1",
          "SELECT CONCAT(d_w_id, '/', d_id), d_ytd, d_next_o_id FROM district1",
          "SELECT c_w_id, SUM(c_balance) AS c_balance, SUM(c_ytd_payment) AS c_ytd_payment,"
              + " SUM(c_payment_cnt) AS c_payment_cnt, SUM(c_delivery_cnt) AS c_delivery_cnt,"
              + " SUM(CRC32(c_data)) AS c_data FROM customer1 GROUP BY c_w_id",
          "SELECT '', COUNT(*) AS payments, SUM(h_amount) AS h_amount FROM history1",
          "SELECT '', COUNT(*) AS orders, COUNT(o_carrier_id) AS delivered, SUM(o_carrier_id) AS"
              + " o_carrier_id FROM orders1",
          "SELECT '', COUNT(*) AS new_orders FROM new_orders1",
          "SELECT '', COUNT(*) AS order_lines, SUM(ol_amount) AS ol_amount, SUM(ol_quantity) AS"
              + " ol_quantity, COUNT(ol_delivery_d) AS ol_delivery_d FROM order_line1",
          "SELECT s_w_id, SUM(s_quantity) AS s_quantity, SUM(s_ytd) AS s_ytd, SUM(s_order_cnt) AS"
              + " s_order_cnt, SUM(s_remote_cnt) AS s_remote_cnt FROM stock1 GROUP BY s_w_id");

  private final Map<String, BigDecimal> sums = new TreeMap<>();

  private TpccState() {}

  static TpccState read(Connection connection) throws SQLException {
    TpccState state = new TpccState();
    try (Statement statement = connection.createStatement()) {
      for (String query : QUERIES) {
        try (ResultSet rows = statement.executeQuery(query)) {
          while (rows.next()) {
            for (int column = 2; column <= rows.getMetaData().getColumnCount(); column++) {
              String name = rows.getMetaData().getColumnLabel(column) + " " + rows.getString(1);
              state.sums.put(name.strip(), rows.getBigDecimal(column));
            }
          }
        }
      }
    }
    return state;
  }

  /** What has changed since, without zeros behind the point. */
  Map<String, BigDecimal> since(TpccState before) {
    Map<String, BigDecimal> changes = new TreeMap<>();
    sums.forEach((name, now) -> add(changes, name, now.subtract(before.sums.get(name))));
    return changes;
  }

  /** Adds to a change; one of nothing is none. */
  static void add(Map<String, BigDecimal> changes, String name, BigDecimal change) {
    BigDecimal sum = changes.getOrDefault(name, BigDecimal.ZERO).add(change).stripTrailingZeros();
    if (sum.signum() == 0) {
      changes.remove(name);
    } else {
      changes.put(name, sum);
    }
  }

  /** The rows of a query, a space between the columns. */
  static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          columns.add(String.valueOf(rows.getString(column)));
        }
        texts.add(String.join(" ", columns));
      }
    }
    return texts;
  }
}
