package io.github.bmt4j.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The open statements of one attached connection: prepared when they are first used, closed when
 * the connection is detached, or when too many are open. Attaching allocates nothing, and detaching
 * touches only used statements, because with a pool both happen once a transaction.
 */
public final class Statements {
  /** The server does not prepare such a statement: MySQL's error for BEGIN. */
  private static final int NOT_PREPARABLE = 1295;

  private final String[] texts;
  private final boolean[] sentAsText;
  private final BitSet askedLater = new BitSet();
  private final @Nullable PreparedStatement[] prepared;
  private final int[] used;
  private int usedCount;
  private int oldest;
  private @Nullable Statement text;
  private @Nullable Connection connection;

  /** Can prepare these texts, and no others; for one of a few workers. */
  public Statements(List<String> texts) {
    this(texts, 1);
  }

  /**
   * Can prepare these texts, and no others.
   *
   * @param workers number of workers that have as many statements
   */
  public Statements(List<String> texts, int workers) {
    this.texts = texts.toArray(String[]::new);
    sentAsText = new boolean[this.texts.length];
    prepared = new PreparedStatement[this.texts.length];
    used = new int[Math.min(this.texts.length, SessionContext.mostOpen(workers))];
  }

  /** Uses this connection from now on. */
  public void attach(Connection attached) {
    connection = attached;
  }

  /** The prepared statement of a text, by its number from 0. */
  public PreparedStatement prepared(int number) throws SQLException {
    PreparedStatement statement = prepared[number];
    if (statement == null) {
      statement = attached().prepareStatement(texts[number]);
      prepared[number] = statement;
      keep(number);
    }
    return statement;
  }

  /**
   * Runs a statement without values: prepared, or as text where the server does not prepare it.
   *
   * @return the statement that holds its result
   */
  public Statement execute(int number) throws SQLException {
    if (!sentAsText[number]) {
      try {
        PreparedStatement statement = prepared(number);
        statement.execute();
        return statement;
      } catch (SQLException e) {
        noteRefusal(number, e);
      }
    }
    Statement statement = text();
    statement.execute(texts[number]);
    return statement;
  }

  private void noteRefusal(int number, SQLException refusal) throws SQLException {
    if (refusal.getErrorCode() != NOT_PREPARABLE) {
      throw refusal;
    }
    sentAsText[number] = true;
  }

  /** Prepares all of them on the server, or as many as may be open. */
  public void prepareAll() throws SQLException {
    for (int number = 0; number < used.length; number++) {
      prepareOnServer(number);
    }
  }

  private void prepareOnServer(int number) throws SQLException {
    try {
      // MariaDB Connector/J sends PREPARE with the first execution, unless it is asked before.
      prepared(number).getParameterMetaData();
    } catch (SQLException e) {
      noteRefusal(number, e);
    }
  }

  /**
   * Prepares a text on the server, or finds out that the server does not prepare it. MariaDB
   * Connector/J does not report that at the execution: it sends the text after each refusal, with
   * one more round trip each time. Any other error recurs when the text is executed.
   */
  public void ask(int number) {
    try {
      prepared(number).getParameterMetaData();
    } catch (SQLException e) {
      sentAsText[number] = e.getErrorCode() == NOT_PREPARABLE;
    }
  }

  /** Leaves the preparing to {@link #ready}. */
  public void askLater(int number) {
    askedLater.set(number);
  }

  /**
   * Prepares a text without values that is about to be executed for the first time.
   *
   * @throws SQLException when it fails; the error may have ended the open transaction
   */
  public String ready(int number) throws SQLException {
    if (askedLater.get(number)) {
      askedLater.clear(number);
      prepareOnServer(number);
    }
    return texts[number];
  }

  private void keep(int number) throws SQLException {
    if (usedCount < used.length) {
      used[usedCount++] = number;
      return;
    }
    int closed = used[oldest];
    used[oldest] = number;
    oldest = (oldest + 1) % used.length;
    PreparedStatement statement = prepared[closed];
    prepared[closed] = null;
    if (statement != null) {
      statement.close();
    }
  }

  /** A statement for SQL that is sent as text. */
  public Statement text() throws SQLException {
    Statement statement = text;
    if (statement == null) {
      statement = attached().createStatement();
      text = statement;
    }
    return statement;
  }

  /** Closes all statements, even if one fails to close, and forgets the connection. */
  public void detach() throws SQLException {
    SQLException failure = null;
    oldest = 0;
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
    return Objects.requireNonNull(connection, "no connection is attached");
  }
}
