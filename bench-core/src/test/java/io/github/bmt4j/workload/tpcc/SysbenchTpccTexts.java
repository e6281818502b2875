package io.github.bmt4j.workload.tpcc;

import java.util.ArrayList;
import java.util.List;

/**
 * The statements of sysbench-tpcc's transactions in their order, written down from its description;
 * N stands for a number, and S for a string.
 */
final class SysbenchTpccTexts {
  private static final List<String> ORDER =
      lines(
          """
          SELECT c_discount, c_last, c_credit, w_tax FROM customer1, warehouse1\
           WHERE w_id = N AND c_w_id = w_id AND c_d_id = N AND c_id = N
          SELECT d_next_o_id, d_tax FROM district1 WHERE d_w_id = N AND d_id = N FOR UPDATE
          UPDATE district1 SET d_next_o_id = N WHERE d_id = N AND d_w_id = N
          INSERT INTO orders1 (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)\
           VALUES (N, N, N, N, NOW(), N, N)
          INSERT INTO new_orders1 (no_o_id, no_d_id, no_w_id) VALUES (N, N, N)
          """);

  private static final List<String> ITEM =
      lines("SELECT i_price, i_name, i_data FROM item1 WHERE i_id = N");

  private static final List<String> LINE =
      lines(
          """
          SELECT s_quantity, s_data, s_dist_N s_dist FROM stock1 WHERE s_i_id = N AND s_w_id = N\
           FOR UPDATE
          UPDATE stock1 SET s_quantity = N WHERE s_i_id = N AND s_w_id = N
          INSERT INTO order_line1 (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id,\
           ol_quantity, ol_amount, ol_dist_info) VALUES (N, N, N, N, N, N, N, N, S)
          """);

  private static final List<String> PAYMENT =
      lines(
          """
          UPDATE warehouse1 SET w_ytd = w_ytd + N WHERE w_id = N
          SELECT w_street_1, w_street_2, w_city, w_state, w_zip, w_name FROM warehouse1\
           WHERE w_id = N
          UPDATE district1 SET d_ytd = d_ytd + N WHERE d_w_id = N AND d_id = N
          SELECT d_street_1, d_street_2, d_city, d_state, d_zip, d_name FROM district1\
           WHERE d_w_id = N AND d_id = N
          """);

  private static final String NAME =
      " FROM customer1 WHERE c_w_id = N AND c_d_id = N AND c_last = S";
  private static final String NUMBER = " WHERE c_w_id = N AND c_d_id = N AND c_id = N";

  private static final List<String> COUNT = List.of("SELECT count(c_id) namecnt" + NAME);

  private static final List<String> PAYER =
      List.of(
          "SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip,"
              + " c_phone, c_credit, c_credit_lim, c_discount, c_balance, c_ytd_payment, c_since"
              + " FROM customer1"
              + NUMBER
              + " FOR UPDATE");

  private static final List<String> PAID =
      lines(
          """
          INSERT INTO history1 (h_c_d_id, h_c_w_id, h_c_id, h_d_id, h_w_id, h_date, h_amount,\
           h_data) VALUES (N, N, N, N, N, NOW(), N, S)
          """);

  private static final List<String> STATUS =
      lines(
          """
          SELECT o_id, o_carrier_id, o_entry_d FROM orders1\
           WHERE o_w_id = N AND o_d_id = N AND o_c_id = N ORDER BY o_id DESC
          SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line1\
           WHERE ol_w_id = N AND ol_d_id = N AND ol_o_id = N
          """);

  private static final List<String> DELIVERED =
      lines(
          """
          SELECT no_o_id FROM new_orders1 WHERE no_d_id = N AND no_w_id = N\
           ORDER BY no_o_id ASC LIMIT N FOR UPDATE
          DELETE FROM new_orders1 WHERE no_o_id = N AND no_d_id = N AND no_w_id = N
          SELECT o_c_id FROM orders1 WHERE o_id = N AND o_d_id = N AND o_w_id = N
          UPDATE orders1 SET o_carrier_id = N WHERE o_id = N AND o_d_id = N AND o_w_id = N
          UPDATE order_line1 SET ol_delivery_d = NOW()\
           WHERE ol_o_id = N AND ol_d_id = N AND ol_w_id = N
          SELECT SUM(ol_amount) sm FROM order_line1\
           WHERE ol_o_id = N AND ol_d_id = N AND ol_w_id = N
          UPDATE customer1 SET c_balance = c_balance + N, c_delivery_cnt = c_delivery_cnt + N\
           WHERE c_id = N AND c_d_id = N AND c_w_id = N
          """);

  private static final List<String> LEVEL =
      lines(
          """
          SELECT d_next_o_id FROM district1 WHERE d_id = N AND d_w_id = N
          SELECT COUNT(DISTINCT (s_i_id)) FROM order_line1, stock1 WHERE ol_w_id = N\
           AND ol_d_id = N AND ol_o_id < N AND ol_o_id >= N AND s_w_id = N AND s_i_id = ol_i_id\
           AND s_quantity < N
          """);

  private SysbenchTpccTexts() {}

  private static List<String> lines(String block) {
    return block.lines().toList();
  }

  /**
   * Those of a transaction.
   *
   * @param badCredit whether its customer has bad credit; only payments ask
   */
  static List<String> of(TpccInputs in, boolean badCredit) {
    List<String> texts = new ArrayList<>(List.of("BEGIN"));
    switch (in.kind) {
      case NEW_ORDER -> newOrder(in, texts);
      case PAYMENT -> payment(in, badCredit, texts);
      case ORDER_STATUS -> {
        if (in.byName()) {
          texts.addAll(COUNT);
          texts.add("SELECT c_balance, c_first, c_middle, c_id" + NAME + " ORDER BY c_first");
        } else {
          texts.add("SELECT c_balance, c_first, c_middle, c_last FROM customer1" + NUMBER);
        }
        texts.addAll(STATUS);
      }
      case DELIVERY -> {
        for (int district = 1; district <= 10; district++) {
          texts.addAll(DELIVERED);
        }
      }
      case STOCK_LEVEL -> texts.addAll(LEVEL);
      case PURGE -> throw new AssertionError("there is none");
    }
    texts.add(in.kind == TpccKind.NEW_ORDER && in.rolledBack ? "ROLLBACK" : "COMMIT");
    return texts;
  }

  /** The unused item is the last but one, and nothing is done for it or after it. */
  private static void newOrder(TpccInputs in, List<String> texts) {
    texts.addAll(ORDER);
    int whole = in.rolledBack ? in.lines - 2 : in.lines;
    for (int line = 0; line < whole; line++) {
      texts.addAll(ITEM);
      texts.addAll(LINE);
    }
    if (in.rolledBack) {
      texts.addAll(ITEM);
    }
  }

  private static void payment(TpccInputs in, boolean badCredit, List<String> texts) {
    texts.addAll(PAYMENT);
    if (in.byName()) {
      texts.addAll(COUNT);
      texts.add("SELECT c_id" + NAME + " ORDER BY c_first");
    }
    texts.addAll(PAYER);
    if (badCredit) {
      texts.add("SELECT c_data FROM customer1" + NUMBER);
    }
    texts.add(
        "UPDATE customer1 SET c_balance = N, c_ytd_payment = N"
            + (badCredit ? ", c_data = S" : "")
            + NUMBER);
    texts.addAll(PAID);
  }
}
