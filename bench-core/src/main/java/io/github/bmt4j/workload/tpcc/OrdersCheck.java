package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.RuleFindings.text;

import io.github.bmt4j.workload.tpcc.TpccReader.Place;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks orders, their lines, customers and payments of one set, district by district. The rows of
 * each table come grouped and ordered by key, and are merged here: each table is read once, a row
 * without a counterpart is found on either side, and NULL equals nothing.
 */
final class OrdersCheck {
  private final TpccReader reader;
  private final RuleFindings findings;
  private final Map<Place, Sum> paid = new TreeMap<>();

  OrdersCheck(TpccReader reader, RuleFindings findings) {
    this.reader = reader;
    this.findings = findings;
  }

  private static final class CustomerOrders {
    private long orders;
    private long delivered;
    private final Sum amounts = new Sum();
  }

  private static final class DistrictOrders {
    private long orders;
    private long lastOrder;
    private final Sum linesWanted = new Sum();
    private long lines;
    private long newOrders;
    private long firstNewOrder;
    private long lastNewOrder;
    private final Map<Long, CustomerOrders> customers = new TreeMap<>();
  }

  private record District(@Nullable BigDecimal ytd, @Nullable BigDecimal next) {}

  void check() throws SQLException {
    Map<Place, District> districts = new TreeMap<>();
    try (OrderedRows rows =
        reader.rows("SELECT d_w_id, d_id, d_ytd, d_next_o_id FROM district# ORDER BY d_w_id")) {
      for (; rows.more(); rows.next()) {
        districts.put(
            new Place(rows.key(), rows.number(2)), new District(rows.value(3), rows.value(4)));
      }
    }
    TreeSet<Place> places = new TreeSet<>(districts.keySet());
    reader.places("customer", "c_w_id", "c_d_id", places);
    reader.places("orders", "o_w_id", "o_d_id", places);
    reader.places("new_orders", "no_w_id", "no_d_id", places);
    reader.places("order_line", "ol_w_id", "ol_d_id", places);
    reader.places("history", "h_c_w_id", "h_c_d_id", places);
    for (Place place : places) {
      DistrictOrders found = orders(place);
      district(place, districts.get(place), found);
      customers(place, found.customers);
    }
    sums(districts);
  }

  private OrderedRows of(Place place, String sql) throws SQLException {
    return reader.rows(sql, place.warehouse(), place.district());
  }

  private DistrictOrders orders(Place place) throws SQLException {
    DistrictOrders district = new DistrictOrders();
    try (OrderedRows orders =
            of(
                place,
                "SELECT o_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local, o_entry_d IS NULL FROM"
                    + " orders# WHERE o_w_id = ? AND o_d_id = ? ORDER BY o_id");
        OrderedRows lines =
            of(
                place,
                "SELECT ol_o_id, COUNT(*), COUNT(ol_delivery_d),"
                    + " SUM(IF(ol_delivery_d IS NULL, 0, ol_amount)),"
                    + " SUM(ol_delivery_d IS NOT NULL AND ol_amount IS NULL),"
                    + " SUM(NOT ol_supply_w_id <=> ol_w_id) FROM order_line#"
                    + " WHERE ol_w_id = ? AND ol_d_id = ? GROUP BY ol_o_id ORDER BY ol_o_id");
        OrderedRows newOrders =
            of(
                place,
                "SELECT no_o_id FROM new_orders# WHERE no_w_id = ? AND no_d_id = ? ORDER BY"
                    + " no_o_id")) {
      while (orders.more() || lines.more() || newOrders.more()) {
        long id = newOrders.least(lines.least(orders.least(Long.MAX_VALUE)));
        order(place, id, orders, lines, newOrders, district);
        for (OrderedRows rows : new OrderedRows[] {orders, lines, newOrders}) {
          if (rows.isAt(id)) {
            rows.next();
          }
        }
      }
    }
    return district;
  }

