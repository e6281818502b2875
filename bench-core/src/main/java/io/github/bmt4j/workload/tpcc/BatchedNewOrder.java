package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.Stopwatch;
import io.github.bmt4j.workload.WriteTrace;
import io.github.bmt4j.workload.tpcc.TpccStatement.Rows;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A new order that reads its items with one statement, their stock with another, updates the stock
 * in a JDBC batch, and inserts its lines with one statement.
 */
final class BatchedNewOrder extends TpccTransaction {
  /** An order of five lines whose last item does not exist has four. */
  private static final int FEWEST = Order.FEWEST_LINES - 1;

  private final OrderHead head = new OrderHead(statements);
  private final TpccStatement items =
      statements.add(
          "items",
          Stopwatch.Kind.READ,
          variants(
              "SELECT i_id, i_price, i_name, i_data FROM item# WHERE i_id IN (", "?", ",", ")"));
  private final TpccStatement stocks =
      statements.add(
          "stocks",
          Stopwatch.Kind.READ,
          variants(
              "SELECT s_i_id, s_w_id, s_quantity, s_data, "
                  + NewOrder.DISTRICTS
                  + " FROM stock# WHERE ",
              "(s_w_id = ? AND s_i_id = ?)",
              " OR ",
              " FOR UPDATE"));
  private final TpccStatement updateStock =
      statements.write("update-stocks", NewOrder.updateStock(true));
  private final TpccStatement insertLines =
      statements.add(
          "insert-order-lines",
          Stopwatch.Kind.WRITE,
          variants(NewOrder.LINES, NewOrder.LINE, ",", ""));
  private final @Nullable BigDecimal[] prices = new BigDecimal[Order.MOST_LINES];
  private final String[] infos = new String[Order.MOST_LINES];
  private final int[] left = new int[Order.MOST_LINES];

  BatchedNewOrder(TpccStatements statements) {
    super(statements);
  }

  private static List<String> variants(String before, String part, String between, String after) {
    return IntStream.rangeClosed(FEWEST, Order.MOST_LINES)
        .mapToObj(lines -> before + String.join(between, Collections.nCopies(lines, part)) + after)
        .toList();
  }

  @Override
  @Nullable WriteTrace trace(TpccInputs in) {
    return head.trace(in);
  }

  @Override
  void run(TpccInputs in) throws SQLException {
    head.run(in);
    int lines = findItems(in);
    takeFromStock(in, lines);
    insertLines.on(lines - FEWEST);
    for (int line = 0; line < lines; line++) {
      BigDecimal price = prices[line];
      if (price == null) {
        throw new SQLException("no item " + in.item[line] + ": is the table item complete?");
      }
      BigDecimal amount = TpccMode.SPEC.amount(price, in.quantity[line], head.taxed());
      head.bindLine(insertLines, in, line, amount);
      insertLines.with(infos[line]);
    }
    insertLines.update();
    if (lines < in.lines) {
      statements.rollBack();
    } else {
      statements.commit();
    }
  }

  private int findItems(TpccInputs in) throws SQLException {
    items.on(in.lines - FEWEST);
    for (int line = 0; line < in.lines; line++) {
      prices[line] = null;
      items.with(in.item[line]);
    }
    try (Rows rows = items.query()) {
      while (rows.next()) {
        int item = rows.number(1);
        BigDecimal price = rows.money(2);
        for (int line = 0; line < in.lines; line++) {
          prices[line] = in.item[line] == item ? price : prices[line];
        }
      }
    }
    return prices[in.lines - 1] == null ? in.lines - 1 : in.lines;
  }

  private void takeFromStock(TpccInputs in, int lines) throws SQLException {
    stocks.on(lines - FEWEST);
    for (int line = 0; line < lines; line++) {
      stocks.with(in.supplier[line]).with(in.item[line]);
      infos[line] = "";
    }
    int found = 0;
    try (Rows rows = stocks.query()) {
      while (rows.next()) {
        for (int line = 0; line < lines; line++) {
          if (in.item[line] == rows.number(1) && in.supplier[line] == rows.number(2)) {
            left[line] = rows.number(3);
            infos[line] = rows.text(4 + in.district);
            found++;
          }
        }
      }
    }
    if (found < lines) {
      throw new SQLException("item in stock" + TpccStatement.INCOMPLETE);
    }
    updateStock.onBatch();
    for (int line = 0; line < lines; line++) {
      left[line] = TpccMode.SPEC.left(leftBefore(in, line), in.quantity[line]);
      updateStock.with(left[line]).with(in.quantity[line]).with(in.isRemote(line) ? 1 : 0);
      updateStock.with(in.item[line]).with(in.supplier[line]).keep();
    }
    updateStock.updateAll();
  }

  /** Stock that a line finds: the amount that an earlier line of the same item has left. */
  private int leftBefore(TpccInputs in, int line) {
    for (int before = line - 1; before >= 0; before--) {
      if (in.item[before] == in.item[line] && in.supplier[before] == in.supplier[line]) {
        return left[before];
      }
    }
    return left[line];
  }
}
