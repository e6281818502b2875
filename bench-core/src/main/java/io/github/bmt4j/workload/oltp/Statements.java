package io.github.bmt4j.workload.oltp;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The open statements of one attached connection: prepared when they are first used, closed when
 * the connection goes. Attaching allocates nothing, and detaching touches only what was used, for
 * with a pool both happen once a transaction.
 */
final class Statements {
  private final IntFunction<String> sql;
  private final @Nullable String[] texts;
  private final @Nullable PreparedStatement[] prepared;
  private final int[] used;
  private int usedCount;
  private @Nullable Statement text;
  private @Nullable Connection connection;

  /**
   * Has room for prepared statements 0 to {@code capacity - 1}.
   *
   * @param sql the text of each, asked for once
   */
  Statements(int capacity, IntFunction<String> sql) {
    this.sql = sql;
    texts = new String[capacity];
    prepared = new PreparedStatement[capacity];
    used = new int[capacity];
  }

  void attach(Connection attached) {
    connection = attached;
  }

  /** Prepared statement {@code number}. */
  PreparedStatement prepared(int number) throws SQLException {
    PreparedStatement statement = prepared[number];
    if (statement == null) {
      statement = attached().prepareStatement(textOf(number));
      prepared[number] = statement;
      used[usedCount++] = number;
    }
    return statement;
  }

  private String textOf(int number) {
    String known = texts[number];
    if (known == null) {
      known = sql.apply(number);
      texts[number] = known;
    }
    return known;
  }

  /** A statement for SQL that is sent as text. */
  Statement text() throws SQLException {
    Statement statement = text;
    if (statement == null) {
      statement = attached().createStatement();
      text = statement;
    }
    return statement;
  }

  /** Closes everything, also when one of them fails to close, and forgets the connection. */
  void detach() throws SQLException {
    SQLException failure = null;
    while (usedCount > 0) {
      int number = used[--usedCount];
      failure = close(prepared[number], failure);
      prepared[number] = null;
    }
    failure = close(text, failure);
    text = null;
    connection = null;
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable SQLException close(
      @Nullable Statement statement, @Nullable SQLException before) {
    if (statement == null) {
      return before;
    }
    try {
      statement.close();
      return before;
    } catch (SQLException e) {
      if (before == null) {
        return e;
      }
      before.addSuppressed(e);
      return before;
    }
  }

  private Connection attached() {
    Connection now = connection;
    if (now == null) {
      throw new IllegalStateException("no connection is attached");
    }
    return now;
  }
}
