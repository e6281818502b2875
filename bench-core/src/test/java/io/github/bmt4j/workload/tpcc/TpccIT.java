package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.workload.tpcc.TpccServer.params;
import static io.github.bmt4j.workload.tpcc.TpccState.rows;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.workload.LastWrite;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each of TPC-C's transactions does to loaded tables, exactly, in every way to send it. */
@Tag("extended")
class TpccIT extends KnownTransaction {
  @ParameterizedTest
  @CsvSource({"statements, false", "statements, true", "procedures, false"})
  void newOrderTakesFromStockAndInsertsItsLines(String calls, boolean twice) throws SQLException {
    open("1,0,0,0,0", calls);
    find(drawn -> !drawn.rolledBack && (twice ? namesAnItemTwice(drawn) : !drawn.local));
    String lines = expectLines();
    int order =
        number("SELECT d_next_o_id FROM district1 WHERE d_w_id = 1 AND d_id = " + in.district);
    expect("d_next_o_id 1/" + in.district, 1);
    expect("orders", 1);
    expect("new_orders", 1);

    execute(calls.equals("statements") ? 7 + 4 * in.lines : 1);

    String head =
        "FROM orders1 WHERE o_w_id = 1 AND o_d_id = " + in.district + " AND o_id = " + order;
    assertThat(rows(connection, "SELECT o_c_id, o_carrier_id, o_ol_cnt, o_all_local " + head))
        .containsExactly(in.customer + " null " + in.lines + (in.local ? " 1" : " 0"));
    String place = " ol_w_id = 1 AND ol_d_id = " + in.district + " AND ol_o_id = " + order;
    assertThat(
            String.join(
                "\n",
                rows(
                    connection,
                    "SELECT ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount,"
                        + " ol_delivery_d FROM order_line1 WHERE"
                        + place
                        + " ORDER BY ol_number")))
        .isEqualTo(lines);
    assertThat(
            number(
                "SELECT COUNT(*) FROM order_line1, stock1 WHERE s_i_id = ol_i_id AND s_w_id ="
                    + " ol_supply_w_id AND ol_dist_info = s_dist_%02d AND".formatted(in.district)
                    + place))
        .isEqualTo(in.lines);
    LastWrite last = session.lastWrite();
    if (calls.equals("procedures")) {
      assertThat(last).isNull();
    } else {
      assertThat(requireNonNull(last).sql())
          .endsWith("o_d_id = " + in.district + " AND o_id = " + order);
      assertThat(text(last.sql())).isEqualTo(last.content());
    }
    assertThat(counts.shareHits(TpccShares.LINES.ordinal())).isEqualTo(in.lines);
    assertThat(counts.shareHits(TpccShares.REMOTE_LINES.ordinal())).isEqualTo(in.remoteLines());
    assertThat(counts.shareHits(TpccShares.ROLLED_BACK.ordinal())).isZero();
  }

  private static boolean namesAnItemTwice(TpccInputs drawn) {
    return drawn.local
        && Arrays.stream(drawn.item, 0, drawn.lines).distinct().count() < drawn.lines;
  }

  /** What the lines of the order are to change; gives their rows. */
  private String expectLines() throws SQLException {
    Map<String, Integer> left = new TreeMap<>();
    BigDecimal amounts = BigDecimal.ZERO;
    StringBuilder lines = new StringBuilder();
    for (int line = 0; line < in.lines; line++) {
      String stock = in.item[line] + " AND s_w_id = " + in.supplier[line];
      Integer earlier = left.get(stock);
      int have =
          earlier == null
              ? number("SELECT s_quantity FROM stock1 WHERE s_i_id = " + stock)
              : earlier;
      int quantity = in.quantity[line];
      int rest = have >= quantity + 10 ? have - quantity : have - quantity + 91;
      left.put(stock, rest);
      BigDecimal price =
          new BigDecimal(text("SELECT i_price FROM item1 WHERE i_id = " + in.item[line]));
      BigDecimal amount = price.multiply(BigDecimal.valueOf(quantity));
      amounts = amounts.add(amount);
      lines.append(line + 1).append(' ').append(in.item[line]).append(' ');
      lines.append(in.supplier[line]).append(' ').append(quantity).append(' ');
      lines.append(amount).append(" null\n");
      expect("s_quantity " + in.supplier[line], rest - have);
      expect("s_ytd " + in.supplier[line], quantity);
      expect("s_order_cnt " + in.supplier[line], 1);
      expect("s_remote_cnt " + in.supplier[line], in.supplier[line] == 1 ? 0 : 1);
      expect("ol_quantity", quantity);
    }
    expect("order_lines", in.lines);
    TpccState.add(expected, "ol_amount", amounts);
    return lines.toString().strip();
  }

