package io.github.bmt4j.workload;

import io.github.bmt4j.outcome.ErrorPhase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A fake connection that writes down what is sent, and what is read of result sets. A SELECT gives
 * an empty set, unless told otherwise and but for MAX(id); everything else changes one row, but for
 * BEGIN and COMMIT. It says that server and driver are MariaDB's, unless told otherwise.
 */
final class RecordedConnection {
  /**
   * A statement that was sent.
   *
   * @param sql its text, with ? for bound values
   * @param values what was bound
   * @param phase where the tally was
   */
  record Sent(String sql, List<Object> values, ErrorPhase phase) {}

  private final StatementCounts counts;
  private final List<Sent> sent = new ArrayList<>();
  private final List<String> prepared = new ArrayList<>();
  private int open;
  private int failing = -1;
  private boolean appliedWhenFailing;
  private long maxId;
  private int rowsInTable;
  private final List<String> read = new ArrayList<>();
  private Consumer<String> listener = sql -> {};
  private int answerRows;
  private int fetchRows;
  private String product = "MariaDB";
  private String version = "11.4.5-MariaDB";
  private String url = "jdbc:mariadb://host/db";

  RecordedConnection(StatementCounts counts) {
    this.counts = counts;
  }

  Connection connection() {
    return proxy(Connection.class, this::onConnection);
  }

  List<Sent> sent() {
    return sent;
  }

  List<String> texts() {
    return sent.stream().map(Sent::sql).toList();
  }

  List<String> prepared() {
    return prepared;
  }

  /** What was read of result sets: {@code getString(1)}. */
  List<String> read() {
    return read;
  }

  /** How many rows a SELECT gives: each a number and a text. */
  void answerRows(int rows) {
    answerRows = rows;
  }

  /** Told of every statement while it is under way. */
  void onSend(Consumer<String> newListener) {
    listener = newListener;
  }

  /** How many statements and result sets are open. */
  int open() {
    return open;
  }

  void failAt(int statement) {
    failing = statement;
  }

  void failAfterApplying(int statement) {
    failing = statement;
    appliedWhenFailing = true;
  }

  void server(String newProduct, String newVersion) {
    product = newProduct;
    version = newVersion;
  }

  void url(String newUrl) {
    url = newUrl;
  }

  /** How many rows of a result set the driver was asked to hold at a time; 0 is all. */
  int fetchRows() {
    return fetchRows;
  }

  void maxId(long id) {
    maxId = id;
  }

  int rowsInTable() {
    return rowsInTable;
  }

  private Object onConnection(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "prepareStatement" -> {
        prepared.add((String) arguments[0]);
        open++;
        yield statement(PreparedStatement.class, (String) arguments[0]);
      }
      case "createStatement" -> {
        open++;
        yield statement(Statement.class, "");
      }
      case "getMetaData" -> proxy(DatabaseMetaData.class, this::onMetaData);
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }

  private Object onMetaData(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "getURL" -> url;
      case "getDatabaseProductName" -> product;
      case "getDatabaseProductVersion" -> version;
      case "getDatabaseMajorVersion" -> Integer.valueOf(version.split("\\.", -1)[0]);
      case "getDatabaseMinorVersion" -> Integer.valueOf(version.split("\\.", -1)[1]);
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }

  private <T extends Statement> T statement(Class<T> type, String preparedSql) {
    Map<Integer, Object> values = new TreeMap<>();
    boolean[] closed = new boolean[1];
    return proxy(
        type,
        (self, method, arguments) -> {
          if (closed[0]) {
            throw new SQLException("closed: " + method);
          }
          String name = method.getName();
          if (name.equals("setFetchSize")) {
            fetchRows = (Integer) arguments[0];
            return null;
          }
          if (name.equals("getParameterMetaData") || name.equals("getResultSet")) {
            return null;
          }
          if (name.equals("getUpdateCount")) {
            return -1; // No result is left.
          }
          if (name.startsWith("set")) {
            values.put((Integer) arguments[0], arguments[1]);
            return null;
          }
          if (name.equals("close")) {
            closed[0] = true;
            open--;
            return null;
          }
          String sql = arguments == null ? preparedSql : (String) arguments[0];
          send(sql, List.copyOf(values.values()));
          return switch (name) {
            case "execute" -> false;
            case "executeUpdate" -> 1;
            case "executeQuery" -> resultSet(sql.contains("MAX(id)") ? 1 : answerRows);
            default -> throw new UnsupportedOperationException(method.toString());
          };
        });
  }

  private void send(String sql, List<Object> values) throws SQLException {
    boolean fails = sent.size() == failing;
    sent.add(new Sent(sql, values, counts.phase()));
    listener.accept(sql);
    if (!fails || appliedWhenFailing) {
      apply(sql);
    }
    if (fails) {
      throw new SQLException("connection lost", "08S01", 2013);
    }
  }

  private void apply(String sql) {
    if (sql.matches("INSERT INTO sbtest\\d+ VALUES\\(.*")) {
      rowsInTable += (int) sql.chars().filter(c -> c == '(').count();
      maxId = Long.parseLong(sql.substring(sql.lastIndexOf(',') + 1, sql.length() - 1));
    }
  }

  private ResultSet resultSet(int rows) {
    open++;
    int[] left = {rows};
    return proxy(
        ResultSet.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "next" -> left[0]-- > 0;
              case "getLong" -> {
                read.add("getLong(" + arguments[0] + ")");
                yield maxId;
              }
              case "getInt" -> 1;
              case "getBigDecimal" -> BigDecimal.ONE;
              case "getString" -> {
                read.add("getString(" + arguments[0] + ")");
                yield "text";
              }
              case "getMetaData" -> proxy(ResultSetMetaData.class, RecordedConnection::onColumns);
              case "close" -> {
                open--;
                yield null;
              }
              default -> throw new UnsupportedOperationException(method.toString());
            });
  }

  private static Object onColumns(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "getColumnCount" -> 2;
      case "getColumnTypeName" -> Integer.valueOf(1).equals(arguments[0]) ? "INTEGER" : "CHAR";
      case "getColumnType" -> Integer.valueOf(1).equals(arguments[0]) ? Types.INTEGER : Types.CHAR;
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
