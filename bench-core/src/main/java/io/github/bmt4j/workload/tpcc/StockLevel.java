package io.github.bmt4j.workload.tpcc;

import java.sql.SQLException;

/** Counts the items of a district's last 20 orders that are low in stock (clause 2.8.2). */
final class StockLevel extends TpccTransaction {
  private static final int ORDERS = 20;

  private final TpccStatement district =
      statements.read(
          "last-orders", "SELECT d_next_o_id FROM district# WHERE d_id = ? AND d_w_id = ?");
  private final TpccStatement low =
      statements.read(
          "low-stock",
          "SELECT COUNT(DISTINCT (s_i_id)) FROM order_line#, stock# WHERE ol_w_id = ? AND ol_d_id"
              + " = ? AND ol_o_id < ? AND ol_o_id >= ? AND s_w_id = ? AND s_i_id = ol_i_id AND"
              + " s_quantity < ?");

  StockLevel(TpccStatements statements) {
    super(statements);
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    statements.begin();
    int next = district.on().with(in.district).with(in.warehouse).number("district");
    low.on().with(in.warehouse).with(in.district).with(next).with(next - (long) ORDERS);
    low.with(in.warehouse).with(in.threshold).query().one("count").close();
    statements.commit();
  }
}
