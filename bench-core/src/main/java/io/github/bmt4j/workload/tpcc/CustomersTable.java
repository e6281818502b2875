package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;
import io.github.bmt4j.workload.Table;

/**
 * The table {@code customer1}: 3,000 customers for every district that has an order, with the
 * columns, the index and the kinds of values of sysbench-tpcc, and without its foreign key. {@code
 * c_since}, which sysbench-tpcc takes from the clock, is drawn.
 */
public final class CustomersTable {
  static final Definition DEFINITION =
      new Definition(
          "c_id INT NOT NULL, c_d_id TINYINT NOT NULL, c_w_id SMALLINT NOT NULL, c_first"
              + " VARCHAR(16), c_middle CHAR(2), c_last VARCHAR(16), c_street_1 VARCHAR(20),"
              + " c_street_2 VARCHAR(20), c_city VARCHAR(20), c_state CHAR(2), c_zip CHAR(9),"
              + " c_phone CHAR(16), c_since DATETIME, c_credit CHAR(2), c_credit_lim BIGINT,"
              + " c_discount DECIMAL(4,2), c_balance DECIMAL(12,2), c_ytd_payment DECIMAL(12,2),"
              + " c_payment_cnt SMALLINT, c_delivery_cnt SMALLINT, c_data TEXT",
          "c_w_id, c_d_id, c_id");

  private static final int SHORTEST_FIRST_NAME = 2;
  private static final int FIRST_NAME_LENGTHS = 9;
  private static final int WORD_LETTERS = 10;
  private static final int HIGHEST_DISCOUNT = 50;
  private static final int SHORTEST_DATA = 300;
  private static final int LONGEST_DATA = 500;

  private CustomersTable() {}

  /** The table with the customers of the districts of a number of orders. */
  public static Table of(long orders) {
    long rows = Order.districtsOf(orders) * Customer.PER_DISTRICT;
    String index = "idx_%1$s ON %1$s (c_w_id, c_d_id, c_last, c_first)";
    return DEFINITION.table("customer1", index, rows, rows, () -> rows(new Customer()));
  }

  static Table.RowWriter rows(Customer customer) {
    String[] data = RandomColumns.repeatedLetters(LONGEST_DATA);
    return (sql, number) -> {
      customer.read(number);
      SplitMix64 random = customer.random();
      TpccRows.customer(sql.append('('), number).append(",'first-");
      int letters = SHORTEST_FIRST_NAME + RandomColumns.below(random, FIRST_NAME_LENGTHS);
      RandomColumns.appendLetters(sql, random, letters);
      sql.append("','OE','").append(Customer.lastName(customer.name())).append("','street1-");
      RandomColumns.appendLetters(sql, random, WORD_LETTERS);
      RandomColumns.appendLetters(sql.append("','street2-"), random, WORD_LETTERS);
      RandomColumns.appendLetters(sql.append("','city-"), random, WORD_LETTERS);
      RandomColumns.appendLetters(sql.append("','"), random, 2);
      RandomColumns.appendDigits(sql.append("','zip-"), random, 5);
      RandomColumns.appendDigits(sql.append("','"), random, 16);
      TpccDates.append(sql.append("','"), RandomColumns.below(random, TpccDates.SECONDS));
      sql.append("','").append(customer.credit()).append("',50000,0.");
      int discount = RandomColumns.below(random, HIGHEST_DISCOUNT + 1);
      sql.append((char) ('0' + discount / 10)).append((char) ('0' + discount % 10));
      String letter = data[RandomColumns.below(random, data.length)];
      int length = SHORTEST_DATA + RandomColumns.below(random, LONGEST_DATA - SHORTEST_DATA + 1);
      sql.append(",-10,10,1,0,'").append(letter, 0, length).append("')");
    };
  }
}
