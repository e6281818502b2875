package io.github.bmt4j.workload.script;

import io.github.bmt4j.workload.ColumnKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values on their way from variables to the server, and back. */
final class Values {
  private Values() {}

  static void bind(PreparedStatement prepared, ScriptStatement statement, Frame frame)
      throws SQLException {
    List<Integer> values = statement.values();
    for (int i = 0; i < values.size(); i++) {
      bind(prepared, i + 1, frame, values.get(i));
    }
  }

  private static void bind(PreparedStatement prepared, int position, Frame frame, int slot)
      throws SQLException {
    switch (frame.type(slot)) {
      case LONG -> prepared.setLong(position, frame.bits(slot));
      case DOUBLE -> {
        String exact = frame.exact(slot);
        if (exact == null) {
          prepared.setDouble(position, Double.longBitsToDouble(frame.bits(slot)));
        } else {
          prepared.setBigDecimal(position, new BigDecimal(exact));
        }
      }
      case BOOLEAN -> prepared.setBoolean(position, frame.bits(slot) == 1);
      case TEXT -> prepared.setString(position, frame.text(slot));
      case BYTES -> prepared.setBytes(position, frame.bytes(slot));
      case NULL -> prepared.setNull(position, Types.VARCHAR);
      case UNSET ->
          throw frame.failure(
              "value " + position + " was never set: no command that sets it was executed");
    }
  }

  /** Reads the columns of a row into variables, named by a prefix and the column. */
  static void readRow(Frame frame, Map<String, Integer> slots, String prefix, ResultSet answer)
      throws SQLException {
    ResultSetMetaData columns = answer.getMetaData();
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      Integer slot = slot(slots, prefix + columns.getColumnLabel(column));
      if (slot != null) {
        read(frame, slot, answer, column);
      }
    }
  }

  /** The slot of a name, in any case, because servers change the case of unquoted names. */
  private static @Nullable Integer slot(Map<String, Integer> slots, String name) {
    Integer exact = slots.get(name);
    return exact != null
        ? exact
        : slots.keySet().stream()
            .filter(name::equalsIgnoreCase)
            .findFirst()
            .map(slots::get)
            .orElse(null);
  }

  /**
   * Reads a value into a variable, by the type of its column: the variable has the same type in
   * each execution.
   */
  private static void read(Frame frame, int slot, ResultSet answer, int column)
      throws SQLException {
    frame.setNull(slot);
    switch (ColumnKind.of(answer.getMetaData(), column)) {
      case WHOLE -> {
        long number = answer.getLong(column);
        if (!answer.wasNull()) {
          frame.setLong(slot, number);
        }
      }
      case BOOLEAN -> {
        if (answer.getBoolean(column) || !answer.wasNull()) {
          frame.setBoolean(slot, answer.getBoolean(column));
        }
      }
      case FLOAT -> {
        float number = answer.getFloat(column);
        if (!answer.wasNull()) {
          // The double of the same text: what the server writes.
          frame.setDouble(slot, Double.parseDouble(Float.toString(number)));
        }
      }
      case DOUBLE -> {
        double number = answer.getDouble(column);
        if (!answer.wasNull()) {
          frame.setDouble(slot, number);
        }
      }
      case DECIMAL -> {
        BigDecimal number = answer.getBigDecimal(column);
        if (number != null) {
          frame.setNumber(slot, number);
        }
      }
      case BITS -> {
        byte[] bits = answer.getBytes(column);
        if (bits != null) {
          frame.setNumber(slot, new BigDecimal(new BigInteger(1, bits)));
        }
      }
      case BYTES -> {
        byte[] bytes = answer.getBytes(column);
        if (bytes != null) {
          frame.setBytes(slot, bytes);
        }
      }
      case TEXT -> {
        // Not wasNull(): drivers return true for a date of zeros.
        String text = answer.getString(column);
        if (text != null) {
          frame.setText(slot, text);
        }
      }
    }
  }
}
