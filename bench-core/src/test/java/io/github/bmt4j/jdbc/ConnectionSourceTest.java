package io.github.bmt4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which URL connections are opened by, before a load begins and while it runs. */
class ConnectionSourceTest {
  private final List<String> opened = new CopyOnWriteArrayList<>();
  private final Connector connector =
      new Connector(
          "before",
          "under load",
          new Target("t", "t", "", Secret.NONE, false),
          Map.of(),
          (url, login) -> {
            opened.add(url);
            return connection();
          });

  @Test
  void withoutAPoolConnectionsUnderLoadHaveALimit() throws SQLException {
    try (ConnectionSource source = new PlainConnections(connector)) {
      replaceOne(source);
    }
    assertThat(opened).containsExactly("before", "under load");
  }

  @Test
  void connectionsOfAPoolUnderLoadHaveALimit() throws SQLException {
    try (ConnectionSource source = new HikariConnections(connector, 1)) {
      replaceOne(source);
    }
    assertThat(opened).startsWith("before").endsWith("under load");
    assertThat(opened.subList(0, opened.lastIndexOf("before") + 1)).containsOnly("before");
  }

  @Test
  void aPoolSetsNoLimitForAllDriversOfTheJvm() throws SQLException {
    try (ConnectionSource source = new HikariConnections(connector, 1)) {
      source.release(source.acquire());

      assertThat(DriverManager.getLoginTimeout()).isZero();
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
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> arguments != null && proxy == arguments[0];
                  case "toString" -> "connection";
                  default -> nothing(method.getReturnType());
                });
  }

  private static @Nullable Object nothing(Class<?> type) {
    if (type == boolean.class) {
      return true;
    }
    return type == int.class ? 0 : null;
  }
}
