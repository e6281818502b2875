package io.github.bmt4j.workload.oltp;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open statements of one attached connection: prepared when they are first used, closed when
 * the connection goes. Attaching allocates nothing, and detaching touches only what was used, for
 * with a pool both happen once a transaction.
 */
final class Statements {
  private final String[] texts;
  private final @Nullable PreparedStatement[] prepared;
  private final int[] used;
  private int usedCount;
  private @Nullable Statement text;
  private @Nullable Connection connection;

  /** Can prepare these texts, and no others. */
  Statements(List<String> texts) {
    this.texts = texts.toArray(String[]::new);
    prepared = new PreparedStatement[this.texts.length];
    used = new int[this.texts.length];
  }

  void attach(Connection attached) {
    connection = attached;
  }

  /** The prepared statement of a text, by its number from 0. */
  PreparedStatement prepared(int number) throws SQLException {
    PreparedStatement statement = prepared[number];
    if (statement == null) {
      statement = attached().prepareStatement(texts[number]);
      prepared[number] = statement;
      used[usedCount++] = number;
    }
    return statement;
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
