package io.github.bmt4j.workload.statistics;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.workload.Answer;
import io.github.bmt4j.workload.tpcc.Order;
import io.github.bmt4j.workload.tpcc.TpccDates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The latest orders of each district, by a window function over all orders. */
final class LatestOrders implements StatisticsQuery {
  private static final int PLACES = 3;

  @Override
  public String name() {
    return "latest_orders";
  }

  @Override
  public WarehouseText text() {
    return new WarehouseText(
        "o_w_id, o_d_id, place, o_id, o_entry_d FROM (SELECT o_w_id, o_d_id, o_id, o_entry_d,"
            + " ROW_NUMBER() OVER (PARTITION BY o_w_id, o_d_id ORDER BY o_entry_d DESC, o_id DESC)"
            + " AS place FROM orders1"
            + WarehouseText.WHERE
            + ") AS placed WHERE place <= "
            + PLACES,
        List.of("o_w_id"));
  }

  @Override
  public Optional<String> obstacle(ServerProduct server) {
    return server.hasWindowFunctions()
        ? Optional.empty()
        : Optional.of("this server has no window functions");
  }

  @Override
  public Answer merged(List<Answer> pieces) {
    return new Answer(Merge.joined(pieces));
  }

  @Override
  public ExpectedResult reckoning() {
    return new Latest();
  }

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
    public Answer answer() {
      endDistrict();
      return new Answer(rows);
    }

    private void endDistrict() {
      for (int i = 0; i < entries.size(); i++) {
        rows.add(
            List.of(
                Integer.toString(warehouse),
                Integer.toString(district),
                Integer.toString(i + 1),
                Integer.toString(entries.get(i).id()),
                TpccDates.text(entries.get(i).second())));
      }
      entries.clear();
    }
  }
}
