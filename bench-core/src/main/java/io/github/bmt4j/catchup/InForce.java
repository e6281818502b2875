package io.github.bmt4j.catchup;

import io.github.bmt4j.jdbc.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares settings with the numbers that a server uses. */
final class InForce {
  private static final Pattern OPTION = Pattern.compile("--([\\w-]+)=(\\d+)");
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
  private static final int UNKNOWN_VARIABLE = 1193;

  private InForce() {}

  /** Notes where the server uses another number than a setting gives. */
  static List<String> notes(String setting, Connection replica) throws SQLException {
    List<String> notes = new ArrayList<>();
    for (String option : CatchUpOrder.options(setting)) {
      Matcher given = OPTION.matcher(option);
      if (given.matches()) {
        String name = given.group(1).replace('-', '_');
        String value = value(replica, name);
        if (!value.isEmpty() && !areEqual(value, given.group(2))) {
          notes.add(setting + ": the server has " + name + "=" + value + " in force");
        }
      }
    }
    return notes;
  }

  /** The value of a variable; "" where an option, such as {@code loose_x}, is none. */
  private static String value(Connection replica, String name) throws SQLException {
    try {
      return Sql.text(replica, "SELECT @@global." + name);
    } catch (SQLException e) {
      if (e.getErrorCode() == UNKNOWN_VARIABLE) {
        return "";
      }
      throw e;
    }
  }

  /** Returns true if a value is a number that is given; 1.000000 is 1. */
  static boolean areEqual(String value, String number) {
    return NUMBER.matcher(value).matches()
        && new BigDecimal(value).compareTo(new BigDecimal(number)) == 0;
  }
}