  private void order(
      Place place,
      long id,
      OrderedRows orders,
      OrderedRows lines,
      OrderedRows newOrders,
      DistrictOrders district)
      throws SQLException {
    String key = reader.key(place, "o", id);
    boolean there = orders.isAt(id);
    boolean isNew = newOrders.isAt(id);
    long count = lines.isAt(id) ? lines.number(2) : 0;
    district.lines += count;
    if (isNew) {
      district.firstNewOrder = district.newOrders == 0 ? id : district.firstNewOrder;
      district.lastNewOrder = id;
      district.newOrders++;
    }
    if (there || count > 0) {
      BigDecimal wanted = there ? orders.value(4) : null;
      findings.equal(TpccRule.ORDER_LINES, key, wanted, count);
    }
    if (!there) {
      if (isNew) {
        findings.violation(TpccRule.CARRIER, key, "no order", "in new_orders");
      }
      return;
    }
    district.orders++;
    district.lastOrder = id;
    district.linesWanted.add(orders.value(4));
    BigDecimal carrier = orders.value(3);
    if ((carrier == null) != isNew) {
      findings.violation(
          TpccRule.CARRIER, key, text(carrier), isNew ? "in new_orders" : "not in new_orders");
    }
    long customer = TpccReader.number(orders, 2);
    CustomerOrders of = district.customers.computeIfAbsent(customer, id2 -> new CustomerOrders());
    of.orders++;
    of.delivered += carrier != null && id > Order.DELIVERED ? 1 : 0;
    if (count > 0) {
      findings.equal(TpccRule.DELIVERY_DATE, key, lines.value(3), carrier == null ? 0 : count);
      of.amounts.add(lines.number(5) > 0 ? null : lines.value(4));
    }
    profile(key, orders, count > 0 && lines.number(6) > 0);
  }

  private void profile(String key, OrderedRows orders, boolean remote) throws SQLException {
    findings.equal(TpccRule.ALL_LOCAL, key, orders.value(5), remote ? 0 : 1);
    if (orders.number(6) != 0) {
      findings.violation(TpccRule.ORDER_DATE, key, "NULL", "a date");
    }
    long lines = TpccReader.number(orders, 4);
    if (lines < 5 || lines > 15) {
      findings.violation(TpccRule.LINE_COUNT, key, OrderedRows.text(lines), "5 to 15");
    }
  }

  private void district(Place place, @Nullable District row, DistrictOrders found) {
    String key = reader.key(place);
    BigDecimal next = row == null ? null : row.next();
    BigDecimal last = next == null ? null : next.subtract(BigDecimal.ONE);
    findings.equal(TpccRule.NEXT_ORDER, key, last, found.lastOrder);
    if (found.newOrders > 0) {
      findings.equal(TpccRule.NEXT_ORDER, key, last, found.lastNewOrder);
      BigDecimal newOrders = BigDecimal.valueOf(found.newOrders);
      long range = found.lastNewOrder - found.firstNewOrder + 1;
      findings.equal(TpccRule.NEW_ORDERS, key, newOrders, range);
    }
    findings.equal(TpccRule.DISTRICT_LINES, key, found.linesWanted.value(), found.lines);
    BigDecimal delivered = BigDecimal.valueOf(found.orders - found.newOrders);
    findings.equal(TpccRule.UNDELIVERED, key, delivered, Order.DELIVERED);
  }

  private void customers(Place place, Map<Long, CustomerOrders> orders) throws SQLException {
    TreeMap<Long, CustomerOrders> left = new TreeMap<>(orders);
    try (OrderedRows customers =
            of(
                place,
                "SELECT c_id, c_balance, c_ytd_payment, c_payment_cnt, c_delivery_cnt FROM"
                    + " customer# WHERE c_w_id = ? AND c_d_id = ? ORDER BY c_id");
        OrderedRows history =
            of(
                place,
                "SELECT h_c_id, h_w_id, h_d_id, COUNT(*), COUNT(h_amount), SUM(h_amount) FROM"
                    + " history# WHERE h_c_w_id <=> ? AND h_c_d_id <=> ?"
                    + " GROUP BY h_c_id, h_w_id, h_d_id ORDER BY h_c_id")) {
      while (customers.more() || history.more() || !left.isEmpty()) {
        long least = left.isEmpty() ? Long.MAX_VALUE : left.firstKey();
        long id = history.least(customers.least(least));
        String key = reader.key(place, "c", id);
        Sum payments = new Sum();
        long count = payments(id, history, payments);
        CustomerOrders of = left.remove(id);
        of = of == null ? new CustomerOrders() : of;
        if (customers.isAt(id)) {
          customer(key, customers, of, count, payments.value());
          customers.next();
          continue;
        }
        if (of.orders > 0) {
          findings.violation(TpccRule.CUSTOMER, key, "in orders", "no customer");
        }
        if (count > 0) {
          findings.violation(TpccRule.BALANCE, key, "no customer", "in history");
        }
      }
    }
  }

