package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.RuleFindings.text;

import io.github.bmt4j.workload.tpcc.TpccReader.Place;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks the stock of one set, warehouse by warehouse, against the lines of orders that came after
 * the load.
 */
final class StockCheck {
  private static final int LEAST = 10;
  private static final int MOST = 100;

  private final TpccReader reader;
  private final RuleFindings findings;
  private final Map<Long, BigDecimal> prices = new HashMap<>();

  StockCheck(TpccReader reader, RuleFindings findings) {
    this.reader = reader;
    this.findings = findings;
  }

  void check() throws SQLException {
    if (findings.wants(TpccRule.AMOUNT)) {
      try (OrderedRows items = reader.rows("SELECT i_id, i_price FROM item#")) {
        for (; items.more(); items.next()) {
          BigDecimal price = items.value(2);
          if (price != null) {
            prices.put(items.key(), price);
          }
        }
      }
    }
    TreeSet<Place> warehouses = new TreeSet<>();
    reader.places("stock", "s_w_id", "s_w_id", warehouses);
    reader.places("order_line", "ol_supply_w_id", "ol_supply_w_id", warehouses);
    for (Place place : warehouses) {
      warehouse(place.warehouse());
    }
  }

  private void warehouse(long warehouse) throws SQLException {
    try (OrderedRows stock =
            reader.rows(
                "SELECT s_i_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt FROM stock# WHERE"
                    + " s_w_id <=> ? ORDER BY s_i_id",
                warehouse);
        OrderedRows lines =
            reader.rows(
                "SELECT ol_i_id, COUNT(*), SUM(NOT ol_w_id <=> ol_supply_w_id), SUM(ol_quantity),"
                    + " MIN(ol_amount / ol_quantity), MAX(ol_amount / ol_quantity),"
                    + " COUNT(ol_amount / ol_quantity), COUNT(ol_quantity) FROM order_line# WHERE"
                    + " ol_supply_w_id <=> ? AND ol_o_id > "
                    + OrdersCheck.LOADED_ORDERS
                    + " GROUP BY ol_i_id ORDER BY ol_i_id",
                warehouse)) {
      while (stock.more() || lines.more()) {
        long item = lines.least(stock.least(Long.MAX_VALUE));
        String key = reader.key(warehouse) + ", i " + OrderedRows.text(item);
        item(key, item, stock, lines);
        if (stock.isAt(item)) {
          stock.next();
        }
        if (lines.isAt(item)) {
          lines.next();
        }
      }
    }
  }

  private void item(String key, long item, OrderedRows stock, OrderedRows lines)
      throws SQLException {
    boolean there = stock.isAt(item);
    boolean used = lines.isAt(item);
    long count = used ? lines.number(2) : 0;
    BigDecimal quantity = BigDecimal.ZERO;
    if (used) {
      quantity = lines.number(8) < count ? null : lines.value(4);
      price(key, item, lines, count);
    }
    findings.equal(TpccRule.STOCK_YTD, key, there ? stock.value(3) : null, quantity);
    BigDecimal orders = BigDecimal.valueOf(count);
    findings.equal(TpccRule.STOCK_ORDERS, key, there ? stock.value(4) : null, orders);
    BigDecimal remote = BigDecimal.valueOf(used ? lines.number(3) : 0);
    findings.equal(TpccRule.STOCK_REMOTE, key, there ? stock.value(5) : null, remote);
    long left = there ? TpccReader.number(stock, 2) : LEAST;
    if (left < LEAST || left > MOST) {
      findings.violation(
          TpccRule.STOCK_QUANTITY, key, OrderedRows.text(left), LEAST + " to " + MOST);
    }
  }

  private void price(String key, long item, OrderedRows lines, long count) throws SQLException {
    @Nullable BigDecimal price = prices.get(item);
    BigDecimal least = lines.value(5);
    BigDecimal most = lines.value(6);
    boolean whole = lines.number(7) == count && least != null && most != null;
    if (price == null || !whole || least.compareTo(price) != 0 || most.compareTo(price) != 0) {
      String paid = whole ? text(least) + " to " + text(most) : "none";
      findings.violation(TpccRule.AMOUNT, key, text(price), paid);
    }
  }
}
