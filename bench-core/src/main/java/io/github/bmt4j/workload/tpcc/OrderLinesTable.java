package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.Table;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code order_line1}: the lines of the orders in {@code orders1}, with the columns, the
 * index and the kinds of values of sysbench-tpcc, and without its foreign keys. A number is an
 * order, whose lines are written together.
 *
 * <p>{@code ol_delivery_d} of a delivered order, which sysbench-tpcc takes from the clock, is the
 * order's {@code o_entry_d}, as in TPC-C.
 */
public final class OrderLinesTable {
  static final Definition DEFINITION =
      new Definition(
          "ol_o_id INT NOT NULL, ol_d_id TINYINT NOT NULL, ol_w_id SMALLINT NOT NULL,"
              + " ol_number TINYINT NOT NULL, ol_i_id INT, ol_supply_w_id SMALLINT,"
              + " ol_delivery_d DATETIME, ol_quantity TINYINT, ol_amount DECIMAL(6,2),"
              + " ol_dist_info CHAR(24)",
          "ol_w_id, ol_d_id, ol_o_id, ol_number");

  private static final int LETTERS_OF_DISTRICT = 24;

  private OrderLinesTable() {}

  /** The table with the lines of a number of orders. */
  public static Table of(long orders) {
    return DEFINITION.table(
        "order_line1",
        "fkey_order_line_21 ON %s (ol_supply_w_id, ol_i_id)",
        Order.linesOf(Streams.DEFAULT, orders),
        orders,
        () -> rows(new Order(), null));
  }

  /**
   * @param infos text from which ol_dist_info is drawn; without it, ol_dist_info is one letter
   *     repeated
   */
  static Table.RowWriter rows(Order order, @Nullable RowText infos) {
    String[] districts = RandomColumns.repeatedLetters(LETTERS_OF_DISTRICT);
    return (sql, number) -> {
      order.read(number);
      order.readLines();
      if (infos != null) {
        infos.read(number);
      }
      for (int line = 0; line < order.lines(); line++) {
        if (line > 0) {
          sql.append(',');
        }
        sql.append('(').append(order.id());
        sql.append(',').append(order.district());
        sql.append(',').append(order.warehouse());
        sql.append(',').append(line + 1);
        sql.append(',').append(order.item(line));
        sql.append(',').append(order.warehouse()).append(',');
        if (order.delivered()) {
          sql.append('\'');
          TpccDates.append(sql, order.entrySecond());
          sql.append('\'');
        } else {
          sql.append("NULL");
        }
        sql.append(',').append(Order.QUANTITY).append(',');
        TpccRows.money(sql, order.cents(line));
        sql.append(",'");
        if (infos == null) {
          sql.append(districts[order.letter(line)]);
        } else {
          infos.letters(sql, LETTERS_OF_DISTRICT);
        }
        sql.append("')");
      }
    };
  }
}
