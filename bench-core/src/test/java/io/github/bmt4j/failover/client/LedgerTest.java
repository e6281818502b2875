package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LedgerTest {
  /** Where the driver's connection leads to. */
  private String server = "node1";

  @Test
  void aWriteThatTheDriverRepeatsElsewhereIsThatOfTheServerWhichCommitsIt() {
    ProbeRecorder recorder =
        new ProbeRecorder(ProbeKind.WRITER, new ManualClock(0), Retry.Policy.NONE.within(0), 1_000);
    Attempt attempt = recorder.newAttempt();
    PooledTransaction write =
        new PooledTransaction(
            pool(), ErrorPhase.BORROW, new Ledger("ledger").writing("@@server_id", 40));
    recorder.assign(attempt, 0, 0);
    recorder.begin(attempt, 1, write.first());

    write.attempt(attempt);

    assertThat(recorder.close())
        .extracting(Operation::ok, Operation::server, Operation::newest)
        .containsExactly(tuple(true, "node2", 7L));
  }

  private DataSource pool() {
    Statement statement =
        fake(
            Statement.class,
            (name, arguments) -> {
              if (name.equals("execute")) {
                assertThat(arguments).containsExactly("DO SLEEP(0.04)");
                server = "node2";
              }
              return name.equals("executeQuery") ? row(server) : false;
            });
    PreparedStatement insert = fake(PreparedStatement.class, (name, arguments) -> 1);
    Connection connection =
        fake(
            Connection.class,
            (name, arguments) -> name.equals("createStatement") ? statement : insert);
    return fake(DataSource.class, (name, arguments) -> connection);
  }

  private static ResultSet row(String text) {
    return fake(
        ResultSet.class,
        (name, arguments) ->
            switch (name) {
              case "getString" -> text;
              case "getLong" -> 7L;
              default -> true;
            });
  }

  private interface Answer {
    Object to(String method, Object @Nullable [] arguments);
  }

  private static <T> T fake(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getReturnType() == void.class
                    ? null
                    : answer.to(method.getName(), arguments)));
  }
}
