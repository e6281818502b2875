package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.SplitMix64;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * The rules of TPC-C's specification 5.11, and those of sysbench-tpcc 585e2b8 where they differ:
 * all differences but the texts of some statements.
 */
enum TpccMode {
  SPEC {
    @Override
    int otherWarehouse(SplitMix64 random, int home, TpccOptions options) {
      if (options.warehouses() == 1) {
        return home;
      }
      int other = Nurand.between(random, 1, options.warehouses() - 1);
      return other < home ? other : other + 1;
    }

    @Override
    boolean countsAsRemote(boolean drawnRemote, boolean isRemote) {
      return isRemote;
    }

    @Override
    int unusedLineFromEnd() {
      return 1;
    }

    @Override
    int drawCents(SplitMix64 random) {
      return Nurand.between(random, 100, 500_000);
    }

    @Override
    int nameRow(int customers) {
      return (customers + 1) / 2;
    }

    @Override
    int left(int stock, int quantity) {
      return stock - quantity + (stock >= quantity + 10 ? 0 : RESTOCKED);
    }

    @Override
    BigDecimal amount(BigDecimal price, int quantity, BigDecimal taxed) {
      return price.multiply(BigDecimal.valueOf(quantity));
    }

    @Override
    BigDecimal balance(BigDecimal before, BigDecimal amount) {
      return amount;
    }

    @Override
    BigDecimal paid(BigDecimal before, BigDecimal amount) {
      return amount;
    }

    @Override
    String customerData(TpccInputs inputs, int customer, BigDecimal amount, String before) {
      String added =
          customer
              + " "
              + inputs.customerDistrict
              + " "
              + inputs.customerWarehouse
              + " "
              + inputs.district
              + " "
              + inputs.warehouse
              + " "
              + amount
              + " ";
      return cut(added + before);
    }

    @Override
    String paymentData(String warehouse, String district) {
      return warehouse + "    " + district;
    }

    @Override
    int orderOfLines(int lastOrder, int district) {
      return lastOrder;
    }
  },

  SYSBENCH {
    /** It means another one, and draws until it has the same. */
    @Override
    int otherWarehouse(SplitMix64 random, int home, TpccOptions options) {
      return home;
    }

    @Override
    boolean countsAsRemote(boolean drawnRemote, boolean isRemote) {
      return drawnRemote;
    }

    @Override
    int unusedLineFromEnd() {
      return 2;
    }

    @Override
    int drawCents(SplitMix64 random) {
      return 100 * Nurand.between(random, 1, 5000);
    }

    @Override
    int nameRow(int customers) {
      return customers > 1 ? (customers + 1) / 2 + 1 : 1;
    }

    @Override
    int left(int stock, int quantity) {
      return stock - quantity + (stock > quantity ? 0 : RESTOCKED);
    }

    @Override
    BigDecimal amount(BigDecimal price, int quantity, BigDecimal taxed) {
      return price
          .multiply(BigDecimal.valueOf(quantity))
          .multiply(taxed)
          .setScale(0, RoundingMode.DOWN);
    }

    @Override
    BigDecimal balance(BigDecimal before, BigDecimal amount) {
      return before.subtract(amount);
    }

    @Override
    BigDecimal paid(BigDecimal before, BigDecimal amount) {
      return before.add(amount);
    }

    @Override
    String customerData(TpccInputs inputs, int customer, BigDecimal amount, String before) {
      return cut(
          String.format(
              Locale.ROOT,
              "| %4d %2d %4d %2d %4d $%7.2f %12d %24s",
              customer,
              inputs.customerDistrict,
              inputs.customerWarehouse,
              inputs.district,
              inputs.warehouse,
              amount,
              0,
              before));
    }

    @Override
    String paymentData(String warehouse, String district) {
      return String.format(Locale.ROOT, "%10s %10s   ", warehouse, district);
    }

    @Override
    int orderOfLines(int lastOrder, int district) {
      return district;
    }
  };

  private static final int LONGEST_DATA = 500;
  private static final int RESTOCKED = 91;

  /** The warehouse of a line or a customer that is to be remote. */
  abstract int otherWarehouse(SplitMix64 random, int home, TpccOptions options);

  /** Whether a line makes its order one that is not all local. */
  abstract boolean countsAsRemote(boolean drawnRemote, boolean isRemote);

  /** The line of an order that is rolled back which names no item: 1 for the last. */
  abstract int unusedLineFromEnd();

  /** The amount of a payment. */
  abstract int drawCents(SplitMix64 random);

  /** Which of the customers of a last name is taken, by first name, from 1. */
  abstract int nameRow(int customers);

  /** How many of an item are left in stock when some were ordered. */
  abstract int left(int stock, int quantity);

  /**
   * The amount of an order line.
   *
   * @param taxed (1 + w_tax + d_tax) (1 - c_discount)
   */
  abstract BigDecimal amount(BigDecimal price, int quantity, BigDecimal taxed);

  /** What a payment sends for c_balance: what is subtracted there, or the new one. */
  abstract BigDecimal balance(BigDecimal before, BigDecimal amount);

  /** What a payment sends for c_ytd_payment: what is added there, or the new one. */
  abstract BigDecimal paid(BigDecimal before, BigDecimal amount);

  /** c_data of a customer of bad credit who pays. */
  abstract String customerData(TpccInputs inputs, int customer, BigDecimal amount, String before);

  /** h_data. */
  abstract String paymentData(String warehouse, String district);

  /** The order whose lines an order status shows. */
  abstract int orderOfLines(int lastOrder, int district);

  private static String cut(String data) {
    return data.length() > LONGEST_DATA ? data.substring(0, LONGEST_DATA) : data;
  }
}
