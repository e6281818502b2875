package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.preflight.ReplicaState.Source;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whom a server follows, by what it answers. */
class ReplicaStateTest {
  private static final List<String> OLD =
      List.of("Slave_IO_State", "Master_Host", "Slave_IO_Running", "Slave_SQL_Running");
  private static final List<String> NEW =
      List.of("Replica_IO_State", "Source_Host", "Replica_IO_Running", "Replica_SQL_Running");

  @Test
  void aReplicaThatRunsFollowsItsSource() {
    assertThat(sources(OLD, List.of(row("waiting", "a", "Yes", "Yes"))))
        .containsExactly(new Source("a", true));
    assertThat(sources(NEW, List.of(row("waiting", "a", "Yes", "Yes"))))
        .containsExactly(new Source("a", true));
    assertThat(sources(NEW, List.of())).isEmpty();
  }

  @Test
  void oneThatHasStoppedDoesNotRun() {
    assertThat(
            sources(
                NEW,
                List.of(
                    row("", "a", "Yes", "No"),
                    row("", "b", "Connecting", "Yes"),
                    row("", "c", "Yes", "Yes"))))
        .containsExactly(new Source("a", false), new Source("b", false), new Source("c", true));
  }

  @Test
  void aSourceWithoutANameIsNoMistake() {
    assertThat(sources(OLD, List.of(row(null, null, null, null))))
        .containsExactly(new Source("", false));
  }

  private static List<@Nullable String> row(@Nullable String... values) {
    return Arrays.asList(values);
  }

  private static List<Source> sources(List<String> columns, List<List<@Nullable String>> rows) {
    ReplicaState state = ReplicaState.read(server(columns, rows), ServerProduct.mariaDb(11, 4));
    assertThat(state.unknown()).isEmpty();
    return state.sources();
  }

  private static Connection server(List<String> columns, List<List<@Nullable String>> rows) {
    int[] at = {-1};
    ResultSetMetaData meta =
        fake(
            ResultSetMetaData.class,
            (proxy, method, values) ->
                method.getName().equals("getColumnCount")
                    ? Integer.valueOf(columns.size())
                    : columns.get((Integer) values[0] - 1));
    ResultSet answer =
        fake(
            ResultSet.class,
            (proxy, method, values) ->
                switch (method.getName()) {
                  case "next" -> ++at[0] < rows.size();
                  case "getMetaData" -> meta;
                  case "getString" -> rows.get(at[0]).get((Integer) values[0] - 1);
                  case "close" -> null;
                  default -> throw new AssertionError(method);
                });
    Statement statement =
        fake(
            Statement.class,
            (proxy, method, values) -> method.getName().equals("executeQuery") ? answer : null);
    return fake(Connection.class, (proxy, method, values) -> statement);
  }

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ReplicaStateTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
