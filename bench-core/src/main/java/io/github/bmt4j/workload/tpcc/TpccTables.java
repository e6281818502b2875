package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.Table.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The nine tables of TPC-C for each set, with the names, columns, indexes and foreign keys of
 * sysbench-tpcc. Rows are TPC-C's (clause 4.3.3.1) or those of sysbench-tpcc.
 *
 * <p>TPC-C's rows need more than sysbench-tpcc's columns hold: taxes and discounts have four
 * decimals instead of two, and counters of runs are INT instead of SMALLINT. Times, which both take
 * from the clock, are drawn, so that the rows of a seed are always the same.
 */
final class TpccTables {
  private static final String WAREHOUSES = "scale";

  private static final Definition WAREHOUSE =
      new Definition(
          "w_id SMALLINT NOT NULL, w_name VARCHAR(10), w_street_1 VARCHAR(20),"
              + " w_street_2 VARCHAR(20), w_city VARCHAR(20), w_state CHAR(2), w_zip CHAR(9),"
              + " w_tax DECIMAL(4,2), w_ytd DECIMAL(12,2)",
          "w_id");

  private static final Definition DISTRICT =
      new Definition(
          "d_id TINYINT NOT NULL, d_w_id SMALLINT NOT NULL, d_name VARCHAR(10),"
              + " d_street_1 VARCHAR(20), d_street_2 VARCHAR(20), d_city VARCHAR(20),"
              + " d_state CHAR(2), d_zip CHAR(9), d_tax DECIMAL(4,2), d_ytd DECIMAL(12,2),"
              + " d_next_o_id INT",
          "d_w_id, d_id");

  private static final Definition HISTORY =
      new Definition(
          "h_c_id INT, h_c_d_id TINYINT, h_c_w_id SMALLINT, h_d_id TINYINT, h_w_id SMALLINT,"
              + " h_date DATETIME, h_amount DECIMAL(6,2), h_data VARCHAR(24)",
          "");

  private static final Definition HISTORY_WITH_ID =
      new Definition("id INT NOT NULL AUTO_INCREMENT, " + HISTORY.columns(), "id");

  private static final Definition NEW_ORDERS =
      new Definition(
          "no_o_id INT NOT NULL, no_d_id TINYINT NOT NULL, no_w_id SMALLINT NOT NULL",
          "no_w_id, no_d_id, no_o_id");

  private static final Definition STOCK =
      new Definition(
          "s_i_id INT NOT NULL, s_w_id SMALLINT NOT NULL, s_quantity SMALLINT,"
              + " s_dist_01 CHAR(24), s_dist_02 CHAR(24), s_dist_03 CHAR(24), s_dist_04 CHAR(24),"
              + " s_dist_05 CHAR(24), s_dist_06 CHAR(24), s_dist_07 CHAR(24), s_dist_08 CHAR(24),"
              + " s_dist_09 CHAR(24), s_dist_10 CHAR(24), s_ytd DECIMAL(8,0), s_order_cnt SMALLINT,"
              + " s_remote_cnt SMALLINT, s_data VARCHAR(50)",
          "s_w_id, s_i_id");

  private static final Definition ITEM =
      new Definition(
          "i_id INT NOT NULL, i_im_id INT, i_name VARCHAR(24), i_price DECIMAL(5,2),"
              + " i_data VARCHAR(50)",
          "i_id");

  private final TpccLayout layout;
  private final int set;
  private final Streams streams;

  private TpccTables(TpccLayout layout, int set) {
    this.layout = layout;
    this.set = set;
    streams = new Streams(layout.seed(), set);
  }

  /** All tables, set by set, each after the tables to which it refers. */
  public static List<Table> of(TpccLayout layout) {
    return IntStream.rangeClosed(1, layout.sets())
        .mapToObj(set -> new TpccTables(layout, set).tables())
        .flatMap(List::stream)
        .toList();
  }

