package io.github.bmt4j.statement;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.util.List;
import java.util.function.Function;

/** A connection to a server whose answers a test has written down. */
public final class Answers {
  private Answers() {}

  /**
   * A connection.
   *
   * @param answers the rows for a query
   * @param closed is executed when it is closed
   */
  public static Connection connection(
      Function<String, List<List<String>>> answers, Runnable closed) {
    return fake(
        Connection.class,
        (proxy, method, values) ->
            switch (method.getName()) {
              case "createStatement" -> statement("", answers);
              case "prepareStatement" -> statement((String) values[0], answers);
              case "close" -> {
                closed.run();
                yield null;
              }
              default -> throw new AssertionError(method);
            });
  }

  private static PreparedStatement statement(
      String prepared, Function<String, List<List<String>>> answers) {
    return fake(
        PreparedStatement.class,
        (proxy, method, values) -> {
          String sql = values == null ? prepared : String.valueOf(values[0]);
          return method.getName().equals("executeQuery") ? rows(sql, answers.apply(sql)) : null;
        });
  }

  private static ResultSet rows(String sql, List<List<String>> rows) {
    int[] at = {-1};
    String[] labels = sql.replaceFirst("(?s)^SELECT (.*?) FROM .*", "$1").split(", ", -1);
    return fake(
        ResultSet.class,
        (proxy, method, values) ->
            switch (method.getName()) {
              case "next" -> ++at[0] < rows.size();
              case "getString" -> rows.get(at[0]).get((Integer) values[0] - 1);
              case "getLong" -> Long.valueOf(rows.get(at[0]).get((Integer) values[0] - 1));
              case "getMetaData" ->
                  fake(
                      ResultSetMetaData.class,
                      (p, of, column) ->
                          of.getName().equals("getColumnCount")
                              ? labels.length
                              : labels[(Integer) column[0] - 1]);
              case "wasNull" -> false;
              case "close" -> null;
              default -> throw new AssertionError(method);
            });
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Answers.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
