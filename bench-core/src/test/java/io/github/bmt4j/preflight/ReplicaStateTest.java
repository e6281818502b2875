package io.github.bmt4j.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
      List.of(
          "Slave_IO_State",
          "Master_Host",
          "Slave_IO_Running",
          "Slave_SQL_Running",
          "Master_Server_Id",
          "Gtid_IO_Pos",
          "Seconds_Behind_Master",
          "Last_SQL_Error",
          "Last_IO_Error");
  private static final List<String> NEW =
      List.of(
          "Replica_IO_State",
          "Source_Host",
          "Replica_IO_Running",
          "Replica_SQL_Running",
          "Source_Server_Id",
          "Retrieved_Gtid_Set",
          "Seconds_Behind_Source",
          "Last_SQL_Error",
          "Last_IO_Error");

  @Test
  void aReplicaThatRunsFollowsItsSource() {
    assertThat(sources(OLD, List.of(row("waiting", "a", "Yes", "Yes"))))
        .containsExactly(new Source("a", 7, true, true, "0-1-9", 3L, ""));
    assertThat(sources(NEW, List.of(row("waiting", "a", "Yes", "Yes"))))
        .containsExactly(new Source("a", 7, true, true, "0-1-9", 3L, ""));
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
        .extracting(Source::host, Source::runs)
        .containsExactly(tuple("a", false), tuple("b", false), tuple("c", true));
  }

  @Test
  void oneThatBrokeHasTheServersWords() {
    assertThat(
            sources(
                OLD,
                List.of(
                    Arrays.asList(
                        "", "a", "Yes", "No", "7", "0-1-\n9", null, "Duplicate entry", "gone"))))
        .containsExactly(new Source("a", 7, true, false, "0-1-9", null, "Duplicate entry"));
  }

  @Test
  void aSourceWithoutANameIsNoMistake() {
    assertThat(sources(OLD, List.of(Arrays.asList(new String[9]))))
        .containsExactly(new Source("", 0, false, false, "", null, ""));
  }

  private static List<@Nullable String> row(
      String state, String host, String receives, String applies) {
    return Arrays.asList(state, host, receives, applies, "7", "0-1-9", "3", "", "");
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
