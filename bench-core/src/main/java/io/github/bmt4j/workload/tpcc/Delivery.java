package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.tpcc.TpccStatement.Rows;
import java.math.BigDecimal;
import java.sql.SQLException;

/** Delivers the oldest new order of each district of a warehouse (clause 2.7.4). */
final class Delivery extends TpccTransaction {
  private static final String OLDEST =
      "SELECT no_o_id FROM new_orders# WHERE no_d_id = ? AND no_w_id = ? ORDER BY no_o_id ASC LIMIT"
          + " 1 FOR UPDATE";

  /**
   * The order may be younger than the transaction's snapshot, which dates from the first district.
   */
  private static final String CURRENT = " FOR UPDATE";

  private final TpccStatement oldest = statements.read("oldest-order", OLDEST);
  private final TpccStatement delete =
      statements.write(
          "delete-new-order",
          "DELETE FROM new_orders# WHERE no_o_id = ? AND no_d_id = ? AND no_w_id = ?");
  private final TpccStatement customer =
      statements.read(
          "order-of",
          "SELECT o_c_id FROM orders# WHERE o_id = ? AND o_d_id = ? AND o_w_id = ?"
              + (mode == TpccMode.SPEC ? CURRENT : ""));
  private final TpccStatement updateOrder =
      statements.write(
          "update-order",
          "UPDATE orders# SET o_carrier_id = ? WHERE o_id = ? AND o_d_id = ? AND o_w_id = ?");
  private final TpccStatement updateLines =
      statements.write(
          "update-order-lines",
          "UPDATE order_line# SET ol_delivery_d = NOW() WHERE ol_o_id = ? AND ol_d_id = ? AND"
              + " ol_w_id = ?");
  private final TpccStatement sum =
      statements.read(
          "order-sum",
          "SELECT SUM(ol_amount) sm FROM order_line# WHERE ol_o_id = ? AND ol_d_id = ? AND"
              + " ol_w_id = ?");
  private final TpccStatement updateCustomer =
      statements.write(
          "update-balance",
          "UPDATE customer# SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
              + " WHERE c_id = ? AND c_d_id = ? AND c_w_id = ?");
  private int skipped;

  Delivery(TpccStatements statements) {
    super(statements);
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    skipped = 0;
    statements.begin();
    for (int district = 1; district <= Order.DISTRICTS; district++) {
      int order = oldest.on().with(district).with(in.warehouse).first();
      if (order == 0) {
        skipped++;
      } else {
        deliver(in, district, order);
      }
    }
    statements.commit();
  }

  @Override
  int skipped() {
    return skipped;
  }

  private void deliver(TpccInputs in, int district, int order) throws SQLException {
    bind(delete.on(), in, district, order).update();
    int buyer = bind(customer.on(), in, district, order).number("order");
    bind(updateOrder.on().with(in.carrier), in, district, order).update();
    bind(updateLines.on(), in, district, order).update();
    BigDecimal total;
    try (Rows row = bind(sum.on(), in, district, order).query().one("order line")) {
      total = row.money(1);
    }
    bind(updateCustomer.on().with(total), in, district, buyer).update();
  }

  private static TpccStatement bind(TpccStatement to, TpccInputs in, int district, int number)
      throws SQLException {
    return to.with(number).with(district).with(in.warehouse);
  }
}
