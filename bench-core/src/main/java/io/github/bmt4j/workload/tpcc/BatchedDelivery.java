package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.tpcc.TpccStatement.Rows;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A delivery that looks for the oldest new order district by district, and does all else with one
 * statement for the ten districts. What a district without one has in place of its order, 0, fits
 * no row.
 */
final class BatchedDelivery extends TpccTransaction {
  private static final int DISTRICTS = Order.DISTRICTS;

  private final TpccStatement oldest = statements.read("oldest-order", Delivery.OLDEST);
  private final TpccStatement delete =
      statements.write(
          "delete-new-orders",
          "DELETE FROM new_orders# WHERE no_w_id = ? AND " + each("no_d_id", "no_o_id"));
  private final TpccStatement customers =
      statements.read(
          "orders-of",
          "SELECT o_d_id, o_c_id FROM orders# WHERE o_w_id = ? AND " + each("o_d_id", "o_id"));
  private final TpccStatement updateOrders =
      statements.write(
          "update-orders",
          "UPDATE orders# SET o_carrier_id = ? WHERE o_w_id = ? AND " + each("o_d_id", "o_id"));
  private final TpccStatement updateLines =
      statements.write(
          "update-orders-lines",
          "UPDATE order_line# SET ol_delivery_d = NOW() WHERE ol_w_id = ? AND "
              + each("ol_d_id", "ol_o_id"));
  private final TpccStatement sums =
      statements.read(
          "order-sums",
          "SELECT ol_d_id, SUM(ol_amount) FROM order_line# WHERE ol_w_id = ? AND "
              + each("ol_d_id", "ol_o_id")
              + " GROUP BY ol_d_id");
  private final TpccStatement updateCustomers =
      statements.write(
          "update-balances",
          "UPDATE customer# SET c_balance = c_balance + CASE c_d_id"
              + IntStream.rangeClosed(1, DISTRICTS)
                  .mapToObj(district -> " WHEN " + district + " THEN ?")
                  .collect(Collectors.joining())
              + " END, c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id = ? AND "
              + each("c_d_id", "c_id"));
  private final int[] orders = new int[DISTRICTS];
  private final int[] buyers = new int[DISTRICTS];
  private final BigDecimal[] totals = new BigDecimal[DISTRICTS];
  private int skipped;

  BatchedDelivery(TpccStatements statements) {
    super(statements);
  }

  /** A number for each district. Servers read it as ten ranges of the primary key. */
  private static String each(String district, String number) {
    return IntStream.rangeClosed(1, DISTRICTS)
        .mapToObj(one -> "(" + district + " = " + one + " AND " + number + " = ?)")
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    statements.begin();
    skipped = 0;
    for (int district = 1; district <= DISTRICTS; district++) {
      orders[district - 1] = Delivery.oldest(oldest, in, district);
      skipped += orders[district - 1] == 0 ? 1 : 0;
    }
    if (skipped < DISTRICTS) {
      deliver(in);
    }
    statements.commit();
  }

  private void deliver(TpccInputs in) throws SQLException {
    with(delete.on().with(in.warehouse), orders).update();
    Arrays.fill(buyers, 0);
    try (Rows rows = with(customers.on().with(in.warehouse), orders).query()) {
      while (rows.next()) {
        buyers[rows.number(1) - 1] = rows.number(2);
      }
    }
    with(updateOrders.on().with(in.carrier).with(in.warehouse), orders).update();
    with(updateLines.on().with(in.warehouse), orders).update();
    Arrays.fill(totals, BigDecimal.ZERO);
    try (Rows rows = with(sums.on().with(in.warehouse), orders).query()) {
      while (rows.next()) {
        totals[rows.number(1) - 1] = rows.money(2);
      }
    }
    updateCustomers.on();
    for (BigDecimal total : totals) {
      updateCustomers.with(total);
    }
    with(updateCustomers.with(in.warehouse), buyers).update();
  }

  @Override
  int skipped() {
    return skipped;
  }

  private static TpccStatement with(TpccStatement statement, int[] numbers) throws SQLException {
    for (int number : numbers) {
      statement.with(number);
    }
    return statement;
  }
}
