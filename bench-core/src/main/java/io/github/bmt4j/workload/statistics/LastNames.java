package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import io.github.bmt4j.workload.tpcc.Customer;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.ArrayList;
import java.util.List;

/** Orders and their lines by the customer's last name: a join of two tables. */
final class LastNames implements StatisticsQuery {
  @Override
  public String name() {
    return "last_names";
  }

  @Override
  public WarehouseText text() {
    return new WarehouseText(
        "c_last, COUNT(*), SUM(o_ol_cnt) FROM customer1"
            + " JOIN orders1 ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
            + WarehouseText.WHERE
            + " GROUP BY c_last",
        List.of("c_w_id", "o_w_id"));
  }

  @Override
  public Answer merged(List<Answer> pieces) {
    return new Answer(Merge.folded(pieces, 1, Fold.SUM, Fold.SUM));
  }

  @Override
  public ExpectedResult reckoning() {
    return new ExpectedResult() {
      private final Customer customer = new Customer();
      private final long[] orders = new long[Customer.NAMES];
      private final long[] lines = new long[Customer.NAMES];

      @Override
      public void add(Order order) {
        customer.read(order.customerNumber());
        orders[customer.name()]++;
        lines[customer.name()] += order.lines();
      }

      @Override
      public Answer answer() {
        List<List<String>> rows = new ArrayList<>();
        for (int name = 0; name < orders.length; name++) {
          if (orders[name] > 0) {
            rows.add(
                List.of(
                    Customer.lastName(name),
                    Long.toString(orders[name]),
                    Long.toString(lines[name])));
          }
        }
        return new Answer(rows);
      }
    };
  }
}
