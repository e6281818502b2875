package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.workload.ConsistencyCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Checks a TPC-C database by {@link TpccRule}.
 *
 * @param purged true if sysbench-tpcc's purge may have deleted orders and payments
 */
record TpccCheck(TpccLayout layout, boolean purged) implements ConsistencyCheck {
  private static final int NO_SUCH_COLUMN = 1054;

  @Override
  public List<Rule> check(Connection connection, boolean afterLoad, BooleanSupplier stop)
      throws SQLException {
    Sql.execute(
        connection,
        ServerProduct.read(connection).limitSql(Duration.ofSeconds(STATEMENT_SECONDS)),
        "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
    List<Rule> rules = rules(connection, afterLoad, stop);
    Sql.execute(connection, "COMMIT");
    return rules;
  }

  /** Checks all rules in the open transaction. */
  List<Rule> rules(Connection connection, boolean afterLoad, BooleanSupplier stop)
      throws SQLException {
    RuleFindings findings = new RuleFindings(TpccRule.of(layout.sysbench(), purged, afterLoad));
    try {
      for (int set = 1; set <= layout.sets(); set++) {
        try (TpccReader reader = new TpccReader(connection, set, layout.sets() > 1, stop)) {
          checkScale(connection, layout, set);
          countRows(reader, findings);
          new OrdersCheck(reader, findings).check();
          if (findings.wants(TpccRule.STOCK_YTD, TpccRule.STOCK_QUANTITY, TpccRule.AMOUNT)) {
            new StockCheck(reader, findings).check();
          }
        }
      }
    } catch (SQLException e) {
      if (isOtherTable(e)) {
        throw otherTable(layout, e);
      }
      throw e;
    }
    return findings.rules();
  }

  /** Rows that nothing refers to: without them, no other rule is broken. */
  private void countRows(TpccReader reader, RuleFindings findings) throws SQLException {
    count(reader, findings, "items", "item#", Order.ITEMS);
    for (int warehouse = 1; warehouse <= layout.warehouses(); warehouse++) {
      String of = reader.key(warehouse) + ", ";
      String where = "_w_id = " + warehouse;
      count(reader, findings, of + "districts", "district# WHERE d" + where, Order.DISTRICTS);
      count(reader, findings, of + "stock", "stock# WHERE s" + where, Order.ITEMS);
      int customers = Order.DISTRICTS * Customer.PER_DISTRICT;
      count(reader, findings, of + "customers", "customer# WHERE c" + where, customers);
    }
  }

  private static void count(
      TpccReader reader, RuleFindings findings, String key, String from, long wanted)
      throws SQLException {
    try (OrderedRows rows = reader.rows("SELECT COUNT(*) FROM " + from)) {
      findings.equal(TpccRule.ROWS, key, rows.value(1), wanted);
    }
  }

  static void checkScale(Connection connection, TpccLayout layout, int set) throws SQLException {
    long warehouses = Sql.number(connection, "SELECT COUNT(*) FROM warehouse" + set);
    String unfinished = warehouses < layout.warehouses() ? ", unless its load is unfinished" : "";
    BadInputException.check(
        warehouses == layout.warehouses(),
        words(
            "warehouse%s has %s warehouse%s, but --scale is %s: %s",
            set,
            warehouses,
            warehouses == 1 ? "" : "s",
            layout.warehouses(),
            warehouses == 0
                ? "its load may be unfinished"
                : "give --scale=" + warehouses + unfinished));
  }

  static boolean isOtherTable(SQLException e) {
    return e.getErrorCode() == Failure.NO_SUCH_TABLE || e.getErrorCode() == NO_SUCH_COLUMN;
  }

  static BadInputException otherTable(TpccLayout layout, SQLException e) {
    return new BadInputException(
        words(
            "the tables for --tables=%s are missing or have other columns: %s",
            layout.sets(),
            String.valueOf(e.getMessage()).strip().replaceAll("^\\(conn=\\d+\\) ", "")));
  }
}
