package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import io.github.bmt4j.workload.tpcc.Customer;
import io.github.bmt4j.workload.tpcc.Order;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What undelivered orders cost, by the customer's credit and district: a join of three tables, with
 * sums of money.
 */
final class Credits implements StatisticsQuery {
  @Override
  public String name() {
    return "credits";
  }

  @Override
  public WarehouseText text() {
    return new WarehouseText(
        "c_credit, c_d_id, COUNT(*), SUM(ol_quantity), SUM(ol_amount) FROM customer1"
            + " JOIN orders1 ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
            + " JOIN order_line1 ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id"
            + " WHERE o_carrier_id IS NULL"
            + WarehouseText.AND
            + " GROUP BY c_credit, c_d_id",
        List.of("c_w_id", "o_w_id", "ol_w_id"));
  }

  @Override
  public Answer merged(List<Answer> pieces) {
    return new Answer(Merge.folded(pieces, 2, Fold.SUM, Fold.SUM, Fold.SUM));
  }

  @Override
  public Reckoning reckoning() {
    return new Totals();
  }

  private static final class Totals implements Reckoning {
    private static final int DISTRICTS = 10;

    private final Customer customer = new Customer();
    private final Map<String, long[]> lines = new TreeMap<>();
    private final Map<String, long[]> cents = new TreeMap<>();

    @Override
    public void add(Order order) {
      if (order.delivered()) {
        return;
      }
      customer.read(order.customerNumber());
      long sum = 0;
      for (int line = 0; line < order.lines(); line++) {
        sum += order.cents(line);
      }
      of(lines)[order.district()] += order.lines();
      of(cents)[order.district()] += sum;
    }

    @Override
    public Answer answer() {
      List<List<String>> rows = new ArrayList<>();
      lines.forEach(
          (credit, ofCredit) -> {
            for (int district = 1; district <= DISTRICTS; district++) {
              if (ofCredit[district] > 0) {
                rows.add(row(credit, district));
              }
            }
          });
      return new Answer(rows);
    }

    private long[] of(Map<String, long[]> totals) {
      return totals.computeIfAbsent(customer.credit(), credit -> new long[DISTRICTS + 1]);
    }

    private List<String> row(String credit, int district) {
      long count = lines.get(credit)[district];
      return List.of(
          credit,
          Integer.toString(district),
          Long.toString(count),
          Long.toString(count * Order.QUANTITY),
          Answer.number(BigDecimal.valueOf(cents.get(credit)[district], 2)));
    }
  }
}
