package io.github.bmt4j.workload;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/** The kind of a column's values, by which they are read from any driver without loss. */
public enum ColumnKind {
  /** A whole number that a long holds. */
  WHOLE,
  FLOAT,
  DOUBLE,
  /** A decimal, or a whole number of 64 bits without sign. */
  DECIMAL,
  /** Several bits, which drivers return as numbers, as bytes or as text; only the bytes agree. */
  BITS,
  BYTES,
  /** True or false, which the driver does not read as a number. */
  BOOLEAN,
  /** Anything else, as the server writes it. */
  TEXT;

  /** The kind of a column, from 1. */
  public static ColumnKind of(ResultSetMetaData columns, int column) throws SQLException {
    String name = columns.getColumnTypeName(column);
    if (name.equals("BIT") && columns.getPrecision(column) > 1) {
      return BITS;
    }
    if (name.startsWith("YEAR")) {
      return WHOLE; // As a text, some drivers give the first of January.
    }
    return switch (columns.getColumnType(column)) {
      // Drivers of PostgreSQL (bool, bit) and DuckDB do not read them as numbers; MariaDB's BOOLEAN
      // is one, of precision 1.
      case Types.BIT, Types.BOOLEAN ->
          name.equals("bit")
              ? TEXT
              : name.equals("bool") || (name.equals("BOOLEAN") && columns.getPrecision(column) > 1)
                  ? BOOLEAN
                  : WHOLE;
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> WHOLE;
      case Types.BIGINT -> columns.isSigned(column) ? WHOLE : DECIMAL;
      case Types.REAL -> FLOAT;
      case Types.FLOAT, Types.DOUBLE -> DOUBLE;
      case Types.DECIMAL, Types.NUMERIC -> DECIMAL;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> BYTES;
      default -> TEXT;
    };
  }
}
