package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;

/**
 * The values of one order and its lines, as a function of the order's number. Holds one order at a
 * time; used by one thread.
 *
 * <p>Money is in cents. The first 2,100 orders of a district are delivered and their lines cost
 * nothing, as in TPC-C; lines of other orders cost 0.01 to 9,999.99 each.
 */
public final class Order {
  /** Districts of a warehouse. */
  public static final int DISTRICTS = 10;

  static final int PER_DISTRICT = 3000;

  /** Orders of a complete warehouse. */
  static final int PER_WAREHOUSE = DISTRICTS * PER_DISTRICT;

  /** Number of the first orders of a district, which are delivered. */
  static final int DELIVERED = 2100;

  /** Number of different items in lines: 1 to this. */
  public static final int ITEMS = 100_000;

  /** Largest number of lines of an order. */
  public static final int MOST_LINES = 15;

  /** Quantity of the item of a line. */
  public static final int QUANTITY = 5;

  static final int FEWEST_LINES = 5;
  private static final int CARRIERS = 10;
  private static final int HIGHEST_CENTS = 999_999;

  /** Number of draws of a row: entry, carrier, number of lines, and one spare. */
  private static final int DRAWS = 4;

  private static final int DRAWS_BEFORE_LINES = 2;

  /** Number of draws of a line: item, amount, letter. */
  private static final int DRAWS_PER_LINE = 3;

  private static final int DRAWS_OF_LINES = MOST_LINES * DRAWS_PER_LINE;

  /** Number of draws reserved for a district's shuffle: more than it needs. */
  private static final long DRAWS_OF_SHUFFLE = 4096;

  private final Streams streams;
  private final long ordersStart;
  private final long linesStart;
  private final boolean shuffledEach;
  private final SplitMix64 random = new SplitMix64(0);
  private final int[] customers = new int[PER_DISTRICT];
  private final int[] items = new int[MOST_LINES];
  private final int[] cents = new int[MOST_LINES];
  private final int[] letters = new int[MOST_LINES];
  private long number;
  private int index;
  private int entrySecond;
  private int carrier;
  private int lines;
  private long shuffled = -1;

  /**
   * Orders of a set.
   *
   * @param shuffledEach true if the customers are shuffled for each district, as in TPC-C; false if
   *     once for all districts, as in sysbench-tpcc
   */
  Order(Streams streams, boolean shuffledEach) {
    this.streams = streams;
    this.shuffledEach = shuffledEach;
    ordersStart = streams.start(Streams.ORDERS);
    linesStart = streams.start(Streams.ORDER_LINES);
    shuffle(0);
  }

  /** Orders of the tables without a seed. */
  public Order() {
    this(Streams.DEFAULT, false);
  }

  /** Moves to an order, without its lines. */
  public void read(long newNumber) {
    number = newNumber;
    index = (int) ((newNumber - 1) % PER_DISTRICT);
    if (shuffledEach) {
      shuffle(1 + (newNumber - 1) / PER_DISTRICT);
    }
    random.moveTo(ordersStart, newNumber * DRAWS);
    entrySecond = RandomColumns.below(random, TpccDates.SECONDS);
    carrier = 1 + RandomColumns.below(random, CARRIERS);
    lines = drawLines(random);
  }

  /** Computes the lines of the present order. */
  public void readLines() {
    random.moveTo(linesStart, number * DRAWS_OF_LINES);
    for (int line = 0; line < lines; line++) {
      items[line] = 1 + RandomColumns.below(random, ITEMS);
      int amount = 1 + RandomColumns.below(random, HIGHEST_CENTS);
      cents[line] = delivered() ? 0 : amount;
      letters[line] = RandomColumns.below(random, 26);
    }
  }

  static long linesOf(Streams streams, long orders) {
    long start = streams.start(Streams.ORDERS);
    SplitMix64 random = new SplitMix64(start);
    long sum = 0;
    for (long number = 1; number <= orders; number++) {
      random.moveTo(start, number * DRAWS + DRAWS_BEFORE_LINES);
      sum += drawLines(random);
    }
    return sum;
  }

  /** Number of warehouses to which the first orders belong. */
  public static int warehousesOf(long orders) {
    return Math.toIntExact((orders + PER_WAREHOUSE - 1) / PER_WAREHOUSE);
  }

  static long districtsOf(long orders) {
    return (orders + PER_DISTRICT - 1) / PER_DISTRICT;
  }

  /** o_id: from 1 in every district. */
  public int id() {
    return index + 1;
  }

  /** o_d_id. */
  public int district() {
    return (int) ((number - 1) / PER_DISTRICT % DISTRICTS) + 1;
  }

  /** o_w_id. */
  public int warehouse() {
    return (int) ((number - 1) / PER_WAREHOUSE) + 1;
  }

  /** o_c_id. No two orders of a district have the same. */
  public int customer() {
    return customers[index];
  }

  /** The number of the customer's row. */
  public long customerNumber() {
    return number - 1 - index + customer();
  }

  /** o_entry_d, as a second of {@link TpccDates}. */
  public int entrySecond() {
    return entrySecond;
  }

  /** True if it has a carrier, and its lines a time of delivery. */
  public boolean delivered() {
    return index < DELIVERED;
  }

  /** o_carrier_id of a delivered order. */
  public int carrier() {
    return carrier;
  }

  /** o_ol_cnt. */
  public int lines() {
    return lines;
  }

  /** ol_i_id of a line, from 0. */
  public int item(int line) {
    return items[line];
  }

  /** ol_amount of a line, from 0. */
  public int cents(int line) {
    return cents[line];
  }

  /** The letter of ol_dist_info of a line, from 0: 0 to 25. */
  int letter(int line) {
    return letters[line];
  }

  private static int drawLines(SplitMix64 random) {
    return Nurand.between(random, FEWEST_LINES, MOST_LINES);
  }

  private void shuffle(long district) {
    if (district == shuffled) {
      return;
    }
    random.moveTo(streams.start(Streams.CUSTOMERS_OF_ORDERS), district * DRAWS_OF_SHUFFLE);
    for (int i = 0; i < customers.length; i++) {
      int place = RandomColumns.below(random, i + 1);
      customers[i] = customers[place];
      customers[place] = i + 1;
    }
    shuffled = district;
  }
}
