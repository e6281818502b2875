package io.github.bmt4j.workload.storage;

import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.Table;
import java.util.List;

/**
 * The table {@code orders1}, with the columns, the index and the kinds of values that sysbench-tpcc
 * gives TPC-C's table of orders: 3,000 orders a district, 10 districts a warehouse, as many
 * warehouses as the rows need. The last one may be cut off.
 *
 * <p>Row numbers go along the primary key. The last 900 orders of a district are undelivered: their
 * carrier is NULL. There is no foreign key, for there is no other table. {@code o_entry_d}, which
 * sysbench-tpcc takes from the clock, is drawn, as the rows are the same always.
 */
final class OrdersTable {
  /** Its name. */
  static final String NAME = "orders1";

  /** The option that says how many rows there are. */
  static final String ROWS = "rows";

  /** Fewer say nothing about storage. */
  static final long MIN_ROWS = 1000;

  private static final int ORDERS_PER_DISTRICT = 3000;
  private static final int DISTRICTS = 10;
  private static final int ORDERS_PER_WAREHOUSE = ORDERS_PER_DISTRICT * DISTRICTS;

  /** As many warehouses as o_w_id can number, all full. */
  static final long MAX_ROWS = (long) Short.MAX_VALUE * ORDERS_PER_WAREHOUSE;

  private static final int DELIVERED = 2100;
  private static final int CARRIERS = 10;
  private static final int FEWEST_LINES = 5;
  private static final int LINE_COUNTS = 11;
  private static final int ENTRY_DAYS = 28;
  private static final int SECONDS_PER_DAY = 24 * 60 * 60;

  private static final int DRAWS_PER_ROW = 4;
  private static final long CUSTOMERS_STREAM = SplitMix64.stateOf(0, 0);
  private static final long ROWS_STREAM = SplitMix64.stateOf(0, 1);

  private OrdersTable() {}

  /** The table with so many rows. */
  static Table of(long rows) {
    return of(NAME, rows);
  }

  /** The table under another name. */
  static Table of(String name, long rows) {
    return new Table(
        name,
        "CREATE TABLE " + name + " (o_id INT NOT NULL, o_d_id TINYINT NOT NULL, o_w_id SMALLINT NOT NULL,"
            + " o_c_id INT, o_entry_d DATETIME, o_carrier_id TINYINT, o_ol_cnt TINYINT,"
            + " o_all_local TINYINT, PRIMARY KEY (o_w_id, o_d_id, o_id)) /*! ENGINE = innodb */",
        List.of("CREATE INDEX idx_" + name + " ON " + name + " (o_w_id, o_d_id, o_c_id, o_id)"),
        rows,
        rows,
        null,
        ROWS,
        "INSERT INTO " + name + " (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt,"
            + " o_all_local) VALUES",
        Rows::new);
  }

  /** How many different carriers (none is one too) the districts have in all: a pass over the rows. */
  static long groups(long rows) {
    Rows orders = new Rows();
    long groups = 0;
    int seen = 0;
    for (long number = 1; number <= rows; number++) {
      if ((number - 1) % ORDERS_PER_DISTRICT == 0) {
        groups += Integer.bitCount(seen);
        seen = 0;
      }
      seen |= 1 << orders.carrier(number);
    }
    return groups + Integer.bitCount(seen);
  }

  /** The rows, each from its own part of one stream. */
  private static final class Rows implements Table.RowWriter {
    private final SplitMix64 random = new SplitMix64(ROWS_STREAM);
    private final int[] customers = customers();

    @Override
    public void append(StringBuilder sql, long number) {
      long index = number - 1;
      int order = (int) (index % ORDERS_PER_DISTRICT);
      random.moveTo(ROWS_STREAM, number * DRAWS_PER_ROW);
      sql.append('(').append(order + 1);
      sql.append(',').append(index / ORDERS_PER_DISTRICT % DISTRICTS + 1);
      sql.append(',').append(index / ORDERS_PER_WAREHOUSE + 1);
      sql.append(',').append(customers[order]).append(",'");
      appendEntry(sql, below(random, ENTRY_DAYS * SECONDS_PER_DAY));
      sql.append("',");
      int carrier = 1 + below(random, CARRIERS);
      if (order < DELIVERED) {
        sql.append(carrier);
      } else {
        sql.append("NULL");
      }
      sql.append(',').append(FEWEST_LINES + below(random, LINE_COUNTS)).append(",1)");
    }

    /** The carrier of an order, 0 for none. */
    int carrier(long number) {
      random.moveTo(ROWS_STREAM, number * DRAWS_PER_ROW + 1);
      int carrier = 1 + below(random, CARRIERS);
      return (number - 1) % ORDERS_PER_DISTRICT < DELIVERED ? carrier : 0;
    }

    /** A second of the first four weeks of 2016. */
    private static void appendEntry(StringBuilder sql, int second) {
      appendTwoDigits(sql.append("2016-01-"), 1 + second / SECONDS_PER_DAY);
      appendTwoDigits(sql.append(' '), second / 3600 % 24);
      appendTwoDigits(sql.append(':'), second / 60 % 60);
      appendTwoDigits(sql.append(':'), second % 60);
    }

    private static void appendTwoDigits(StringBuilder sql, int number) {
      sql.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    /** The customer of each order of a district: one shuffle for all, as in sysbench-tpcc. */
    private static int[] customers() {
      SplitMix64 random = new SplitMix64(CUSTOMERS_STREAM);
      int[] shuffled = new int[ORDERS_PER_DISTRICT];
      for (int i = 0; i < shuffled.length; i++) {
        int place = below(random, i + 1);
        shuffled[i] = shuffled[place];
        shuffled[place] = i + 1;
      }
      return shuffled;
    }

    /** Floor(u n): one draw. */
    private static int below(SplitMix64 random, int limit) {
      return (int) (random.nextDouble() * limit);
    }
  }
}
