package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import io.github.bmt4j.workload.tpcc.Customer;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.List;
import java.util.stream.IntStream;

/** Orders and their lines by the customer's last name: a join of two tables. */
final class LastNames implements ExpectedResult {
  private static final WarehouseText TEXT =
      new WarehouseText(
          "c_last, COUNT(*), SUM(o_ol_cnt) FROM customer1"
              + " JOIN orders1 ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
              + WarehouseText.WHERE
              + " GROUP BY c_last",
          List.of("c_w_id", "o_w_id"));

  static final StatisticsQuery QUERY =
      new StatisticsQuery(
          "last_names",
          TEXT,
          pieces -> Merge.folded(pieces, 1, Fold.SUM, Fold.SUM),
          LastNames::new);

  private final Customer customer = new Customer();
  private final long[] orders = new long[Customer.NAMES];
  private final long[] lines = new long[Customer.NAMES];

  private LastNames() {}

  @Override
  public void add(Order order) {
    customer.read(order.customerNumber());
    orders[customer.name()]++;
    lines[customer.name()] += order.lines();
  }

  @Override
  public AnswerRows answer() {
    return new AnswerRows(
        IntStream.range(0, Customer.NAMES)
            .filter(name -> orders[name] > 0)
            .mapToObj(name -> Merge.row(Customer.lastName(name), orders[name], lines[name]))
            .toList());
  }
}
