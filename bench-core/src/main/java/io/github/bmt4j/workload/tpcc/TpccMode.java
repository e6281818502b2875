package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.workload.SplitMix64;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The rules of TPC-C's specification 5.11, and the different ones of sysbench-tpcc 585e2b8: all
 * differences except the texts of some statements.
 */
enum TpccMode {
  SPEC,
  SYSBENCH;

  private static final int LONGEST_DATA = 500;
  private static final int RESTOCKED = 91;

  /**
   * The warehouse of a remote line or customer. sysbench-tpcc intends another warehouse, but draws
   * until it gets the home warehouse.
   */
  int otherWarehouse(SplitMix64 random, int home, TpccOptions options) {
    if (this == SYSBENCH || options.warehouses() == 1) {
      return home;
    }
    int other = Nurand.between(random, 1, options.warehouses() - 1);
    return other < home ? other : other + 1;
  }

  boolean countsAsRemote(boolean drawnRemote, boolean isRemote) {
    return this == SPEC ? isRemote : drawnRemote;
  }

  /** The line without an existing item in an order that is rolled back: 1 for the last. */
  int unusedLineFromEnd() {
    return this == SPEC ? 1 : 2;
  }

  int drawCents(SplitMix64 random) {
    return this == SPEC
        ? Nurand.between(random, 100, 500_000)
        : 100 * Nurand.between(random, 1, 5000);
  }

  int nameRow(int customers) {
    return this == SPEC ? (customers + 1) / 2 : customers > 1 ? (customers + 1) / 2 + 1 : 1;
  }

  int left(int stock, int quantity) {
    boolean enough = this == SPEC ? stock >= quantity + 10 : stock > quantity;
    return stock - quantity + (enough ? 0 : RESTOCKED);
  }

  /**
   * The amount of an order line.
   *
   * @param taxed (1 + w_tax + d_tax) (1 - c_discount)
   */
  BigDecimal amount(BigDecimal price, int quantity, BigDecimal taxed) {
    BigDecimal amount = price.multiply(BigDecimal.valueOf(quantity));
    return this == SPEC ? amount : amount.multiply(taxed).setScale(0, RoundingMode.DOWN);
  }

  /** The value for c_balance that a payment sends: the amount to subtract, or the new value. */
  BigDecimal balance(BigDecimal before, BigDecimal amount) {
    return this == SPEC ? amount : before.subtract(amount);
  }

  /** The value for c_ytd_payment that a payment sends: the amount to add, or the new value. */
  BigDecimal paid(BigDecimal before, BigDecimal amount) {
    return this == SPEC ? amount : before.add(amount);
  }

  String customerData(TpccInputs in, int customer, BigDecimal amount, String before) {
    String data =
        this == SPEC
            ? customer
                + (" " + in.customerDistrict + " " + in.customerWarehouse)
                + (" " + in.district + " " + in.warehouse + " " + amount + " " + before)
            : words(
                "| %4d %2d %4d %2d %4d $%7.2f %12d %24s",
                customer,
                in.customerDistrict,
                in.customerWarehouse,
                in.district,
                in.warehouse,
                amount,
                0,
                before);
    return data.length() > LONGEST_DATA ? data.substring(0, LONGEST_DATA) : data;
  }

  String paymentData(String warehouse, String district) {
    return this == SPEC
        ? warehouse + "    " + district
        : words("%10s %10s   ", warehouse, district);
  }

  /** The order whose lines an order status shows. */
  int orderOfLines(int lastOrder, int district) {
    return this == SPEC ? lastOrder : district;
  }
}
