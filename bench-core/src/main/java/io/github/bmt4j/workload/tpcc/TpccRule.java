package io.github.bmt4j.workload.tpcc;

import java.util.EnumSet;
import java.util.Set;

/**
 * Rule that TPC-C's transactions keep: the twelve conditions of clause 3.3.2 (TPC-C 5.11), and
 * further conditions that the profiles of clauses 2.4 to 2.7 maintain.
 */
enum TpccRule {
  WAREHOUSE_YTD("3.3.2.1", "w_ytd = sum of d_ytd"),
  NEXT_ORDER("3.3.2.2", "d_next_o_id - 1 = last order, and last new order"),
  NEW_ORDERS("3.3.2.3", "new orders = last - first + 1 in a district"),
  DISTRICT_LINES("3.3.2.4", "sum of o_ol_cnt = order lines of a district"),
  CARRIER("3.3.2.5", "o_carrier_id is NULL = order is in new_orders"),
  ORDER_LINES("3.3.2.6", "o_ol_cnt = lines of an order"),
  DELIVERY_DATE("3.3.2.7", "lines with ol_delivery_d = all if delivered, or 0"),
  WAREHOUSE_HISTORY("3.3.2.8", "w_ytd = sum of h_amount"),
  DISTRICT_HISTORY("3.3.2.9", "d_ytd = sum of h_amount"),
  BALANCE("3.3.2.10", "c_balance = delivered amounts - sum of h_amount"),
  UNDELIVERED("3.3.2.11", "orders - new orders of a district = 2100"),
  BALANCE_PAID("3.3.2.12", "c_balance + c_ytd_payment = delivered amounts"),
  CUSTOMER("customer", "o_c_id = a customer of the district"),
  ORDER_DATE("order date", "o_entry_d = a date"),
  LINE_COUNT("line count", "o_ol_cnt = 5 to 15"),
  PAYMENTS("payments", "c_payment_cnt = payments in history"),
  PAID("paid", "c_ytd_payment = sum of h_amount"),
  DELIVERIES("deliveries", "c_delivery_cnt = orders delivered since the load"),
  ALL_LOCAL("all local", "o_all_local = 1 without a remote line, or 0"),
  AMOUNT("amount", "i_price = ol_amount / ol_quantity in new lines"),
  STOCK_YTD("stock ytd", "s_ytd = sum of ol_quantity in new lines"),
  STOCK_ORDERS("stock orders", "s_order_cnt = new lines"),
  STOCK_REMOTE("stock remote", "s_remote_cnt = new lines of other warehouses"),
  STOCK_QUANTITY("quantity", "s_quantity = 10 to 100"),
  ROWS("rows", "all items, and each warehouse's districts, customers and stock are there");

  final String word;
  final String summary;

  TpccRule(String word, String summary) {
    this.word = word;
    this.summary = summary;
  }

  /**
   * The rules that hold.
   *
   * @param sysbench true for transactions of sysbench-tpcc, which counts neither payments nor
   *     quantities taken from stock, marks local orders as remote, and adds tax to amounts
   * @param purged true if its purge has deleted delivered orders and payments
   * @param afterLoad true if nothing has changed since loading
   */
  static Set<TpccRule> of(boolean sysbench, boolean purged, boolean afterLoad) {
    Set<TpccRule> rules = EnumSet.allOf(TpccRule.class);
    if (!afterLoad) {
      rules.remove(UNDELIVERED);
    }
    if (sysbench) {
      rules.removeAll(
          EnumSet.of(
              PAYMENTS, ALL_LOCAL, AMOUNT, STOCK_YTD, STOCK_ORDERS, STOCK_REMOTE, STOCK_QUANTITY));
    }
    if (purged) {
      rules.removeAll(EnumSet.range(WAREHOUSE_HISTORY, BALANCE_PAID));
      rules.removeAll(
          EnumSet.of(PAYMENTS, PAID, DELIVERIES, STOCK_YTD, STOCK_ORDERS, STOCK_REMOTE));
    }
    return rules;
  }
}
