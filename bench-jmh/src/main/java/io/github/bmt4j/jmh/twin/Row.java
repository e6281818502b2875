package io.github.bmt4j.jmh.twin;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;

/** A row of our tables, with the types that applications use most. */
public record Row(int id, long k, BigDecimal price, LocalDateTime changed, String c) {
  /** Columns in the order of a row. */
  public static final String COLUMNS = "id, k, price, changed, c";

  private static final LocalDateTime FIRST_CHANGE = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
  private static final int CHARS = 120;
  private static final long STRIDE = 2_654_435_761L;

  /** The row with an id: everything in it is a function of the id. */
  public static Row of(int id) {
    long k = id * STRIDE % 1_000_000_007L;
    return new Row(
        id,
        k,
        BigDecimal.valueOf(k % 10_000_000, 2),
        FIRST_CHANGE.plusSeconds(k % 10_000_000),
        text(k));
  }

  /** Reads every column of the current row, as an application does. */
  public static Row read(ResultSet rows) throws SQLException {
    return new Row(
        rows.getInt(1),
        rows.getLong(2),
        rows.getBigDecimal(3),
        rows.getObject(4, LocalDateTime.class),
        rows.getString(5));
  }

  /** Gives a statement with a mark for each column this row's values under an id. */
  void bind(PreparedStatement statement, int as) throws SQLException {
    statement.setInt(1, as);
    statement.setLong(2, k);
    statement.setBigDecimal(3, price);
    statement.setObject(4, changed);
    statement.setString(5, c);
  }

  String literals() {
    return "(" + id + "," + k + "," + price + ",'" + changed + "','" + c + "')";
  }

  private static String text(long k) {
    String part = k + "-";
    return part.repeat(CHARS / part.length() + 1).substring(0, CHARS - 1) + "x";
  }
}
