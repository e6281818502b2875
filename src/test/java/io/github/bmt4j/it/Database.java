package io.github.bmt4j.it;

import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.server.StartOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database of a test's own on a server that is up.
 *
 * @param url names the database
 */
record Database(String name, String url, String user, String password) {
  private static final AtomicInteger MADE = new AtomicInteger();

  /** Makes one. */
  static Database create(Target target) {
    String name = "it_" + MADE.incrementAndGet();
    Database server = of(target);
    server.execute("CREATE DATABASE " + name);
    String url = target.url().replace("/" + StartOptions.DATABASE + "?", "/" + name + "?");
    return new Database(name, url, server.user(), server.password());
  }

  /** The one that servers of ours have. */
  static Database of(Target target) {
    return new Database(
        StartOptions.DATABASE, target.url(), target.user(), target.password().reveal());
  }

  /** The command with this database as its target. */
  Bmt command() {
    return on(Bmt.command());
  }

  /** The same, always in a JVM of its own. */
  Bmt process() {
    return on(Bmt.process());
  }

  private Bmt on(Bmt bmt) {
    return bmt.with("BMT_URL", url).with("BMT_USER", user).with("BMT_PASSWORD", password);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  void execute(String... statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(Arrays.toString(statements), e);
    }
  }

  /** The only number that a query gives. */
  long number(String sql) {
    return Long.parseLong(rows(sql).get(0).get(0));
  }

  /** Of every column of every row of a table, as any server reckons it. */
  List<String> sums(String table) {
    String columns =
        rows("SELECT GROUP_CONCAT(CONCAT('COALESCE(', column_name, ',''-'')') ORDER BY"
                + " ordinal_position) FROM information_schema.columns WHERE table_schema ="
                + " DATABASE() AND table_name = '"
                + table
                + "'")
            .get(0)
            .get(0);
    return rows("SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', "
            + columns
            + "))), BIT_XOR(CRC32(CONCAT_WS('/', "
            + columns
            + "))) FROM "
            + table)
        .get(0);
  }

  /** The rows that a query gives, as text. */
  List<List<String>> rows(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<List<String>> all = new ArrayList<>();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getString(i));
        }
        all.add(row);
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
