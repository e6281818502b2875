package io.github.bmt4j.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.ConsistencyCheck.Example;
import io.github.bmt4j.workload.ConsistencyCheck.Rule;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The check of TPC-C's tables on a warehouse of a real server, into which faults are planted. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
@Tag("extended")
class TpccCheckIT {
  private static final TpccLayout ONE = new TpccLayout(1, 1, false, false, false, "innodb", "", 7);

  /** A whole new order of customer 1 with five lines, one of them remote, as its profile says. */
  private static final List<String> NEW_ORDER =
      List.of(
          "UPDATE district1 SET d_next_o_id = 3002 WHERE d_id = 1",
          "INSERT INTO orders1 VALUES (3001, 1, 1, 1, '2016-02-01', NULL, 5, 1)",
          "INSERT INTO new_orders1 VALUES (3001, 1, 1)",
          "INSERT INTO order_line1 SELECT 3001, 1, 1, i_id, i_id, 1, NULL, 2, 2 * i_price, 'x' FROM"
              + " item1 WHERE i_id <= 5",
          "UPDATE stock1 SET s_quantity = 50, s_ytd = 2, s_order_cnt = 1 WHERE s_i_id <= 5");

  /**
   * Faults as rule, statement, and what is found. Each group violates a rule at most once, in rows
   * that no other statement of the group touches.
   */
  private static final String FAULTS =
      """
      3.3.2.1; UPDATE warehouse1 SET w_ytd = w_ytd + 1; w 1: 300001.00 | 300000.00
      3.3.2.2; UPDATE district1 SET d_next_o_id = 3002 WHERE d_id = 4; w 1, d 4: 3001 | 3000
      3.3.2.3; DELETE FROM new_orders1 WHERE no_d_id = 2 AND no_o_id = 2500; w 1, d 2: 899 | 900
      3.3.2.4; DELETE FROM order_line1 WHERE ol_d_id = 3 AND ol_o_id = 7; w 1, d 3: | |
      3.3.2.5; UPDATE orders1 SET o_carrier_id = NULL WHERE o_d_id = 5 AND o_id = 9; w 1, d 5, o 9: none | not in new_orders
      3.3.2.6; UPDATE orders1 SET o_ol_cnt = NULL WHERE o_d_id = 6 AND o_id = 10; w 1, d 6, o 10: none |
      3.3.2.7; UPDATE order_line1 SET ol_delivery_d = NULL WHERE ol_d_id = 8 AND ol_o_id = 11 AND ol_number = 2; w 1, d 8, o 11: |
      3.3.2.8; UPDATE history1 SET h_w_id = NULL WHERE h_c_d_id = 9 AND h_c_id = 12; w NULL: none | 10.00
      3.3.2.9; UPDATE history1 SET h_d_id = 1 WHERE h_c_d_id = 2 AND h_c_id = 13; w 1, d 1: 30000.00 | 30010.00
      3.3.2.10; UPDATE customer1 SET c_balance = NULL WHERE c_d_id = 3 AND c_id = 14; w 1, d 3, c 14: none | -10.00
      3.3.2.11; DELETE FROM orders1 WHERE o_d_id = 4 AND o_id = 15; w 1, d 4: 2099 | 2100
      3.3.2.12; UPDATE customer1 SET c_ytd_payment = 11 WHERE c_d_id = 5 AND c_id = 16; w 1, d 5, c 16: 1.00 | 0.00

      3.3.2.1; UPDATE warehouse1 SET w_ytd = NULL; w 1: none | 300000.00
      3.3.2.5; UPDATE orders1 SET o_carrier_id = 3 WHERE o_d_id = 5 AND o_id = 2999; w 1, d 5, o 2999: 3 | in new_orders
      3.3.2.6; INSERT INTO order_line1 VALUES (3005, 7, 1, 1, 1, 1, NULL, 1, 1, 'x'); w 1, d 7, o 3005: none | 1
      3.3.2.7; UPDATE order_line1 SET ol_delivery_d = NOW() WHERE ol_d_id = 8 AND ol_o_id = 2990 AND ol_number = 2; w 1, d 8, o 2990: 1 | 0
      3.3.2.10; UPDATE history1 SET h_c_id = 3001 WHERE h_c_d_id = 3 AND h_c_id = 14; w 1, d 3, c 14: -10.00 | 0

      3.3.2.5; INSERT INTO new_orders1 VALUES (3001, 1, 1); w 1, d 1, o 3001: no order | in new_orders

      3.3.2.2; DELETE FROM district1 WHERE d_id = 4; w 1, d 4: none | 3000
      rows; DELETE FROM district1 WHERE d_id = 4; w 1, districts: 9 | 10

      rows; DELETE FROM customer1 WHERE c_id = 4; w 1, customers: 29990 | 30000

      3.3.2.10; UPDATE order_line1 SET ol_amount = NULL WHERE ol_d_id = 1 AND ol_o_id = 1 AND ol_number = 1; w 1, d 1, c | none
      amount; UPDATE order_line1 SET ol_amount = NULL WHERE ol_o_id = 3001 AND ol_number = 3; w 1, i 3: | none

      customer; UPDATE orders1 SET o_c_id = 3001 WHERE o_d_id = 6 AND o_id = 17; w 1, d 6, c 3001: in orders | no customer
      order date; UPDATE orders1 SET o_entry_d = NULL WHERE o_d_id = 7 AND o_id = 18; w 1, d 7, o 18: NULL | a date
      line count; UPDATE orders1 SET o_ol_cnt = 16 WHERE o_d_id = 8 AND o_id = 19; w 1, d 8, o 19: 16 | 5 to 15
      payments; UPDATE customer1 SET c_payment_cnt = 2 WHERE c_d_id = 9 AND c_id = 20; w 1, d 9, c 20: 2 | 1
      deliveries; UPDATE customer1 SET c_delivery_cnt = 1 WHERE c_d_id = 10 AND c_id = 21; w 1, d 10, c 21: 1 | 0
      all local; UPDATE orders1 SET o_all_local = 0 WHERE o_d_id = 1 AND o_id = 3001; w 1, d 1, o 3001: 0 | 1
      amount; UPDATE order_line1 SET ol_amount = ol_amount + 0.01 WHERE ol_o_id = 3001 AND ol_number = 3; w 1, i 3: |
      stock ytd; UPDATE stock1 SET s_ytd = 3 WHERE s_i_id = 5; w 1, i 5: 3 | 2
      stock orders; UPDATE stock1 SET s_order_cnt = NULL WHERE s_i_id = 99999; w 1, i 99999: none | 0
      stock remote; UPDATE stock1 SET s_remote_cnt = 1 WHERE s_i_id = 1; w 1, i 1: 1 | 0
      rows; DELETE FROM stock1 WHERE s_i_id = 7; w 1, stock: 99999 | 100000
      quantity; UPDATE stock1 SET s_quantity = 9 WHERE s_i_id = 100000; w 1, i 100000: 9 | 10 to 100

      customer; UPDATE orders1 SET o_c_id = NULL WHERE o_d_id = 6 AND o_id = 17; w 1, d 6, c NULL: in orders | no customer
      paid; UPDATE customer1 SET c_ytd_payment = NULL WHERE c_d_id = 9 AND c_id = 20; w 1, d 9, c 20: none | 10.00
      all local; UPDATE order_line1 SET ol_supply_w_id = 2 WHERE ol_o_id = 3001 AND ol_number = 3; w 1, d 1, o 3001: 1 | 0
      stock ytd; DELETE FROM stock1 WHERE s_i_id = 5; w 1, i 5: none | 2
      rows; DELETE FROM item1 WHERE i_id = 7; items: 99999 | 100000
      """;

