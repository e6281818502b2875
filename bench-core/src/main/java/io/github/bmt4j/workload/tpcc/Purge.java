package io.github.bmt4j.workload.tpcc;

import java.sql.SQLException;

/** Deletes up to ten old orders, each in a transaction: sysbench-tpcc's own. */
final class Purge extends TpccTransaction {

  private final TpccStatement oldest =
      statements.read(
          "purge-oldest",
          "SELECT min(no_o_id) mo FROM new_orders# WHERE no_w_id = ? AND no_d_id = ?");
  private final TpccStatement order =
      statements.read(
          "purge-order",
          "SELECT o_id FROM orders# o, (SELECT o_c_id, o_w_id, o_d_id, count(distinct o_id) FROM"
              + " orders# WHERE o_w_id = ? AND o_d_id = ? AND o_id > "
              + Order.DELIVERED
              + " AND o_id < ? GROUP BY"
              + " o_c_id, o_d_id, o_w_id HAVING count(distinct o_id) > 1 LIMIT 1) t WHERE"
              + " t.o_w_id = o.o_w_id AND t.o_d_id = o.o_d_id AND t.o_c_id = o.o_c_id LIMIT 1");
  private final TpccStatement deleteLines =
      statements.write(
          "purge-lines",
          "DELETE FROM order_line# WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?");
  private final TpccStatement deleteOrder =
      statements.write(
          "purge-delete", "DELETE FROM orders# WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?");
  private final TpccStatement deletePayments =
      statements.write(
          "purge-payments", "DELETE FROM history# WHERE h_w_id = ? AND h_d_id = ? LIMIT 10");

  Purge(TpccStatements statements) {
    super(statements);
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    for (int number = 0; number < Order.DISTRICTS; number++) {
      in.moveTo(number);
      statements.useSet(in.set);
      statements.begin();
      int before = oldest.on().with(in.warehouse).with(in.district).first();
      if (before > 0) {
        int found = order.on().with(in.warehouse).with(in.district).with(before).first();
        if (found > 0) {
          deleteLines.on().with(in.warehouse).with(in.district).with(found).update();
          deleteOrder.on().with(in.warehouse).with(in.district).with(found).update();
          deletePayments.on().with(in.warehouse).with(in.district).update();
        }
      }
      statements.commit();
    }
  }
}
