package io.github.bmt4j.jmh.stub;

import java.lang.invoke.MethodHandle;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Prepared statements. Bound values are kept until the next ones, and change no answer. */
abstract class StubPreparedStatement extends StubStatement implements PreparedStatement {
  private static final MethodHandle NEW =
      Completion.constructor(
          StubPreparedStatement.class, StubConnection.class, Answer.class, int.class);

  private final Answer answer;
  private final long[] numbers;
  private final @Nullable Object[] objects;

  StubPreparedStatement(StubConnection connection, Answer answer, int parameters) {
    super(connection);
    this.answer = answer;
    this.numbers = new long[parameters];
    this.objects = new Object[parameters];
  }

  static StubPreparedStatement create(StubConnection connection, Answer answer, int parameters) {
    try {
      return (StubPreparedStatement) NEW.invokeExact(connection, answer, parameters);
    } catch (Throwable e) {
      throw Completion.impossible(e);
    }
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return query(answer);
  }

  @Override
  public int executeUpdate() throws SQLException {
    return update(answer);
  }

  @Override
  public boolean execute() throws SQLException {
    return run(answer);
  }

  @Override
  public void addBatch() {
    batch();
  }

  @Override
  public void clearParameters() {
    Arrays.fill(objects, null);
  }

  @Override
  public void setLong(int index, long value) throws SQLException {
    if (index < 1 || index > numbers.length) {
      throw noParameter(index);
    }
    numbers[index - 1] = value;
  }

  @Override
  public void setInt(int index, int value) throws SQLException {
    setLong(index, value);
  }

  @Override
  public void setBoolean(int index, boolean value) throws SQLException {
    setLong(index, value ? 1 : 0);
  }

  @Override
  public void setDouble(int index, double value) throws SQLException {
    setLong(index, Double.doubleToRawLongBits(value));
  }

  @Override
  public void setObject(int index, @Nullable Object value) throws SQLException {
    if (index < 1 || index > objects.length) {
      throw noParameter(index);
    }
    objects[index - 1] = value;
  }

  @Override
  public void setString(int index, @Nullable String value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setBytes(int index, byte @Nullable [] value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public void setNull(int index, int sqlType) throws SQLException {
    setObject(index, null);
  }

  private SQLException noParameter(int index) {
    return new SQLException("parameter " + index + " of " + numbers.length);
  }
}
