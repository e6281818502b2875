package io.github.bmt4j.workload.tpcc;

import java.util.Locale;

/** The kinds of transactions of TPC-C, and sysbench-tpcc's purge. */
enum TpccKind {
  NEW_ORDER(10, 18, 12, 5),
  PAYMENT(10, 3, 12, 5),
  ORDER_STATUS(1, 2, 10, 5),
  DELIVERY(1, 2, 5, 5),
  STOCK_LEVEL(1, 2, 5, 20),
  /** Deletes old orders; only in mode sysbench. */
  PURGE(1, 0, 0, Double.MAX_VALUE);

  final int weight;
  final int keyingSeconds;
  final int meanThinkSeconds;

  /** The largest allowed 90th percentile of the response time. */
  final double limitSeconds;

  /** Times and limits are those of clause 5.2.5.7, weights those of the deck of 5.2.4.2. */
  TpccKind(int weight, int keyingSeconds, int meanThinkSeconds, double limitSeconds) {
    this.weight = weight;
    this.keyingSeconds = keyingSeconds;
    this.meanThinkSeconds = meanThinkSeconds;
    this.limitSeconds = limitSeconds;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
