package io.github.bmt4j.jmh.stub;

import java.lang.invoke.MethodHandle;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Collections;

/**
 * Rows with the same values in every column: a text as sysbench's column {@code c} has it, or a
 * number. One object serves a statement for all its executions.
 */
abstract class StubResultSet implements ResultSet {
  static final String TEXT = String.join("-", Collections.nCopies(10, "12345678901"));
  static final int NUMBER = 5000;

  private static final MethodHandle NEW =
      Completion.constructor(StubResultSet.class, StubStatement.class);
  private static final BigDecimal DECIMAL = BigDecimal.valueOf(NUMBER);
  private static final Timestamp TIMESTAMP = Timestamp.valueOf("2026-01-01 00:00:00");
  private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.US_ASCII);

  private final StubStatement statement;
  private int rowsLeft;
  private boolean closed = true;

  StubResultSet(StubStatement statement) {
    this.statement = statement;
  }

  static StubResultSet create(StubStatement statement) {
    try {
      return (StubResultSet) NEW.invokeExact(statement);
    } catch (Throwable e) {
      throw Completion.impossible(e);
    }
  }

  /** Stands before the first of this many rows. */
  final StubResultSet open(int rows) {
    rowsLeft = rows;
    closed = false;
    return this;
  }

  @Override
  public boolean next() throws SQLException {
    if (closed) {
      throw new SQLException("the result set is closed");
    }
    if (rowsLeft == 0) {
      return false;
    }
    rowsLeft--;
    return true;
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public StubStatement getStatement() {
    return statement;
  }

  @Override
  public boolean wasNull() {
    return false;
  }

  @Override
  public String getString(int column) {
    return TEXT;
  }

  @Override
  public String getString(String column) {
    return TEXT;
  }

  @Override
  public Object getObject(int column) {
    return TEXT;
  }

  @Override
  public Object getObject(String column) {
    return TEXT;
  }

  @Override
  public byte[] getBytes(int column) {
    return BYTES;
  }

  @Override
  public int getInt(int column) {
    return NUMBER;
  }

  @Override
  public int getInt(String column) {
    return NUMBER;
  }

  @Override
  public long getLong(int column) {
    return NUMBER;
  }

  @Override
  public long getLong(String column) {
    return NUMBER;
  }

  @Override
  public double getDouble(int column) {
    return NUMBER;
  }

  @Override
  public double getDouble(String column) {
    return NUMBER;
  }

  @Override
  public BigDecimal getBigDecimal(int column) {
    return DECIMAL;
  }

  @Override
  public BigDecimal getBigDecimal(String column) {
    return DECIMAL;
  }

  @Override
  public Timestamp getTimestamp(int column) {
    return TIMESTAMP;
  }

  @Override
  public Timestamp getTimestamp(String column) {
    return TIMESTAMP;
  }
}
