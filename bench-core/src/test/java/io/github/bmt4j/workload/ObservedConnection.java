package io.github.bmt4j.workload;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A real connection that writes down what a session reads from it: the rows of every SELECT that it
 * goes through, and those of a temporary table just before it is dropped. NULL is the word NULL.
 */
final class ObservedConnection {
  private static final String DROP = "drop temporary table ";

  private final Connection real;
  private final Map<String, List<String>> rows = new LinkedHashMap<>();
  private final List<String> resultSets = new ArrayList<>();

  ObservedConnection(Connection real) {
    this.real = real;
  }

  Connection connection() {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          Object result = forward(real, method, arguments);
          return result instanceof Statement statement ? observed(statement) : result;
        });
  }

  /** The rows by the SQL that gave them, with commas between the columns. */
  Map<String, List<String>> rows() {
    return rows;
  }

  /** The driver's classes of the result sets that were read. */
  List<String> resultSets() {
    return resultSets;
  }

  private Statement observed(Statement statement) {
    return proxy(
        Statement.class,
        (self, method, arguments) -> {
          String sql =
              arguments != null && arguments[0] instanceof String text ? text : method.getName();
          if (sql.startsWith(DROP)) {
            keepTemporaryTable(sql.substring(DROP.length()));
          }
          Object result = forward(statement, method, arguments);
          return result instanceof ResultSet set ? observed(set, sql) : result;
        });
  }

  private ResultSet observed(ResultSet set, String sql) {
    List<String> read = new ArrayList<>();
    rows.put(sql, read);
    resultSets.add(set.getClass().getSimpleName());
    return proxy(
        ResultSet.class,
        (self, method, arguments) -> {
          Object result = forward(set, method, arguments);
          if (method.getName().equals("next") && result.equals(true)) {
            read.add(row(set));
          }
          return result;
        });
  }

  private void keepTemporaryTable(String name) throws SQLException {
    List<String> kept = new ArrayList<>();
    try (Statement statement = real.createStatement();
        ResultSet set = statement.executeQuery("SELECT * FROM " + name)) {
      while (set.next()) {
        kept.add(row(set));
      }
    }
    rows.put(name, kept);
  }

  private static String row(ResultSet set) throws SQLException {
    StringBuilder row = new StringBuilder();
    for (int column = 1; column <= set.getMetaData().getColumnCount(); column++) {
      String value = set.getString(column);
      row.append(column == 1 ? "" : ",").append(value == null ? "NULL" : value);
    }
    return row.toString();
  }

  private static Object forward(Object to, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(to, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
