package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.workload.AnswerRows;
import io.github.bmt4j.workload.tpcc.Order;
import io.github.bmt4j.workload.tpcc.TpccDates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The latest orders of each district, by a window function over all orders. */
final class LatestOrders {
  private static final int PLACES = 3;

  private static final WarehouseText TEXT =
      new WarehouseText(
          "o_w_id, o_d_id, place, o_id, o_entry_d FROM (SELECT o_w_id, o_d_id, o_id, o_entry_d,"
              + " ROW_NUMBER() OVER (PARTITION BY o_w_id, o_d_id ORDER BY o_entry_d DESC, o_id"
              + " DESC) AS place FROM orders1"
              + WarehouseText.WHERE
              + ") AS placed WHERE place <= "
              + PLACES,
          List.of("o_w_id"));

  static final StatisticsQuery QUERY =
      new StatisticsQuery("latest_orders", TEXT, Merge::joined, Latest::new);

  private LatestOrders() {}

  private record Entry(int second, int id) {
    static final Comparator<Entry> LATEST_FIRST =
        Comparator.comparingInt(Entry::second).thenComparingInt(Entry::id).reversed();
  }

  private static final class Latest implements ExpectedResult {
    private final List<List<String>> rows = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private int warehouse;
    private int district;

    @Override
    public void add(Order order) {
      if (order.warehouse() != warehouse || order.district() != district) {
        endDistrict();
        warehouse = order.warehouse();
        district = order.district();
      }
      if (entries.size() == PLACES && order.entrySecond() < entries.get(PLACES - 1).second()) {
        return;
      }
      entries.add(new Entry(order.entrySecond(), order.id()));
      entries.sort(Entry.LATEST_FIRST);
      if (entries.size() > PLACES) {
        entries.remove(PLACES);
      }
    }

    @Override
    public AnswerRows answer() {
      endDistrict();
      return new AnswerRows(rows);
    }

    private void endDistrict() {
      for (int i = 0; i < entries.size(); i++) {
        Entry entry = entries.get(i);
        String date = TpccDates.text(entry.second());
        rows.add(Merge.row(warehouse, district, i + 1, entry.id(), date));
      }
      entries.clear();
    }
  }
}
