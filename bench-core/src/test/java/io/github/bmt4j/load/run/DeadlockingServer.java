package io.github.bmt4j.load.run;

import io.github.bmt4j.jdbc.ConnectionSource;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.workload.SplitMix64;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A source of connections that answer TPC-C's statements without any table, and now and then one of
 * a new order's with a deadlock. They compare what is sent after a deadlock with what was sent
 * before it.
 */
final class DeadlockingServer implements ConnectionSource {
  /** What only a new order begins with. */
  private static final String FIRST_OF_ORDER = "SELECT c_discount";

  private final double deadlocksPerStatement;
  private final AtomicLong connections = new AtomicLong();
  final AtomicLong attempts = new AtomicLong();
  final AtomicLong deadlocks = new AtomicLong();

  /** Attempts after a deadlock that went as far as the one before, with the same statements. */
  final AtomicLong repeated = new AtomicLong();

  /** Those with others. */
  final AtomicLong changed = new AtomicLong();

  /**
   * @param deadlocksPerStatement how probable it is that a statement of a new order ends so
   */
  DeadlockingServer(double deadlocksPerStatement) {
    this.deadlocksPerStatement = deadlocksPerStatement;
  }

  @Override
  public Connection acquire() {
    return new Link(connections.incrementAndGet()).connection();
  }

  @Override
  public void loadBegins() {}

  @Override
  public void release(Connection connection) {}

  @Override
  public void discard(Connection connection) {}

  @Override
  public boolean perTransaction() {
    return false;
  }

  @Override
  public ErrorPhase acquirePhase() {
    return ErrorPhase.CONNECT;
  }

  @Override
  public void abort(Executor executor) {}

  @Override
  public void close() {}

  /** One connection. Used by one thread. */
  private final class Link {
    private final SplitMix64 random;
    private final List<Integer> sent = new ArrayList<>();
    private final List<Integer> sentBefore = new ArrayList<>();
    private boolean newOrder;

    Link(long number) {
      random = new SplitMix64(SplitMix64.stateOf(number, 0));
    }

    Connection connection() {
      return proxy(
          Connection.class,
          (self, method, arguments) ->
              switch (method.getName()) {
                case "prepareStatement" -> statement(String.valueOf(arguments[0]));
                case "createStatement" -> afterFailure();
                default -> throw new UnsupportedOperationException(method.toString());
              });
    }

    /** One that rolls back what a deadlock has ended. */
    private Statement afterFailure() {
      return proxy(
          Statement.class,
          (self, method, arguments) ->
              switch (method.getName()) {
                case "execute" -> false;
                case "close" -> null;
                default -> throw new UnsupportedOperationException(method.toString());
              });
    }

    private PreparedStatement statement(String sql) {
      List<Object> values = new ArrayList<>();
      Answer answer = new Answer();
      ResultSet rows = answer.rows();
      return proxy(
          PreparedStatement.class,
          (self, method, arguments) ->
              switch (method.getName()) {
                case "setLong", "setString", "setBigDecimal" -> values.add(arguments[1]);
                case "execute" -> {
                  control(sql);
                  yield false;
                }
                case "executeUpdate" -> {
                  send(sql, values);
                  yield 1;
                }
                case "executeQuery" -> {
                  // Item -1 does not exist.
                  answer.left = sql.contains("FROM item") && values.contains(-1L) ? 0 : 1;
                  send(sql, values);
                  yield rows;
                }
                case "close" -> null;
                default -> throw new UnsupportedOperationException(method.toString());
              });
    }

    private void control(String sql) {
      if (sql.equals("BEGIN")) {
        sent.clear();
        newOrder = false;
        attempts.incrementAndGet();
      } else {
        compare();
        sentBefore.clear();
      }
    }

    private void send(String sql, List<Object> values) throws SQLException {
      newOrder |= sql.startsWith(FIRST_OF_ORDER);
      sent.add(31 * sql.hashCode() + values.hashCode());
      values.clear();
      if (newOrder && random.nextDouble() < deadlocksPerStatement) {
        compare();
        sentBefore.clear();
        sentBefore.addAll(sent);
        deadlocks.incrementAndGet();
        throw new SQLException("Deadlock found when trying to get lock", "40001", 1213);
      }
    }

    private void compare() {
      if (!sentBefore.isEmpty()) {
        int both = Math.min(sent.size(), sentBefore.size());
        boolean same = sent.subList(0, both).equals(sentBefore.subList(0, both));
        (same ? repeated : changed).incrementAndGet();
      }
    }
  }

  /** The rows of a statement, all alike. */
  private static final class Answer {
    private int left;

    ResultSet rows() {
      return proxy(
          ResultSet.class,
          (self, method, arguments) ->
              switch (method.getName()) {
                case "next" -> left-- > 0;
                case "getInt" -> 1;
                case "getBigDecimal" -> BigDecimal.ONE;
                case "getString" -> "GC";
                case "close" -> null;
                default -> throw new UnsupportedOperationException(method.toString());
              });
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
