package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.tpcc.Order;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Number of different items in each warehouse's lines: COUNT(DISTINCT …). Counts of two pieces
 * could not be added, but a warehouse is in one piece only.
 */
final class DistinctItems implements ExpectedResult {
  private static final WarehouseText TEXT =
      new WarehouseText(
          "ol_w_id, COUNT(DISTINCT ol_i_id), COUNT(*) FROM order_line1"
              + WarehouseText.WHERE
              + " GROUP BY ol_w_id",
          List.of("ol_w_id"));

  static final StatisticsQuery QUERY =
      new StatisticsQuery("distinct_items", TEXT, Merge::joined, DistinctItems::new);

  private final List<List<String>> rows = new ArrayList<>();
  private final BitSet items = new BitSet(Order.ITEMS + 1);
  private int warehouse;
  private long lines;

  private DistinctItems() {}

  @Override
  public void add(Order order) {
    if (order.warehouse() != warehouse) {
      endWarehouse();
      warehouse = order.warehouse();
    }
    for (int line = 0; line < order.lines(); line++) {
      items.set(order.item(line));
    }
    lines += order.lines();
  }

  @Override
  public AnswerRows answer() {
    endWarehouse();
    return new AnswerRows(rows);
  }

  private void endWarehouse() {
    if (lines > 0) {
      rows.add(Merge.row(warehouse, items.cardinality(), lines));
    }
    items.clear();
    lines = 0;
  }
}
