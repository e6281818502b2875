package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;

/** The values of a customer that queries need, as a function of its number. Used by one thread. */
public final class Customer {
  static final int PER_DISTRICT = 3000;

  /** Number of draws of a row: last name, credit, and other columns. */
  private static final int DRAWS = 16;

  /** Number of different last names. */
  public static final int NAMES = 1000;

  /**
   * The constant C of NURand(255, 0, 999) by which c_last is loaded: TPC-C's C-Load, which may be
   * any number from 0 to 255. A run's C must differ from it by 65 to 119, but not by 96 or 112
   * (clause 2.1.6.1).
   */
  public static final int C_LOAD = 173;

  private static final Nurand NURAND = new Nurand(255, 0, NAMES - 1, C_LOAD);
  private static final int BAD_CREDITS_PER_HUNDRED = 10;
  private static final String[] SYLLABLES = {
    "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
  };

  private final long start;
  private final SplitMix64 random;
  private int name;
  private boolean goodCredit;

  Customer(Streams streams) {
    start = streams.start(Streams.CUSTOMERS);
    random = new SplitMix64(start);
  }

  /** A customer of the table without a seed. */
  public Customer() {
    this(Streams.DEFAULT);
  }

  /** Moves to a customer. Customers of a district have consecutive numbers. */
  public void read(long number) {
    random.moveTo(start, number * DRAWS);
    int index = (int) ((number - 1) % PER_DISTRICT);
    int drawn = NURAND.draw(random);
    name = index < NAMES ? index : drawn;
    goodCredit = RandomColumns.below(random, 100) >= BAD_CREDITS_PER_HUNDRED;
  }

  /** Number of its last name, 0 to 999. */
  public int name() {
    return name;
  }

  /** c_last for a number of a name. */
  public static String lastName(int name) {
    return SYLLABLES[name / 100] + SYLLABLES[name / 10 % 10] + SYLLABLES[name % 10];
  }

  /** c_credit: GC when it is good, BC when it is bad. */
  public String credit() {
    return goodCredit ? "GC" : "BC";
  }

  SplitMix64 random() {
    return random;
  }
}
