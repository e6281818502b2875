package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.statistics.Merge.Fold;
import io.github.bmt4j.workload.tpcc.Order;
import io.github.bmt4j.workload.tpcc.TpccDates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Delivered orders by district and carrier, with subtotals by ROLLUP. Orders without a carrier are
 * left out, because their group would look like a subtotal.
 */
final class Rollup implements ExpectedResult {
  private static final int CARRIERS = 10;

  private static final WarehouseText TEXT =
      new WarehouseText(
          "o_d_id, o_carrier_id, COUNT(*), SUM(o_ol_cnt), MIN(o_entry_d), MAX(o_entry_d)"
              + " FROM orders1 WHERE o_carrier_id IS NOT NULL"
              + WarehouseText.AND
              + " GROUP BY o_d_id, o_carrier_id WITH ROLLUP",
          List.of("o_w_id"));

  static final StatisticsQuery QUERY =
      new StatisticsQuery(
          "rollup",
          TEXT,
          pieces -> Merge.folded(pieces, 2, Fold.SUM, Fold.SUM, Fold.EARLIEST, Fold.LATEST),
          Rollup::new);

  /** The groups by district and carrier; index 0 stands for all. */
  private final Total[][] totals = new Total[Order.DISTRICTS + 1][CARRIERS + 1];

  private Rollup() {
    for (Total[] ofDistrict : totals) {
      Arrays.setAll(ofDistrict, carrier -> new Total());
    }
  }

  @Override
  public void add(Order order) {
    if (order.delivered()) {
      totals[order.district()][order.carrier()].add(order);
      totals[order.district()][0].add(order);
      totals[0][0].add(order);
    }
  }

  @Override
  public AnswerRows answer() {
    List<List<String>> rows = new ArrayList<>();
    for (int district = 0; district <= Order.DISTRICTS; district++) {
      for (int carrier = 0; carrier <= CARRIERS; carrier++) {
        Total total = totals[district][carrier];
        if (total.orders > 0) {
          rows.add(
              Merge.row(
                  group(district),
                  group(carrier),
                  total.orders,
                  total.lines,
                  TpccDates.text(total.earliest),
                  TpccDates.text(total.latest)));
        }
      }
    }
    return new AnswerRows(rows);
  }

  private static String group(int number) {
    return number == 0 ? AnswerRows.NULL : Integer.toString(number);
  }

  private static final class Total {
    private long orders;
    private long lines;
    private int earliest = Integer.MAX_VALUE;
    private int latest;

    void add(Order order) {
      orders++;
      lines += order.lines();
      earliest = Math.min(earliest, order.entrySecond());
      latest = Math.max(latest, order.entrySecond());
    }
  }
}
