package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.RuleFindings.text;

import io.github.bmt4j.workload.tpcc.TpccReader.Place;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks the stock of one set, warehouse by warehouse, against the lines of orders added after
 * loading. These lines are read by their primary key twice: first the few that other warehouses
 * supply, which are kept, then each warehouse's own.
 */
final class StockCheck {
  private static final int LEAST = 10;
  private static final int MOST = 100;

  private final TpccReader reader;
  private final RuleFindings findings;
  private final Map<Long, BigDecimal> prices = new HashMap<>();
  private final TreeSet<Place> places = new TreeSet<>();

  StockCheck(TpccReader reader, RuleFindings findings) {
    this.reader = reader;
    this.findings = findings;
  }

  private static final class ItemLines {
    private long lines;
    private long remote;
    private final Sum quantity = new Sum();
    private boolean priced = true;
    private @Nullable BigDecimal least;
    private @Nullable BigDecimal most;

    void add(OrderedRows group, boolean isRemote) throws SQLException {
      long count = group.number(3);
      lines += count;
      remote += isRemote ? count : 0;
      quantity.add(group.number(4) < count ? null : group.value(5));
      BigDecimal low = group.value(7);
      BigDecimal high = group.value(8);
      priced &= group.number(6) == count && low != null && high != null;
      least = least == null || (low != null && low.compareTo(least) < 0) ? low : least;
      most = most == null || (high != null && high.compareTo(most) > 0) ? high : most;
    }
  }

  void check() throws SQLException {
    try (OrderedRows items = reader.rows("SELECT i_id, i_price FROM item#")) {
      for (; items.more(); items.next()) {
        BigDecimal price = items.value(2);
        if (price != null) {
          prices.put(items.key(), price);
        }
      }
    }
    reader.places("order_line", "ol_w_id", "ol_d_id", places);
    Map<Long, NavigableMap<Long, ItemLines>> remote = new TreeMap<>();
    for (Place place : places) {
      lines(place, true, remote);
    }
    TreeSet<Place> stocks = new TreeSet<>();
    reader.places("stock", "s_w_id", "s_w_id", stocks);
    TreeSet<Long> warehouses = new TreeSet<>(remote.keySet());
    places.forEach(place -> warehouses.add(place.warehouse()));
    stocks.forEach(place -> warehouses.add(place.warehouse()));
    for (long warehouse : warehouses) {
      Place first = new Place(warehouse, Long.MIN_VALUE);
      for (Place place : places.subSet(first, true, new Place(warehouse, Long.MAX_VALUE), true)) {
        lines(place, false, remote);
      }
      NavigableMap<Long, ItemLines> lines = remote.remove(warehouse);
      warehouse(warehouse, lines == null ? new TreeMap<>() : lines);
    }
  }

  private void lines(Place place, boolean remote, Map<Long, NavigableMap<Long, ItemLines>> into)
      throws SQLException {
    try (OrderedRows groups =
        reader.rows(
            "SELECT ol_supply_w_id, ol_i_id, COUNT(*), COUNT(ol_quantity), SUM(ol_quantity),"
                + " COUNT(ol_amount / ol_quantity), MIN(ol_amount / ol_quantity),"
                + " MAX(ol_amount / ol_quantity) FROM order_line# WHERE ol_w_id = ? AND ol_d_id = ?"
                + " AND ol_o_id > "
                + Order.PER_DISTRICT
                + (remote ? " AND NOT ol_supply_w_id <=> ol_w_id" : " AND ol_supply_w_id = ol_w_id")
                + " GROUP BY ol_supply_w_id, ol_i_id",
            place.warehouse(),
            place.district())) {
      for (; groups.more(); groups.next()) {
        into.computeIfAbsent(groups.key(), supplier -> new TreeMap<>())
            .computeIfAbsent(TpccReader.number(groups, 2), item -> new ItemLines())
            .add(groups, remote);
      }
    }
  }

  private void warehouse(long warehouse, NavigableMap<Long, ItemLines> lines) throws SQLException {
    try (OrderedRows stock =
        reader.rows(
            "SELECT s_i_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt FROM stock# WHERE s_w_id ="
                + " ? ORDER BY s_i_id",
            warehouse)) {
      while (stock.more() || !lines.isEmpty()) {
        long item = stock.least(lines.isEmpty() ? Long.MAX_VALUE : lines.firstKey());
        String key = reader.key(warehouse) + ", i " + OrderedRows.text(item);
        ItemLines of = lines.remove(item);
        if (of != null) {
          price(key, prices.get(item), of);
        }
        item(key, stock.isAt(item) ? stock : null, of == null ? new ItemLines() : of);
        if (stock.isAt(item)) {
          stock.next();
        }
      }
    }
  }

  private void item(String key, @Nullable OrderedRows row, ItemLines of) throws SQLException {
    BigDecimal ytd = row == null ? null : row.value(3);
    BigDecimal orders = row == null ? null : row.value(4);
    BigDecimal remote = row == null ? null : row.value(5);
    findings.equal(TpccRule.STOCK_YTD, key, ytd, of.quantity.value());
    findings.equal(TpccRule.STOCK_ORDERS, key, orders, of.lines);
    findings.equal(TpccRule.STOCK_REMOTE, key, remote, of.remote);
    long left = row == null ? LEAST : TpccReader.number(row, 2);
    if (left < LEAST || left > MOST) {
      findings.violation(
          TpccRule.STOCK_QUANTITY, key, OrderedRows.text(left), LEAST + " to " + MOST);
    }
  }

  private void price(String key, @Nullable BigDecimal price, ItemLines of) {
    BigDecimal least = of.least;
    BigDecimal most = of.most;
    if (price == null
        || !of.priced
        || least == null
        || most == null
        || least.compareTo(price) != 0
        || most.compareTo(price) != 0) {
      String paid = of.priced ? text(least) + " to " + text(most) : "none";
      findings.violation(TpccRule.AMOUNT, key, text(price), paid);
    }
  }
}
