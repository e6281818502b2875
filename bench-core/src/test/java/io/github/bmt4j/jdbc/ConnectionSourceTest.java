package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which URL connections are opened by, before a load begins and while it runs. */
class ConnectionSourceTest {
  private final List<String> opened = new CopyOnWriteArrayList<>();
  private final Semaphore logins = new Semaphore(1_000);
  private final Connector connector =
      new Connector(
          "before",
          "under load",
          new Target("t", "t", "", Secret.NONE, false),
          Map.of(),
          (url, login) -> {
            opened.add(url);
            logins.acquireUninterruptibly();
            return connection();
          });

  @Test
  void withoutAPoolConnectionsUnderLoadHaveALimit() throws SQLException {
    try (ConnectionSource source = new PlainConnections(connector, false)) {
      replaceOne(source);
    }
    assertThat(opened).containsExactly("before", "under load");
  }

  @Test
  void connectionsOfAPoolUnderLoadHaveALimit() throws SQLException {
    try (ConnectionSource source =
        new HikariConnections(connector, 1, false, PoolProperties.NONE)) {
      replaceOne(source);
    }
    assertThat(opened).startsWith("before").endsWith("under load");
    assertThat(opened.subList(0, opened.lastIndexOf("before") + 1)).containsOnly("before");
  }

  @Test
  void aPoolSetsNoLimitForAllDriversOfTheJvm() throws SQLException {
    try (ConnectionSource source =
        new HikariConnections(connector, 1, false, PoolProperties.NONE)) {
      source.release(source.acquire());

      assertThat(DriverManager.getLoginTimeout()).isZero();
    }
  }

  @Test
  void beforeTheLoadAPoolMayTakeAsLongAsItsConnectionsCome() throws Exception {
    logins.drainPermits();
    CompletableFuture<ConnectionSource> late = new CompletableFuture<>();
    HikariConfig impatient = new HikariConfig();
    impatient.setConnectionTimeout(250);
    impatient.setMetricsTrackerFactory(
        (name, stats) -> whenTheLimitHasPassed(() -> openOne(late.join())));
    try (ConnectionSource source =
        new HikariConnections(connector, 3, false, PoolProperties.NONE, impatient)) {
      late.complete(source);
      source.acquire();
      source.acquire();
      source.loadBegins();
      assertThatThrownBy(source::acquire).isInstanceOf(SQLTransientConnectionException.class);
    } finally {
      logins.release(10);
    }
  }

  private static IMetricsTracker whenTheLimitHasPassed(Runnable action) {
    return new IMetricsTracker() {
      @Override
      public void recordConnectionTimeout() {
        action.run();
      }
    };
  }

  /** Lets the pool open a connection, and waits until it has it. */
  private void openOne(ConnectionSource source) {
    int missing = source.missing();
    logins.release();
    while (source.missing() == missing) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void replaceOne(ConnectionSource source) throws SQLException {
    Connection first = source.acquire();
    source.loadBegins();
    source.discard(first);
    source.release(source.acquire());
  }

  /** A connection that works and does nothing. */
  private static Connection connection() {
    return (Connection) working(Connection.class);
  }

  private static Object working(Class<?> type) {
    return Proxy.newProxyInstance(
        ConnectionSourceTest.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "hashCode" -> System.identityHashCode(proxy);
              case "equals" -> arguments != null && proxy == arguments[0];
              case "toString" -> "working";
              case "next" -> false;
              default -> nothing(method.getReturnType());
            });
  }

  private static @Nullable Object nothing(Class<?> type) {
    if (type == boolean.class) {
      return true;
    }
    boolean ofSql = type == Statement.class || type == ResultSet.class;
    return type == int.class ? (Object) 0 : ofSql ? working(type) : null;
  }
}
