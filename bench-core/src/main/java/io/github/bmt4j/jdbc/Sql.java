package io.github.bmt4j.jdbc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Queries whose answer is one value, one column, or pairs of a name and a value; statements. The
 * values are those of a query's question marks.
 */
public final class Sql {
  private static final String[] NONE = {};

  private Sql() {}

  private interface Row {
    /** Reads it; whether the next row is wanted too. */
    boolean read(ResultSet row) throws SQLException;
  }

  /** The first value of the first row; empty for NULL or no row. */
  public static String text(Connection connection, String sql, String... values)
      throws SQLException {
    List<String> found = new ArrayList<>();
    each(connection, sql, values, row -> !found.add(Objects.toString(row.getString(1), "")));
    return found.isEmpty() ? "" : found.get(0);
  }

  /** The first value of every row; empty for NULL. */
  public static List<String> texts(Connection connection, String sql, String... values)
      throws SQLException {
    List<String> texts = new ArrayList<>();
    each(connection, sql, values, row -> texts.add(Objects.toString(row.getString(1), "")));
    return texts;
  }

  /** The first value of the first row; 0 for NULL or no row. */
  public static long number(Connection connection, String sql, String... values)
      throws SQLException {
    Long found = numberOrNull(connection, sql, values);
    return found == null ? 0 : found;
  }

  /** The first value of the first row; absent for NULL or no row. */
  public static @Nullable Long numberOrNull(Connection connection, String sql, String... values)
      throws SQLException {
    List<@Nullable Long> found = new ArrayList<>();
    each(
        connection,
        sql,
        values,
        row -> {
          long number = row.getLong(1);
          return !found.add(row.wasNull() ? null : (Long) number);
        });
    return found.isEmpty() ? null : found.get(0);
  }

  /** The first value of every row, and the second, which is empty for NULL. */
  public static Map<String, String> pairs(Connection connection, String sql) throws SQLException {
    Map<String, String> pairs = new TreeMap<>();
    each(
        connection,
        sql,
        NONE,
        row -> {
          pairs.put(row.getString(1), Objects.toString(row.getString(2), ""));
          return true;
        });
    return pairs;
  }

  /** Every row, by the labels of its columns in lower case; values are empty for NULL. */
  public static List<Map<String, String>> rows(Connection connection, String sql, String... values)
      throws SQLException {
    List<Map<String, String>> rows = new ArrayList<>();
    each(
        connection,
        sql,
        values,
        row -> {
          Map<String, String> named = new LinkedHashMap<>();
          for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String label = row.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT);
            named.put(label, Objects.toString(row.getString(i), ""));
          }
          return rows.add(named);
        });
    return rows;
  }

  /**
   * The first value of every row, and the second, which is a number; rows with NULL are left out.
   */
  public static Map<String, Long> numbers(Connection connection, String sql) throws SQLException {
    Map<String, Long> numbers = new TreeMap<>();
    each(
        connection,
        sql,
        NONE,
        row -> {
          // MariaDB shows an uptime below 0 as one near 2^64.
          BigDecimal value = row.getBigDecimal(2);
          if (value != null) {
            numbers.put(row.getString(1), value.longValue());
          }
          return true;
        });
    return numbers;
  }

  /**
   * The fetch size with which a connection's driver streams a result set: a given number of rows at
   * a time, but with MySQL Connector/J, also under AWS's wrapper, row by row, and no other
   * statement until the last row is read.
   */
  public static int streamingFetchSize(Connection connection, int rows) throws SQLException {
    String url = connection.getMetaData().getURL();
    return url != null && url.startsWith("jdbc:mysql") ? Integer.MIN_VALUE : rows;
  }

  /** Executes statements on a new connection, which is closed where one of them fails. */
  public static Connection executed(Connection opened, String... statements) throws SQLException {
    try {
      execute(opened, statements);
      return opened;
    } catch (SQLException | RuntimeException e) {
      Connector.closeQuietly(opened);
      throw e;
    }
  }

  /** Executes statements one after the other; what they return is not read. */
  public static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void each(Connection connection, String sql, String[] values, Row row)
      throws SQLException {
    if (values.length == 0) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        read(rows, row);
      }
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        read(rows, row);
      }
    }
  }

  private static void read(ResultSet rows, Row row) throws SQLException {
    boolean more = true;
    while (more && rows.next()) {
      more = row.read(rows);
    }
  }
}
