package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.workload.Table;

/**
 * The table {@code orders1}, with the columns, the index and the kinds of values that sysbench-tpcc
 * gives TPC-C's table of orders: 3,000 orders a district, 10 districts a warehouse, as many
 * warehouses as the rows need, the last of which may be incomplete.
 *
 * <p>Row numbers follow the primary key. The last 900 orders of a district are undelivered: their
 * carrier is NULL. There is no foreign key. {@code o_entry_d}, which sysbench-tpcc takes from the
 * clock, is drawn, so that rows are always the same.
 */
public final class OrdersTable {
  /** Its name. */
  public static final String NAME = "orders1";

  /** The option for the number of orders. */
  public static final String ROWS = "table-size";

  static final Definition DEFINITION =
      new Definition(
          "o_id INT NOT NULL, o_d_id TINYINT NOT NULL, o_w_id SMALLINT NOT NULL, o_c_id INT,"
              + " o_entry_d DATETIME, o_carrier_id TINYINT, o_ol_cnt TINYINT, o_all_local TINYINT",
          "o_w_id, o_d_id, o_id");

  /** Least number of orders that is meaningful for a server. */
  private static final long MIN_ROWS = 1000;

  /** Rows of all warehouses that o_w_id can number, all full. */
  private static final long MAX_ROWS = (long) Short.MAX_VALUE * Order.PER_WAREHOUSE;

  private OrdersTable() {}

  /** The parameter for the number of orders. */
  public static DeclaredOption<?> rowsParam(long defaultRows) {
    return DeclaredOption.integer(
        ROWS, defaultRows, MIN_ROWS, MAX_ROWS, "rows in the table of orders");
  }

  /** The table with a number of rows. */
  public static Table of(long rows) {
    return of(NAME, rows);
  }

  /** The table under another name. */
  public static Table of(String name, long rows) {
    String index = "idx_%1$s ON %1$s (o_w_id, o_d_id, o_c_id, o_id)";
    return DEFINITION.table(name, index, rows, rows, () -> new Rows(new Order()));
  }

  /**
   * Total number of different carriers of the districts, counting "none" as one: a pass over the
   * rows.
   */
  public static long groups(long rows) {
    Order order = new Order();
    long groups = 0;
    int seen = 0;
    for (long number = 1; number <= rows; number++) {
      order.read(number);
      if (order.id() == 1) {
        groups += Integer.bitCount(seen);
        seen = 0;
      }
      seen |= 1 << (order.delivered() ? order.carrier() : 0);
    }
    return groups + Integer.bitCount(seen);
  }

  record Rows(Order order) implements Table.RowWriter {
    @Override
    public void append(StringBuilder sql, long number) {
      order.read(number);
      sql.append('(').append(order.id());
      sql.append(',').append(order.district());
      sql.append(',').append(order.warehouse());
      sql.append(',').append(order.customer()).append(",'");
      TpccDates.append(sql, order.entrySecond());
      sql.append("',");
      if (order.delivered()) {
        sql.append(order.carrier());
      } else {
        sql.append("NULL");
      }
      sql.append(',').append(order.lines()).append(",1)");
    }
  }
}
