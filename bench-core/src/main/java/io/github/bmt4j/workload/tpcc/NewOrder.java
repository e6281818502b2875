package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.Stopwatch;
import io.github.bmt4j.workload.tpcc.TpccStatement.Rows;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A customer orders 5 to 15 items (clause 2.4.2). If the last item does not exist, the order is
 * rolled back after all others.
 */
final class NewOrder extends TpccTransaction {
  /** The columns of all ten districts: one statement serves all. */
  private static final String DISTRICTS =
      "s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08,"
          + " s_dist_09, s_dist_10";

  private static final String OF_STOCK = " FROM stock# WHERE s_i_id = ? AND s_w_id = ? FOR UPDATE";

  private final boolean spec = mode == TpccMode.SPEC;
  private final OrderHead head = new OrderHead(statements);
  private final TpccStatement item =
      statements.read("item", "SELECT i_price, i_name, i_data FROM item# WHERE i_id = ?");
  private final TpccStatement stock =
      statements.add(
          "stock",
          Stopwatch.Kind.READ,
          spec
              ? List.of("SELECT s_quantity, s_data, " + DISTRICTS + OF_STOCK)
              : IntStream.rangeClosed(1, Order.DISTRICTS)
                  .mapToObj(
                      d ->
                          "SELECT s_quantity, s_data, s_dist_"
                              + (d < 10 ? "0" : "")
                              + d
                              + " s_dist")
                  .map(select -> select + OF_STOCK)
                  .toList());
  private final TpccStatement updateStock =
      statements.write(
          "update-stock",
          "UPDATE stock# SET s_quantity = ?"
              + (spec
                  ? ", s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, s_remote_cnt ="
                      + " s_remote_cnt + ?"
                  : "")
              + " WHERE s_i_id = ? AND s_w_id = ?");
  private final TpccStatement insertLine =
      statements.write(
          "insert-order-line",
          "INSERT INTO order_line# (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,"
              + " ol_quantity, ol_amount, ol_dist_info) VALUES (?,?,?,?,?,?,?,?,?)");

  NewOrder(TpccStatements statements) {
    super(statements);
  }

  @Override
  @Nullable LastWrite lastWrite(TpccInputs in, boolean kept) {
    return head.lastWrite(in, kept);
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    head.run(in);
    for (int line = 0; line < in.lines; line++) {
      BigDecimal price;
      try (Rows row = item.on().with(in.item[line]).query()) {
        price = row.next() ? row.money(1) : null;
      }
      if (price == null) {
        statements.rollBack();
        return;
      }
      line(in, line, price);
    }
    statements.commit();
  }

  private void line(TpccInputs in, int line, BigDecimal price) throws SQLException {
    int left;
    String info;
    stock.on(spec ? 0 : in.district - 1).with(in.item[line]).with(in.supplier[line]);
    try (Rows row = stock.query().one("item in stock")) {
      left = mode.left(row.number(1), in.quantity[line]);
      info = row.text(spec ? 2 + in.district : 3);
    }
    updateStock.on().with(left);
    if (spec) {
      updateStock.with(in.quantity[line]).with(in.isRemote(line) ? 1 : 0);
    }
    updateStock.with(in.item[line]).with(in.supplier[line]).update();
    head.bindLine(insertLine.on(), in, line, mode.amount(price, in.quantity[line], head.taxed()));
    insertLine.with(info).update();
  }
}