  private void customer(
      String key, OrderedRows row, CustomerOrders of, long count, @Nullable BigDecimal payments)
      throws SQLException {
    BigDecimal balance = row.value(2);
    BigDecimal ytd = row.value(3);
    BigDecimal amounts = of.amounts.value();
    BigDecimal owed = amounts == null || payments == null ? null : amounts.subtract(payments);
    findings.equal(TpccRule.BALANCE, key, balance, owed);
    BigDecimal both = balance == null || ytd == null ? null : balance.add(ytd);
    findings.equal(TpccRule.BALANCE_PAID, key, both, amounts);
    findings.equal(TpccRule.PAYMENTS, key, row.value(4), count);
    findings.equal(TpccRule.PAID, key, ytd, payments);
    findings.equal(TpccRule.DELIVERIES, key, row.value(5), of.delivered);
  }

  private long payments(long id, OrderedRows history, Sum payments) throws SQLException {
    long count = 0;
    for (; history.isAt(id); history.next()) {
      long here = history.number(4);
      BigDecimal amount = history.number(5) < here ? null : history.value(6);
      count += here;
      payments.add(amount);
      Place to = new Place(TpccReader.number(history, 2), TpccReader.number(history, 3));
      paid.computeIfAbsent(to, place -> new Sum()).add(amount);
    }
    return count;
  }

  private void sums(Map<Place, District> districts) throws SQLException {
    Map<Long, Sum> warehouses = new TreeMap<>();
    Map<Long, Sum> ofDistricts = new TreeMap<>();
    Map<Long, Sum> ofHistory = new TreeMap<>();
    districts.forEach((place, row) -> add(ofDistricts, place.warehouse(), row.ytd()));
    paid.forEach((place, sum) -> add(ofHistory, place.warehouse(), sum.value()));
    try (OrderedRows rows = reader.rows("SELECT w_id, w_ytd FROM warehouse# ORDER BY w_id")) {
      for (; rows.more(); rows.next()) {
        add(warehouses, rows.key(), rows.value(2));
      }
    }
    Sum none = new Sum();
    TreeSet<Place> places = new TreeSet<>(districts.keySet());
    places.addAll(paid.keySet());
    for (Place place : places) {
      District row = districts.get(place);
      BigDecimal ytd = row == null ? null : row.ytd();
      BigDecimal history = paid.getOrDefault(place, none).value();
      findings.equal(TpccRule.DISTRICT_HISTORY, reader.key(place), ytd, history);
    }
    TreeSet<Long> all = new TreeSet<>(warehouses.keySet());
    all.addAll(ofDistricts.keySet());
    all.addAll(ofHistory.keySet());
    for (Long warehouse : all) {
      Sum row = warehouses.get(warehouse);
      BigDecimal ytd = row == null ? null : row.value();
      String key = reader.key(warehouse);
      BigDecimal sum = ofDistricts.getOrDefault(warehouse, none).value();
      findings.equal(TpccRule.WAREHOUSE_YTD, key, ytd, sum);
      BigDecimal history = ofHistory.getOrDefault(warehouse, none).value();
      findings.equal(TpccRule.WAREHOUSE_HISTORY, key, ytd, history);
    }
  }

  private static void add(Map<Long, Sum> sums, long warehouse, @Nullable BigDecimal part) {
    sums.computeIfAbsent(warehouse, number -> new Sum()).add(part);
  }
}