  /** 2.4.2.3: all lines but the last have been executed by then. */
  @ParameterizedTest
  @ValueSource(strings = {"statements", "procedures"})
  void newOrderWithAnUnusedItemIsRolledBackAndASuccess(String calls) throws SQLException {
    open("1,0,0,0,0", calls);
    find(drawn -> drawn.rolledBack);
    long before = TpccServer.counted(connection).getOrDefault("Com_rollback", 0L);
    execute(calls.equals("statements") ? 4 + 4 * in.lines : 1);
    assertThat(counts.rolledBack()).isTrue();
    assertThat(counts.shareHits(TpccShares.ROLLED_BACK.ordinal())).isOne();
    assertThat(TpccServer.counted(connection).get("Com_rollback")).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "statements, GC, false, false",
    "statements, GC, true, false",
    "statements, BC, false, true",
    "statements, BC, true, true",
    "procedures, GC, false, false",
    "procedures, GC, true, true",
    "procedures, BC, true, false"
  })
  void paymentIsAddedUp(String calls, String credit, boolean byName, boolean remote)
      throws SQLException {
    open("0,1,0,0,0", calls);
    int customer = findPayer(credit, byName, remote);
    BigDecimal amount = BigDecimal.valueOf(in.cents, 2);
    String where =
        "FROM customer1 WHERE c_w_id = %d AND c_d_id = %d AND c_id = %d"
            .formatted(in.customerWarehouse, in.customerDistrict, customer);
    String data = text("SELECT c_data " + where);
    String names =
        text("SELECT w_name FROM warehouse1 WHERE w_id = 1")
            + "    "
            + text("SELECT d_name FROM district1 WHERE d_w_id = 1 AND d_id = " + in.district);
    String entries =
        "SELECT h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_data FROM history1 WHERE h_c_id = "
            + customer
            + " AND h_amount = "
            + amount;
    List<String> entriesBefore = rows(connection, entries);
    TpccState.add(expected, "w_ytd 1", amount);
    TpccState.add(expected, "d_ytd 1/" + in.district, amount);
    TpccState.add(expected, "c_balance " + in.customerWarehouse, amount.negate());
    TpccState.add(expected, "c_ytd_payment " + in.customerWarehouse, amount);
    TpccState.add(expected, "h_amount", amount);
    expect("c_payment_cnt " + in.customerWarehouse, 1);
    expect("payments", 1);
    String newData = data;
    if (credit.equals("BC")) {
      newData =
          "%d %d %d %d 1 %s %s"
              .formatted(
                  customer, in.customerDistrict, in.customerWarehouse, in.district, amount, data);
      newData = newData.substring(0, Math.min(500, newData.length()));
      TpccState.add(expected, "c_data " + in.customerWarehouse, crc(newData).subtract(crc(data)));
    }
    execute(calls.equals("procedures") ? 1 : 9 + (byName ? 2 : 0) + (credit.equals("BC") ? 1 : 0));
    assertThat(text("SELECT c_data " + where)).isEqualTo(newData);
    List<String> added = rows(connection, entries);
    entriesBefore.forEach(added::remove);
    assertThat(added)
        .containsExactly(
            "%d %d %d 1 %s"
                .formatted(in.customerDistrict, in.customerWarehouse, in.district, names));
    assertThat(counts.shareHits(TpccShares.REMOTE_PAYMENTS.ordinal())).isEqualTo(remote ? 1 : 0);
    assertThat(counts.shareHits(TpccShares.NAMED_PAYMENTS.ordinal())).isEqualTo(byName ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "statements, true, 6",
    "statements, false, 5",
    "procedures, true, 1",
    "procedures, false, 1"
  })
  void orderStatusChangesNothing(String calls, boolean byName, int statements) throws SQLException {
    open("0,0,1,0,0", calls);
    find(drawn -> drawn.byName() == byName);
    execute(statements);
    assertThat(counts.writes()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"statements, 4", "procedures, 1"})
  void stockLevelChangesNothing(String calls, int statements) throws SQLException {
    open("0,0,0,0,1", calls);
    find(drawn -> true);
    execute(statements);
    assertThat(counts.writes()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"statements, 72", "procedures, 1"})
  void deliveryDeliversTheOldestOrderOfEachDistrict(String calls, int statements)
      throws SQLException {
    open("0,0,0,1,0", calls);
    find(drawn -> true);
    for (int district = 1; district <= 10; district++) {
      expectDelivery(district);
    }
    execute(statements);
    assertThat(counts.shareHits(TpccShares.SKIPPED.ordinal())).isZero();
  }

  /** 2.7.4.2: only the district without a new order is skipped. */
  @ParameterizedTest
  @CsvSource({"statements, 66", "procedures, 1"})
  void deliverySkipsADistrictWithoutNewOrders(String calls, int statements) throws SQLException {
    open("0,0,0,1,0", calls);
    find(drawn -> true);
    sql("CREATE TEMPORARY TABLE kept SELECT * FROM new_orders1 WHERE no_d_id = 3");
    sql("DELETE FROM new_orders1 WHERE no_d_id = 3");
    try {
      for (int district = 1; district <= 10; district++) {
        if (district != 3) {
          expectDelivery(district);
        }
      }
      execute(statements);
    } finally {
      sql("INSERT INTO new_orders1 SELECT * FROM kept");
    }
    assertThat(counts.shareHits(TpccShares.SKIPPED.ordinal())).isOne();
    assertThat(counts.shareTrials(TpccShares.SKIPPED.ordinal())).isOne();
  }

  @Test
  void cleanupDropsTheProceduresOfItsTables() throws SQLException {
    open("0,0,0,0,1", "procedures");
    sql("CREATE DATABASE procedures_only");
    sql("USE procedures_only");
    TpccWorkload tpcc = new TpccWorkload();
    tpcc.prepare(connection, params("--calls=procedures", "--tables=3"));
    String count =
        "SELECT COUNT(*) FROM information_schema.routines WHERE routine_schema = DATABASE()";
    tpcc.drop(connection, params("--tables=2"));
    assertThat(number(count)).isEqualTo(5);
    tpcc.drop(connection, params("--tables=3"));
    assertThat(number(count)).isZero();
    sql("DROP DATABASE procedures_only");
  }

  private void expectDelivery(int district) throws SQLException {
    int order =
        number("SELECT MIN(no_o_id) FROM new_orders1 WHERE no_w_id = 1 AND no_d_id = " + district);
    String lines =
        "FROM order_line1 WHERE ol_w_id = 1 AND ol_d_id = " + district + " AND ol_o_id = " + order;
    expect("new_orders", -1);
    expect("delivered", 1);
    expect("o_carrier_id", in.carrier);
    expect("ol_delivery_d", number("SELECT COUNT(*) " + lines));
    expect("c_delivery_cnt 1", 1);
    BigDecimal total = new BigDecimal(text("SELECT SUM(ol_amount) " + lines));
    TpccState.add(expected, "c_balance 1", total);
  }

  private BigDecimal crc(String data) throws SQLException {
    return new BigDecimal(Sql.text(connection, "SELECT CRC32(?)", data));
  }
}
