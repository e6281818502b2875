package io.github.bmt4j.workload;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows that a statement returned, as text that does not depend on server and driver. Two
 * answers are equal if they have the same rows, in any order.
 *
 * @param rows each with the text of its columns, {@link #NULL} for a null
 */
public record AnswerRows(List<List<String>> rows) {
  /** Text that represents a null. */
  public static final String NULL = "NULL";

  /** The rows, sorted. */
  public AnswerRows {
    rows = rows.stream().map(List::copyOf).sorted(AnswerRows::compare).toList();
  }

  /** Reads the present row. */
  public static List<String> row(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    List<String> row = new ArrayList<>(columns.getColumnCount());
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      String text = rows.getString(i);
      row.add(text == null ? NULL : plain(columns.getColumnType(i), text));
    }
    return row;
  }

  /** A number as text: without zeros at the end of its fraction, and without an exponent. */
  public static String number(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static String plain(int type, String text) {
    boolean exact = type == Types.DECIMAL || type == Types.NUMERIC;
    return exact ? number(new BigDecimal(text)) : text;
  }

  private static int compare(List<String> one, List<String> other) {
    return Arrays.compare(one.toArray(String[]::new), other.toArray(String[]::new));
  }
}
