package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.tpcc.TpccStatement.Rows;
import java.sql.SQLException;

/** Shows a customer's last order (clause 2.6.2). */
final class OrderStatus extends TpccTransaction {
  private final CustomerChoice choice;
  private final TpccStatement customer;
  private final TpccStatement lastOrder;
  private final TpccStatement lines;

  OrderStatus(TpccStatements statements, TpccStatement countNames) {
    super(statements);
    TpccStatement names =
        statements.read(
            "status-names",
            "SELECT c_balance, c_first, c_middle, c_id FROM customer# WHERE c_w_id = ? AND c_d_id ="
                + " ? AND c_last = ? ORDER BY c_first");
    choice = new CustomerChoice(mode, countNames, names, 4);
    customer =
        statements.read(
            "status-customer",
            "SELECT c_balance, c_first, c_middle, c_last FROM customer# WHERE c_w_id = ? AND c_d_id"
                + " = ? AND c_id = ?");
    lastOrder =
        statements.read(
            "last-order",
            "SELECT o_id, o_carrier_id, o_entry_d FROM orders# WHERE o_w_id = ? AND o_d_id = ? AND"
                + " o_c_id = ? ORDER BY o_id DESC"
                + (mode == TpccMode.SPEC ? " LIMIT 1" : ""));
    lines =
        statements.read(
            "order-lines",
            "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line#"
                + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?");
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    statements.begin();
    int number = choice.find(in);
    if (!in.byName()) {
      customer.on().with(in.warehouse).with(in.district).with(number);
      customer.query().one("customer").close();
    }
    lastOrder.on().with(in.warehouse).with(in.district).with(number);
    int order = lastOrder.number("order of the customer");
    lines.on().with(in.warehouse).with(in.district).with(mode.orderOfLines(order, in.district));
    try (Rows rows = lines.query()) {
      while (rows.next()) {
        // The row is only shown.
      }
    }
    statements.commit();
  }
}
