package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.tpcc.Customer;
import io.github.bmt4j.workload.tpcc.Order;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The customers who spent most: a join of three tables, a group for every customer, and the first
 * of them. A customer is in one warehouse only, so that the best of all are among the pieces' best.
 */
final class BestCustomers implements StatisticsQuery {
  private static final int LIMIT = 100;

  @Override
  public String name() {
    return "best_customers";
  }

  @Override
  public WarehouseText text() {
    return new WarehouseText(
        "c_w_id, c_d_id, c_id, c_last, SUM(ol_amount) FROM customer1"
            + " JOIN orders1 ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
            + " JOIN order_line1 ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id"
            + WarehouseText.WHERE
            + " GROUP BY c_w_id, c_d_id, c_id, c_last"
            + " ORDER BY SUM(ol_amount) DESC, c_w_id, c_d_id, c_id LIMIT "
            + LIMIT,
        List.of("c_w_id", "o_w_id", "ol_w_id"));
  }

  @Override
  public Answer merged(List<Answer> pieces) {
    return new Answer(
        Merge.first(
            Merge.joined(pieces),
            LIMIT,
            Merge.byNumber(4)
                .reversed()
                .thenComparing(Merge.byNumber(0))
                .thenComparing(Merge.byNumber(1))
                .thenComparing(Merge.byNumber(2))));
  }

  @Override
  public ExpectedResult reckoning() {
    return new Best();
  }

  /** A customer with what it spent. It has one order at most, as orders of a district are dealt. */
  private record Spent(long cents, int warehouse, int district, int customer, long number) {
    static final Comparator<Spent> BEST_FIRST =
        Comparator.comparingLong(Spent::cents).reversed().thenComparingLong(Spent::number);

    List<String> row(Customer reader) {
      reader.read(number);
      return List.of(
          Integer.toString(warehouse),
          Integer.toString(district),
          Integer.toString(customer),
          Customer.lastName(reader.name()),
          Answer.number(BigDecimal.valueOf(cents, 2)));
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
      best.add(
          new Spent(
              cents,
              order.warehouse(),
              order.district(),
              order.customer(),
              order.customerNumber()));
      if (best.size() > LIMIT) {
        best.remove();
      }
    }

    @Override
    public Answer answer() {
      Customer reader = new Customer();
      return new Answer(best.stream().map(spent -> spent.row(reader)).toList());
    }
  }
}
