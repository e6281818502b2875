package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.tpcc.Customer;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The customers who spent most: a join of three tables, a group for every customer, and the first
 * of them. A customer is in one warehouse only, so that the best of all are among the pieces' best.
 */
final class BestCustomers {
  private static final int LIMIT = 100;

  private static final WarehouseText TEXT =
      new WarehouseText(
          "c_w_id, c_d_id, c_id, c_last, SUM(ol_amount) FROM customer1"
              + " JOIN orders1 ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
              + " JOIN order_line1 ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id"
              + WarehouseText.WHERE
              + " GROUP BY c_w_id, c_d_id, c_id, c_last"
              + " ORDER BY SUM(ol_amount) DESC, c_w_id, c_d_id, c_id LIMIT "
              + LIMIT,
          List.of("c_w_id", "o_w_id", "ol_w_id"));

  static final StatisticsQuery QUERY =
      new StatisticsQuery("best_customers", TEXT, BestCustomers::merged, Best::new);

  private BestCustomers() {}

  private static List<List<String>> merged(List<AnswerRows> pieces) {
    Comparator<List<String>> order = Merge.byNumber(4).reversed();
    for (int column = 0; column < 3; column++) {
      order = order.thenComparing(Merge.byNumber(column));
    }
    return Merge.first(Merge.joined(pieces), LIMIT, order);
  }

  /**
   * A customer and the amount spent. A customer has at most one order, because no two orders of a
   * district share a customer.
   */
  private record Spent(long cents, int warehouse, int district, int customer, long number) {
    static final Comparator<Spent> BEST_FIRST =
        Comparator.comparingLong(Spent::cents).reversed().thenComparingLong(Spent::number);

    List<String> row(Customer reader) {
      reader.read(number);
      String name = Customer.lastName(reader.name());
      return Merge.row(warehouse, district, customer, name, Merge.money(cents));
    }
  }

  private static final class Best implements ExpectedResult {
    private final PriorityQueue<Spent> best =
        new PriorityQueue<>(LIMIT + 1, Spent.BEST_FIRST.reversed());

    @Override
    public void add(Order order) {
      long cents = 0;
      for (int line = 0; line < order.lines(); line++) {
        cents += order.cents(line);
      }
      Spent last = best.peek();
      if (last != null && best.size() == LIMIT && cents < last.cents()) {
        return;
      }
      int customer = order.customer();
      long number = order.customerNumber();
      best.add(new Spent(cents, order.warehouse(), order.district(), customer, number));
      if (best.size() > LIMIT) {
        best.remove();
      }
    }

    @Override
    public AnswerRows answer() {
      Customer reader = new Customer();
      return new AnswerRows(best.stream().map(spent -> spent.row(reader)).toList());
    }
  }
}
