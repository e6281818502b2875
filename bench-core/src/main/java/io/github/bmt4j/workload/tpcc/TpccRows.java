package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.Table.RowWriter;

/** The rows of the tables that only TPC-C has, and its customers (clause 4.3.3.1). */
final class TpccRows {
  /** Number of the last orders of a district, which are new. */
  static final int NEW_PER_DISTRICT = Order.PER_DISTRICT - Order.DELIVERED;

  private static final int HIGHEST_TAX_PER_HUNDRED = 20;
  private static final int HIGHEST_DISCOUNT_PER_HUNDRED = 50;
  private static final int INFO_LETTERS = 24;

  private TpccRows() {}

  static RowWriter warehouses(RowText text) {
    return (sql, number) -> {
      text.read(number);
      place(sql.append('(').append(number), text);
      sql.append(",300000.00)");
    };
  }

  static RowWriter districts(RowText text) {
    return (sql, number) -> {
      text.read(number);
      place(district(sql.append('('), number), text);
      sql.append(",30000.00,3001)");
    };
  }

  static RowWriter customers(Customer customer, RowText text) {
    return (sql, number) -> {
      customer.read(number);
      text.read(number);
      customer(sql.append('('), number);
      text.string(sql, 8, 16);
      sql.append(",'OE','").append(Customer.lastName(customer.name())).append('\'');
      text.address(sql);
      text.phone(sql);
      text.moment(sql);
      sql.append(",'").append(customer.credit()).append("',50000");
      text.share(sql, HIGHEST_DISCOUNT_PER_HUNDRED);
      sql.append(",-10.00,10.00,1,0");
      text.string(sql, 300, 500);
      sql.append(')');
    };
  }

  /**
   * history: a payment of 10.00 for each customer.
   *
   * @param id true if rows begin with their number
   */
  static RowWriter payments(RowText text, boolean id) {
    return (sql, number) -> {
      text.read(number);
      sql.append('(');
      if (id) {
        sql.append(number).append(',');
      }
      customer(sql, number).append(',');
      district(sql, districtOf(number));
      text.moment(sql);
      sql.append(",10.00");
      text.string(sql, 12, 24);
      sql.append(')');
    };
  }

  static RowWriter newOrders() {
    return (sql, number) -> {
      int first = Order.PER_DISTRICT - NEW_PER_DISTRICT + 1;
      sql.append('(').append(first + (number - 1) % NEW_PER_DISTRICT).append(',');
      district(sql, 1 + (number - 1) / NEW_PER_DISTRICT).append(')');
    };
  }

  static RowWriter stock(RowText text) {
    return (sql, number) -> {
      text.read(number);
      sql.append('(').append(1 + (number - 1) % Order.ITEMS);
      sql.append(',').append(1 + (number - 1) / Order.ITEMS);
      sql.append(',').append(text.between(10, 100));
      for (int district = 0; district < Order.DISTRICTS; district++) {
        text.string(sql, INFO_LETTERS, INFO_LETTERS);
      }
      sql.append(",0,0,0");
      text.data(sql);
      sql.append(')');
    };
  }

  static RowWriter items(RowText text) {
    return (sql, number) -> {
      text.read(number);
      sql.append('(').append(number).append(',').append(text.between(1, 10_000));
      text.string(sql, 14, 24);
      money(sql.append(','), text.between(100, 10_000));
      text.data(sql);
      sql.append(')');
    };
  }

  /** item, as in sysbench-tpcc: the price is in the name, and the name in the data. */
  static RowWriter sysbenchItems(RowText text) {
    StringBuilder name = new StringBuilder();
    return (sql, number) -> {
      text.read(number);
      int image = text.between(1, 10_000);
      int cents = text.between(100, 10_100);
      name.setLength(0);
      money(name.append("item-").append(image).append('-'), cents);
      text.word(name.append(text.between(1000, 9999)), "-", 5);
      name.setLength(Math.min(24, name.length() - 1));
      sql.append('(').append(number).append(',').append(image);
      sql.append(",'").append(name).append("',");
      text.word(money(sql, cents).append(",'data-").append(name), "-", 5);
      sql.append(')');
    };
  }

  static StringBuilder money(StringBuilder sql, int cents) {
    sql.append(cents / 100).append('.');
    return sql.append((char) ('0' + cents / 10 % 10)).append((char) ('0' + cents % 10));
  }

  private static void place(StringBuilder sql, RowText text) {
    text.name(sql);
    text.address(sql);
    text.share(sql, HIGHEST_TAX_PER_HUNDRED);
  }

  private static StringBuilder district(StringBuilder sql, long number) {
    sql.append(1 + (number - 1) % Order.DISTRICTS).append(',');
    return sql.append(1 + (number - 1) / Order.DISTRICTS);
  }

  static StringBuilder customer(StringBuilder sql, long number) {
    sql.append(1 + (number - 1) % Customer.PER_DISTRICT).append(',');
    return district(sql, districtOf(number));
  }

  private static long districtOf(long customer) {
    return 1 + (customer - 1) / Customer.PER_DISTRICT;
  }
}
