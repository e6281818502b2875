package io.github.bmt4j.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.workload.Table;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blocks as transactions, over a connection that writes down what it is asked for. */
class FillerTest {
  private static final String REST_OF_ROW = ",'" + "x".repeat(100) + "')";

  private final List<String> log = new ArrayList<>();
  private boolean stopInSecondBlock;
  private boolean stopped;

  @Test
  void aBlockIsCommittedWhole() throws SQLException {
    fill(40_000);

    assertThat(log).endsWith("insert", "commit").doesNotContain("rollback");
    assertThat(log.stream().filter("commit"::equals)).hasSize(2);
    // 100 characters a row, 512 KiB a statement.
    assertThat(log.indexOf("commit")).isGreaterThan(3);
  }

  @Test
  void aBlockThatIsStoppedInTheMiddleIsRolledBack() throws SQLException {
    stopInSecondBlock = true;
    fill(60_000);

    assertThat(log).containsOnlyOnce("commit").endsWith("commit", "insert", "rollback");
  }

  private void fill(long rows) throws SQLException {
    Table table =
        new Table(
            "t",
            "CREATE TABLE t (id INT PRIMARY KEY, c CHAR(100))",
            List.of(),
            rows,
            "id",
            "INSERT INTO t VALUES",
            () -> (sql, number) -> sql.append('(').append(number).append(REST_OF_ROW));
    Connector connector =
        new Connector(
            new Target("t", "jdbc:mariadb://h/d", "u", Secret.of("p"), false), PsMode.AUTO, 1);
    Progress.Step step = Progress.SILENT.begin("", rows, "rows");
    new Filler(connection(), connector, step, () -> !stopped)
        .fill(new ArrayDeque<>(Filler.Range.of(List.of(table), 1, false)));
  }

  private Connection connection() {
    return proxy(
        Connection.class,
        (proxy, method, arguments) -> {
          String name = method.getName();
          if (name.equals("commit") || name.equals("rollback")) {
            log.add(name);
          }
          return switch (name) {
            case "getMetaData" -> metaData();
            case "createStatement" -> statement();
            default -> null;
          };
        });
  }

  private static DatabaseMetaData metaData() {
    return proxy(DatabaseMetaData.class, (proxy, method, arguments) -> "a stub");
  }

  private Statement statement() {
    return proxy(
        Statement.class,
        (proxy, method, arguments) -> {
          if (!method.getName().equals("executeUpdate")) {
            return null;
          }
          stopped = stopInSecondBlock && log.contains("commit");
          log.add("insert");
          return 1;
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
