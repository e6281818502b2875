package io.github.bmt4j.workload.tpcc;

import io.github.bmt4j.workload.ShareRule;
import io.github.bmt4j.workload.StatementCounts;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The shares that transactions must keep to (clause 5.5.1.5; 2.7.4.2 for deliveries, one of which
 * may always skip districts), and the shares of the mix (5.2.3). They are judged in mode spec only;
 * the mix only with the default weights, and remote ones only with more than one warehouse.
 */
enum TpccShares {
  ROLLED_BACK("new orders rolled back", 0.009, 0.011),
  LINES("order lines per new order", 9.5, 10.5),
  REMOTE_LINES("order lines from a remote warehouse", 0.0095, 0.0105),
  REMOTE_PAYMENTS("payments by a remote customer", 0.14, 0.16),
  NAMED_PAYMENTS("payments by last name", 0.57, 0.63),
  NAMED_STATUS("order status by last name", 0.57, 0.63),
  SKIPPED("deliveries that skipped a district", 0, 0.01),
  PAYMENTS("payments, of all transactions", 0.43, 1),
  STATUS("order status, of all transactions", 0.04, 1),
  DELIVERIES("deliveries, of all transactions", 0.04, 1),
  STOCK_LEVELS("stock level, of all transactions", 0.04, 1);

  /** An order has 5 to 15 lines, all equally likely: the variance is (11^2 - 1) / 12. */
  private static final double DEVIATION_OF_LINES = Math.sqrt(10);

  private final String title;
  private final double low;
  private final double high;

  TpccShares(String title, double low, double high) {
    this.title = title;
    this.low = low;
    this.high = high;
  }

  static List<ShareRule> rules(TpccOptions options) {
    return Stream.of(values()).map(share -> share.rule(options)).toList();
  }

  private ShareRule rule(TpccOptions options) {
    @Nullable Double deviation = this == LINES ? (Double) DEVIATION_OF_LINES : null;
    return judged(options)
        ? new ShareRule(title, low, high, deviation, this == SKIPPED ? 1 : 0)
        : new ShareRule(title, null, null, deviation);
  }

  private boolean judged(TpccOptions options) {
    return options.mode() == TpccMode.SPEC
        && switch (this) {
          case REMOTE_LINES, REMOTE_PAYMENTS -> options.warehouses() > 1;
          case PAYMENTS, STATUS, DELIVERIES, STOCK_LEVELS -> options.usualMix();
          default -> true;
        };
  }

  /** Counts for a transaction that succeeded. */
  static void count(TpccInputs in, int skipped, StatementCounts counts) {
    TpccKind kind = in.kind;
    switch (kind) {
      case NEW_ORDER -> {
        counts.share(ROLLED_BACK.ordinal(), counts.rolledBack() ? 1 : 0, 1);
        counts.share(LINES.ordinal(), in.lines, 1);
        counts.share(REMOTE_LINES.ordinal(), in.remoteLines(), in.lines);
      }
      case PAYMENT -> {
        int remote = in.customerWarehouse == in.warehouse ? 0 : 1;
        counts.share(REMOTE_PAYMENTS.ordinal(), remote, 1);
        counts.share(NAMED_PAYMENTS.ordinal(), in.byName() ? 1 : 0, 1);
      }
      case ORDER_STATUS -> counts.share(NAMED_STATUS.ordinal(), in.byName() ? 1 : 0, 1);
      case DELIVERY -> counts.share(SKIPPED.ordinal(), skipped > 0 ? 1 : 0, 1);
      case STOCK_LEVEL, PURGE -> {
        // Of these kinds, only the number is limited.
      }
    }
    counts.share(PAYMENTS.ordinal(), kind == TpccKind.PAYMENT ? 1 : 0, 1);
    counts.share(STATUS.ordinal(), kind == TpccKind.ORDER_STATUS ? 1 : 0, 1);
    counts.share(DELIVERIES.ordinal(), kind == TpccKind.DELIVERY ? 1 : 0, 1);
    counts.share(STOCK_LEVELS.ordinal(), kind == TpccKind.STOCK_LEVEL ? 1 : 0, 1);
  }
}
