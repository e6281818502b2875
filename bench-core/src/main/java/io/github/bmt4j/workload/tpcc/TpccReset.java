package io.github.bmt4j.workload.tpcc;

import static io.github.bmt4j.failure.Called.bmt;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.workload.Table;
import io.github.bmt4j.workload.TableReset;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/**
 * Resets TPC-C's tables. Added rows are deleted, and changed columns are rewritten by the functions
 * of the rows' numbers that loaded them.
 */
record TpccReset(TpccLayout layout) implements TableReset {
  private static final int STATEMENT_CHARS = 512 * 1024;

  /** Largest number of rows of a DELETE, so that none takes long. */
  private static final int ROWS_AT_ONCE = 20_000;

  @Override
  public void reset(Connection connection, BooleanSupplier stop) throws SQLException {
    List<Table> tables = TpccTables.of(layout);
    try (Statement statement = connection.createStatement()) {
      for (int set = 1; set <= layout.sets(); set++) {
        TpccCheck.checkScale(connection, layout, set);
        new ResetSet(statement, set, tables, stop).checkLoad();
      }
      statement.execute("SET SESSION foreign_key_checks = 0");
      connection.setAutoCommit(false);
      for (int set = 1; set <= layout.sets(); set++) {
        new ResetSet(statement, set, tables, stop).reset();
      }
    } catch (SQLException e) {
      if (TpccCheck.isOtherTable(e)) {
        throw TpccCheck.otherTable(layout, e);
      }
      throw e;
    }
  }

  /** One set of tables. */
  private final class ResetSet {
    private final Statement statement;
    private final int set;
    private final Map<String, Table> tables;
    private final BooleanSupplier stop;
    private final StringBuilder sql = new StringBuilder(STATEMENT_CHARS + 16 * 1024);

    ResetSet(Statement statement, int set, List<Table> all, BooleanSupplier stop) {
      this.statement = statement;
      this.set = set;
      this.stop = stop;
      tables =
          all.stream()
              .filter(table -> table.membership().set().equals("tpcc" + set))
              .collect(Collectors.toMap(Table::name, Function.identity()));
    }

    private Table table(String base) {
      return Objects.requireNonNull(tables.get(base + set), base);
    }

    /** Refuses tables of another load, because a reset would mix both. */
    void checkLoad() throws SQLException {
      for (String base : List.of("item", "warehouse")) {
        Table table = table(base);
        BadInputException.check(
            isLoaded(table, 1) && isLoaded(table, table.rows()),
            table.name()
                + " was loaded with other options: give the --scale, --mode and --rand-seed of"
                + " the load, or run "
                + bmt("cleanup")
                + " and "
                + bmt("prepare"));
      }
      String count =
          "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()"
              + " AND table_name = 'history#' AND column_name = 'id'";
      boolean hasId = number(count) > 0;
      String loaded = hasId ? "on" : "off";
      BadInputException.check(
          hasId == layout.historyId(),
          "history" + set + " was loaded with --force-pk=" + loaded + ": give that");
    }

    /** True if a row has all its loaded values, except sums. */
    private boolean isLoaded(Table table, long number) throws SQLException {
      StringBuilder row = new StringBuilder(table.row(number));
      String insert = table.loading().insertSql();
      String columns = insert.substring(insert.indexOf('('), insert.lastIndexOf(')'));
      if (columns.endsWith("w_ytd")) {
        columns = columns.substring(0, columns.lastIndexOf(','));
        row.setLength(row.lastIndexOf(","));
        row.append(')');
      }
      String count = "SELECT COUNT(*) FROM " + table.name() + " WHERE " + columns + ") = ";
      return number(count + row) == 1;
    }

    void reset() throws SQLException {
      execute("TRUNCATE new_orders#");
      execute("TRUNCATE history#");
      for (int warehouse = 1; warehouse <= layout.warehouses(); warehouse++) {
        for (int district = 1; district <= Order.DISTRICTS; district++) {
          orders(warehouse, district);
          customers(warehouse, district);
          commit();
        }
        stock(warehouse);
        commit();
      }
      execute("UPDATE district# SET d_ytd = 30000, d_next_o_id = " + (Order.PER_DISTRICT + 1));
      execute("UPDATE warehouse# SET w_ytd = 300000");
      whole("history");
      whole("new_orders");
      commit();
    }

    private void commit() throws SQLException {
      statement.getConnection().commit();
    }

