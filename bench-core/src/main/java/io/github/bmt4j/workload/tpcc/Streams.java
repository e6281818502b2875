package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;

/**
 * The streams of a seed from which the rows of a set of tables are drawn: one for each kind of
 * rows.
 *
 * @param set from 1
 */
record Streams(long seed, int set) {
  /** The streams of tables without a seed of their own. */
  static final Streams DEFAULT = new Streams(0, 1);

  static final int CUSTOMERS_OF_ORDERS = 0;
  static final int ORDERS = 1;
  static final int ORDER_LINES = 2;
  static final int CUSTOMERS = 3;
  static final int WAREHOUSES = 4;
  static final int DISTRICT_ROWS = 5;
  static final int CUSTOMER_TEXTS = 6;
  static final int HISTORY = 7;
  static final int ITEMS = 8;
  static final int STOCK = 9;
  static final int DISTRICT_INFOS = 10;

  private static final int PER_SET = 16;

  long start(int stream) {
    return SplitMix64.stateOf(seed, (long) PER_SET * (set - 1) + stream);
  }
}
