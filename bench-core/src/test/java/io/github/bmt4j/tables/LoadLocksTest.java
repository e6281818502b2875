package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Heard;
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

  private static final long NULL = -1;
  private static final long GONE = -2;

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
            "t is being loaded by another command: wait for it (the server's connection 42 has the lock; KILL 42 if the command's machine is gone)");
    assertThat(closed).isTrue();
  }

  @Test
  void noAnswerIsAnErrorAndNobodysLock() {
    assertThatThrownBy(() -> LoadLocks.take(server(true, NULL), List.of(TABLE), heard))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("t could not be locked: the server answered GET_LOCK with NULL");
    assertThat(heard.lines).isEmpty();
    assertThat(closed).isTrue();
  }

  @Test
  void aLockThatWasJustLetGoHasNoOwner() {
    assertThatThrownBy(() -> LoadLocks.take(server(true, GONE), List.of(TABLE), heard))
        .isInstanceOf(TargetException.class)
        .hasMessage("t is being loaded by another command: it has just let go of it, so try again");
  }

  @Test
  void nothingIsLeftOpenByAMistake() {
    Progress broken =
        new Progress() {
          @Override
          public void say(String line) {
            throw new IllegalStateException("no terminal");
          }

          @Override
          public Step begin(String what, long total, String unit) {
            return Progress.SILENT.begin(what, total, unit);
          }
        };
    assertThatThrownBy(() -> LoadLocks.take(server(true, 0), List.of(TABLE), broken))
        .isInstanceOf(IllegalStateException.class);
    assertThat(closed).isTrue();
  }

  /**
   * A server on which GET_LOCK fails, or is refused as another has the lock.
   *
   * @param owner who has it; 0 for a server without locks, NULL for one that answers so, GONE for a
   *     lock that nobody has when it is asked for
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
          boolean asksForOwner = sql.contains("IS_USED_LOCK");
          return row(asksForOwner ? owner : 0, asksForOwner ? owner < 0 : owner == NULL);
        });
  }

  private static ResultSet row(long number, boolean isNull) {
    return fake(
        ResultSet.class,
        (proxy, method, values) ->
            switch (method.getName()) {
              case "next" -> true;
              case "getLong" -> isNull ? 0L : number;
              case "wasNull" -> isNull;
              default -> null;
            });
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            LoadLocksTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