    private void orders(int warehouse, int district) throws SQLException {
      String where = words(" WHERE o_w_id = %s AND o_d_id = %s AND o_id ", warehouse, district);
      String lines =
          words(" WHERE ol_w_id = %s AND ol_d_id = %s AND ol_o_id ", warehouse, district);
      String loaded = "<= " + Order.PER_DISTRICT;
      int firstNew = Order.PER_DISTRICT - TpccRows.NEW_PER_DISTRICT + 1;
      String undelivered = "BETWEEN " + firstNew + " AND " + Order.PER_DISTRICT;
      deleteAll("order_line#" + lines + "> " + Order.PER_DISTRICT);
      deleteAll("orders#" + where + "> " + Order.PER_DISTRICT);
      execute("UPDATE order_line# SET ol_delivery_d = NULL" + lines + undelivered);
      execute("UPDATE orders# SET o_carrier_id = NULL" + where + undelivered);
      if (number("SELECT COUNT(*) FROM orders#" + where + loaded) < Order.PER_DISTRICT) {
        long first = district(warehouse, district) * Order.PER_DISTRICT + 1;
        for (String base : List.of("orders", "order_line")) {
          Table table = table(base);
          String insert = table.loading().insertSql().replaceFirst("INSERT", "INSERT IGNORE");
          write(table, insert, "", first, first + Order.PER_DISTRICT - 1, number -> true);
        }
      }
    }

    private void customers(int warehouse, int district) throws SQLException {
      long before = district(warehouse, district) * Customer.PER_DISTRICT;
      String query =
          "SELECT c_id, '' FROM customer# WHERE c_w_id = %s AND c_d_id = %s AND NOT (c_balance <=>"
              + " -10 AND c_ytd_payment <=> 10 AND c_payment_cnt <=> 1 AND c_delivery_cnt <=> 0)";
      Set<String> changed = rows(words(query, warehouse, district)).keySet();
      Table table = table("customer");
      write(
          table,
          table.loading().insertSql(),
          updates("c_balance", "c_ytd_payment", "c_payment_cnt", "c_delivery_cnt", "c_data"),
          before + 1,
          before + Customer.PER_DISTRICT,
          number -> changed.contains(Long.toString(number - before)));
    }

    private void stock(int warehouse) throws SQLException {
      Map<String, String> found =
          rows(
              "SELECT s_i_id, CONCAT_WS(',', s_quantity, s_ytd, s_order_cnt, s_remote_cnt) FROM"
                  + " stock# WHERE s_w_id = "
                  + warehouse);
      Table table = table("stock");
      long before = (warehouse - 1L) * Order.ITEMS;
      Table.RowWriter rows = table.loading().rowWriters().get();
      StringBuilder row = new StringBuilder();
      write(
          table,
          table.loading().insertSql(),
          updates("s_quantity", "s_ytd", "s_order_cnt", "s_remote_cnt"),
          before + 1,
          before + Order.ITEMS,
          number -> {
            row.setLength(0);
            rows.append(row, number);
            String loaded = row.substring(0, row.indexOf(",'")).split(",", -1)[2] + ",0,0,0";
            return !loaded.equals(found.get(Long.toString(number - before)));
          });
    }

    private static long district(int warehouse, int district) {
      return (long) Order.DISTRICTS * (warehouse - 1) + district - 1;
    }

    private void whole(String base) throws SQLException {
      Table table = table(base);
      write(table, table.loading().insertSql(), "", 1, table.numbers(), number -> true);
    }

    private static String updates(String... columns) {
      return List.of(columns).stream()
          .map(column -> column + " = VALUES(" + column + ")")
          .collect(Collectors.joining(", ", " ON DUPLICATE KEY UPDATE ", ""));
    }

    private void write(
        Table table, String head, String tail, long from, long to, LongPredicate wanted)
        throws SQLException {
      Table.RowWriter rows = table.loading().rowWriters().get();
      sql.setLength(0);
      for (long number = from; number <= to; number++) {
        if (wanted.test(number)) {
          sql.append(sql.length() == 0 ? head : ",");
          rows.append(sql, number);
        }
        if (sql.length() > STATEMENT_CHARS || (number == to && sql.length() > 0)) {
          checkStop();
          statement.executeUpdate(sql.append(tail).toString());
          sql.setLength(0);
        }
      }
    }

    private void deleteAll(String what) throws SQLException {
      int deleted = ROWS_AT_ONCE;
      while (deleted == ROWS_AT_ONCE) {
        deleted = execute("DELETE FROM " + what + " LIMIT " + ROWS_AT_ONCE);
      }
    }

    private int execute(String command) throws SQLException {
      checkStop();
      return statement.executeUpdate(ofSet(command));
    }

    private Map<String, String> rows(String query) throws SQLException {
      checkStop();
      return Sql.pairs(statement.getConnection(), ofSet(query));
    }

    private long number(String query) throws SQLException {
      checkStop();
      return Sql.number(statement.getConnection(), ofSet(query));
    }

    private String ofSet(String sql) {
      return sql.replace("#", Integer.toString(set));
    }

    private void checkStop() throws SQLException {
      if (stop.getAsBoolean()) {
        throw new SQLException("stopped");
      }
    }
  }
}