  private List<Table> tables() {
    long warehouses = layout.warehouses();
    long districts = warehouses * Order.DISTRICTS;
    long customers = districts * Customer.PER_DISTRICT;
    long orders = districts * Order.PER_DISTRICT;
    return List.of(
        new Part("warehouse", WAREHOUSE, Presence.EXACT)
            .table(warehouses, () -> TpccRows.warehouses(text(Streams.WAREHOUSES))),
        new Part("item", ITEM, Presence.EXACT).table(Order.ITEMS, this::items),
        new Part("district", DISTRICT, Presence.EXACT)
            .key("1", "d_w_id", "warehouse", "w_id")
            .table(districts, () -> TpccRows.districts(text(Streams.DISTRICT_ROWS))),
        new Part("stock", STOCK, Presence.EXACT)
            .index("fkey_stock_2", "s_i_id")
            .key("1", "s_w_id", "warehouse", "w_id")
            .key("2", "s_i_id", "item", "i_id")
            .table(warehouses * Order.ITEMS, () -> TpccRows.stock(text(Streams.STOCK))),
        new Part("customer", CustomersTable.DEFINITION, Presence.EXACT)
            .index("idx_customer", "c_w_id, c_d_id, c_last, c_first")
            .key("1", "c_w_id, c_d_id", "district", "d_w_id, d_id")
            .table(customers, this::customers),
        new Part("history", layout.historyId() ? HISTORY_WITH_ID : HISTORY, Presence.AT_LEAST)
            .index("fkey_history_1", "h_c_w_id, h_c_d_id, h_c_id")
            .index("fkey_history_2", "h_w_id, h_d_id")
            .key("1", "h_c_w_id, h_c_d_id, h_c_id", "customer", "c_w_id, c_d_id, c_id")
            .key("2", "h_w_id, h_d_id", "district", "d_w_id, d_id")
            .table(customers, () -> TpccRows.payments(text(Streams.HISTORY), layout.historyId())),
        new Part("orders", OrdersTable.DEFINITION, Presence.AT_LEAST)
            .index("idx_orders", "o_w_id, o_d_id, o_c_id, o_id")
            .key("1", "o_w_id, o_d_id, o_c_id", "customer", "c_w_id, c_d_id, c_id")
            .table(orders, () -> new OrdersTable.Rows(order())),
        new Part("new_orders", NEW_ORDERS, Presence.ANY)
            .key("1", "no_w_id, no_d_id, no_o_id", "orders", "o_w_id, o_d_id, o_id")
            .table(districts * TpccRows.NEW_PER_DISTRICT, TpccRows::newOrders),
        new Part("order_line", OrderLinesTable.DEFINITION, Presence.AT_LEAST)
            .index("fkey_order_line_2", "ol_supply_w_id, ol_i_id")
            .key("1", "ol_w_id, ol_d_id, ol_o_id", "orders", "o_w_id, o_d_id, o_id")
            .key("2", "ol_supply_w_id, ol_i_id", "stock", "s_w_id, s_i_id")
            .table(Order.linesOf(streams, orders), orders, this::lines));
  }

  private Table.RowWriter items() {
    RowText text = text(Streams.ITEMS);
    return layout.sysbench() ? TpccRows.sysbenchItems(text) : TpccRows.items(text);
  }

  private Table.RowWriter customers() {
    Customer customer = new Customer(streams);
    return layout.sysbench()
        ? CustomersTable.rows(customer)
        : TpccRows.customers(customer, text(Streams.CUSTOMER_TEXTS));
  }

  private Table.RowWriter lines() {
    return OrderLinesTable.rows(order(), layout.sysbench() ? null : text(Streams.DISTRICT_INFOS));
  }

  private RowText text(int stream) {
    return new RowText(streams, stream, layout.sysbench());
  }

  private Order order() {
    return new Order(streams, !layout.sysbench());
  }

  private final class Part {
    private final String base;
    private final String name;
    private final Definition definition;
    private final Presence presence;
    private final List<String> indexSql = new ArrayList<>();
    private final List<String> foreignKeySql = new ArrayList<>();

    Part(String base, Definition definition, Presence presence) {
      this.base = base;
      name = base + set;
      this.definition = layout.sysbench() ? definition : definition.wider();
      this.presence = presence;
    }

    Part index(String index, String columns) {
      indexSql.add("CREATE INDEX " + index + set + " ON " + name + " (" + columns + ")");
      return this;
    }

    Part key(String number, String columns, String parent, String parentColumns) {
      if (layout.foreignKeys()) {
        foreignKeySql.add(
            words(
                "ALTER TABLE %s ADD CONSTRAINT fkey_%s_%s_%s FOREIGN KEY (%s) REFERENCES %s%s (%s)",
                name, base, number, set, columns, parent, set, parentColumns));
      }
      return this;
    }

    Table table(long rows, Supplier<Table.RowWriter> writers) {
      return table(rows, rows, writers);
    }

    Table table(long rows, long numbers, Supplier<Table.RowWriter> writers) {
      String options = layout.tableOptions().isEmpty() ? "" : " " + layout.tableOptions();
      return new Table(
          name,
          definition.createSql(name, layout.engine(), options),
          indexSql,
          rows,
          numbers,
          null,
          WAREHOUSES,
          new Table.Loading(definition.insertSql(name), writers),
          new Table.Membership("tpcc" + set, foreignKeySql, presence));
    }
  }
}
