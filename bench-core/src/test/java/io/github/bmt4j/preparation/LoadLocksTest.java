package io.github.bmt4j.preparation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.lab.Heard;
import io.github.bmt4j.workload.Table;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Servers that give no locks; those that do are in ResumedLoadIT. */
class LoadLocksTest {
  private static final Table TABLE =
      new Table(
          "t",
          "CREATE TABLE t (id INT)",
          List.of(),
          0,
          "id",
          "INSERT INTO t VALUES",
          () -> {
            throw new AssertionError("no rows here");
          });

  private final Heard heard = new Heard();
  private boolean closed;

  @Test
  void aServerThatRefusesLocksIsLoadedWithout() throws Exception {
    try (LoadLocks locks = LoadLocks.take(server(true, 0), List.of(TABLE, TABLE), heard)) {
      assertThat(locks).isNotNull();
      assertThat(heard.lines)
          .containsExactly(
              "The server gives no lock (prohibits use of GET_LOCK): let no other command load the same tables meanwhile.");
    }
    assertThat(closed).isTrue();
  }

  @Test
  void aConnectionThatIsLostIsNoRefusal() {
    assertThatThrownBy(() -> LoadLocks.take(server(false, 0), List.of(TABLE), heard))
        .isInstanceOf(SQLException.class);
    assertThat(heard.lines).isEmpty();
    assertThat(closed).isTrue();
  }

  @Test
  void whoHasTheLockIsSaid() {
    assertThatThrownBy(() -> LoadLocks.take(server(true, 42), List.of(TABLE), heard))
        .isInstanceOf(TargetException.class)
        .hasMessage(
            "t is being loaded by another command: wait for it (the server's connection 42 has the lock)");
    assertThat(closed).isTrue();
  }

  /**
   * A server on which GET_LOCK fails, or is refused as another has the lock.
   *
   * @param owner who has it; 0 for a server without locks
   */
  private Connection server(boolean up, long owner) {
    return fake(
        Connection.class,
        (proxy, method, values) ->
            switch (method.getName()) {
              case "createStatement" -> fake(Statement.class, (p, m, v) -> false);
              case "prepareStatement" -> statement(String.valueOf(values[0]), owner);
              case "isValid" -> up;
              case "close" -> {
                closed = true;
                yield null;
              }
              default -> throw new AssertionError(method);
            });
  }

  private static PreparedStatement statement(String sql, long owner) {
    return fake(
        PreparedStatement.class,
        (proxy, method, values) -> {
          if (!method.getName().equals("executeQuery")) {
            return null;
          }
          if (owner == 0) {
            throw new SQLException("prohibits use of GET_LOCK", "HY000", 1105);
          }
          return row(sql.contains("IS_USED_LOCK") ? owner : 0);
        });
  }

  private static ResultSet row(long number) {
    return fake(
        ResultSet.class,
        (proxy, method, values) ->
            switch (method.getName()) {
              case "next" -> true;
              case "getLong" -> number;
              default -> null;
            });
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            LoadLocksTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
