package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import io.github.bmt4j.workload.tpcc.Customer;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Amounts of undelivered orders by the customer's credit and district: a join of three tables, with
 * sums of money.
 */
final class Credits implements ExpectedResult {
  private static final WarehouseText TEXT =
      new WarehouseText(
          "c_credit, c_d_id, COUNT(*), SUM(ol_quantity), SUM(ol_amount) FROM customer1"
              + " JOIN orders1 ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
              + " JOIN order_line1 ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id"
              + " WHERE o_carrier_id IS NULL"
              + WarehouseText.AND
              + " GROUP BY c_credit, c_d_id",
          List.of("c_w_id", "o_w_id", "ol_w_id"));

  static final StatisticsQuery QUERY =
      new StatisticsQuery(
          "credits",
          TEXT,
          pieces -> Merge.folded(pieces, 2, Fold.SUM, Fold.SUM, Fold.SUM),
          Credits::new);

  private final Customer customer = new Customer();
  private final Map<Group, Total> totals = new HashMap<>();

  private Credits() {}

  private record Group(String credit, int district) {}

  private static final class Total {
    private long lines;
    private long cents;
  }

  @Override
  public void add(Order order) {
    if (order.delivered()) {
      return;
    }
    customer.read(order.customerNumber());
    Group group = new Group(customer.credit(), order.district());
    Total total = totals.computeIfAbsent(group, first -> new Total());
    total.lines += order.lines();
    for (int line = 0; line < order.lines(); line++) {
      total.cents += order.cents(line);
    }
  }

  @Override
  public AnswerRows answer() {
    List<List<String>> rows = new ArrayList<>();
    totals.forEach(
        (group, total) ->
            rows.add(
                Merge.row(
                    group.credit(),
                    group.district(),
                    total.lines,
                    total.lines * Order.QUANTITY,
                    Merge.money(total.cents))));
    return new AnswerRows(rows);
  }
}