  @AutoClose private static Server server;

  @BeforeAll
  static void load() throws Exception {
    server = ItServers.open(ItServers.embedded(), TpccServer.FAST);
    new TablePreparer(
            new Connector(server.target(), PsMode.AUTO, 20), Progress.SILENT, new StopSignal())
        .prepare(TpccTables.of(ONE), 2);
  }

  private static Connection connect() throws SQLException {
    return new Connector(server.target(), PsMode.AUTO, 20).connect();
  }

  /** What is found after statements that are rolled back again. */
  private static List<Rule> after(List<String> statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String sql : statements) {
        assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
      }
      List<Rule> rules = new TpccCheck(ONE, false).rules(connection, true, () -> false);
      connection.rollback();
      return rules;
    }
  }

  /** The rules that are violated, with their first example. */
  private static Map<String, String> violated(List<Rule> rules) {
    return rules.stream()
        .filter(rule -> rule.violations() > 0)
        .collect(
            Collectors.toMap(
                Rule::name,
                rule -> text(rule.examples().get(0)),
                (one, other) -> one,
                TreeMap::new));
  }

  private static String text(Example example) {
    return example.key() + ": " + example.left() + " | " + example.right();
  }

  @Test
  void loadedTablesAreConsistent() throws Exception {
    try (Connection connection = connect()) {
      List<Rule> rules = new TpccCheck(ONE, false).check(connection, true, () -> false);

      assertThat(violated(rules)).isEmpty();
      assertThat(rules).extracting(Rule::name).hasSize(25).startsWith("3.3.2.1").endsWith("rows");
    }
  }

  @Test
  void aNewOrderBreaksNothing() throws Exception {
    assertThat(violated(after(NEW_ORDER))).isEmpty();
  }

  /**
   * A fault that is planted.
   *
   * @param rule which it violates
   * @param found parts of the example
   */
  private record Fault(String rule, String statement, List<String> found) {
    static Fault of(String line) {
      String[] columns = line.split(";", -1);
      return new Fault(
          columns[0],
          columns[1].strip(),
          Arrays.stream(columns[2].split("\\|", -1)).map(String::strip).toList());
    }

    boolean isShownBy(Rule violated) {
      return violated.examples().stream()
          .map(TpccCheckIT::text)
          .anyMatch(example -> found.stream().allMatch(example::contains));
    }
  }

  static Stream<List<Fault>> groups() {
    return Arrays.stream(FAULTS.split("\n\n", -1))
        .map(group -> group.lines().map(Fault::of).toList());
  }

  @ParameterizedTest
  @MethodSource("groups")
  void findsPlantedFaults(List<Fault> faults) throws Exception {
    List<String> statements = new ArrayList<>();
    if (!faults.stream().allMatch(fault -> fault.rule().startsWith("3."))) {
      statements.addAll(NEW_ORDER);
    }
    faults.stream().map(Fault::statement).distinct().forEach(statements::add);

    List<Rule> rules = after(statements);

    for (Fault fault : faults) {
      assertThat(rules)
          .as(fault.toString())
          .filteredOn(rule -> rule.name().equals(fault.rule()))
          .singleElement()
          .matches(fault::isShownBy);
    }
  }

  @Test
  void countsAllAndShowsFive() throws Exception {
    List<Rule> rules = after(List.of("UPDATE customer1 SET c_balance = 0 WHERE c_id <= 2"));

    Rule balance =
        rules.stream().filter(rule -> rule.name().equals("3.3.2.10")).findFirst().orElseThrow();
    assertThat(balance.violations()).isEqualTo(20);
    assertThat(balance.examples()).hasSize(5);
    assertThat(balance.examples().get(2)).isEqualTo(new Example("w 1, d 2, c 1", "0.00", "-10.00"));
    assertThat(violated(rules)).containsOnlyKeys("3.3.2.10", "3.3.2.12");
  }

  @Test
  void refusesOtherTables() throws Exception {
    try (Connection connection = connect()) {
      TpccLayout two = new TpccLayout(2, 1, false, false, false, "innodb", "", 7);
      assertThatThrownBy(() -> new TpccCheck(two, false).check(connection, false, () -> false))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("the tables for --tables=2 are missing or have other columns: ")
          .hasMessageContaining("warehouse2");
      TpccLayout big = new TpccLayout(1, 10, false, false, false, "innodb", "", 7);
      assertThatThrownBy(() -> new TpccCheck(big, false).check(connection, false, () -> false))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "warehouse1 has 1 warehouse, but --scale is 10: give --scale=1, unless its load is"
                  + " unfinished");
    }
  }

  @Test
  void stops() throws Exception {
    try (Connection connection = connect()) {
      assertThatThrownBy(() -> new TpccCheck(ONE, false).check(connection, false, () -> true))
          .isInstanceOf(SQLException.class)
          .hasMessage("stopped");
    }
  }
}
