package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.TracedWrite;
import io.github.bmt4j.outcome.Outcome;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AuditedLoadTest {
  private static final int COMMITS = 10;

  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger commits = new AtomicInteger();

  @Test
  void aWriteAtWhoseCommitTheDriverFailsIsUnknownAndItsConnectionIsNotUsedAgain()
      throws InterruptedException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(fake(DataSource.class, this::onDataSource));
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      AuditedLoad load = AuditedLoad.start(new AuditPlan("tpcc", 1, 1), pool, Clock.SYSTEM);
      ProbedServer.await(() -> commits.get() >= COMMITS);
      List<TracedWrite> writes = load.stop(Clock.SYSTEM.nanoTime());

      assertThat(writes)
          .hasSizeGreaterThan(1)
          .allMatch(write -> write.outcome() == Outcome.UNKNOWN)
          .allMatch(write -> write.place().startsWith("set 1, w 1, d "));
      assertThat(opened).hasValueGreaterThanOrEqualTo(COMMITS);
    }
  }

  private @Nullable Object onDataSource(Method method, Object @Nullable [] arguments) {
    if (!method.getName().equals("getConnection")) {
      return null;
    }
    opened.incrementAndGet();
    return fake(Connection.class, this::onConnection);
  }

  private @Nullable Object onConnection(Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "prepareStatement" ->
          statement(PreparedStatement.class, (String) Objects.requireNonNull(arguments)[0]);
      case "createStatement" -> statement(Statement.class, "");
      default -> null;
    };
  }

  private <T extends Statement> T statement(Class<T> type, String sql) {
    return fake(
        type,
        (method, arguments) -> {
          if (method.getName().equals("execute") && sql.equals("COMMIT")) {
            commits.incrementAndGet();
            throw new IllegalStateException("a bug of the driver");
          }
          return method.getName().equals("executeQuery") ? row() : null;
        });
  }

  private static ResultSet row() {
    AtomicInteger left = new AtomicInteger(1);
    return fake(
        ResultSet.class,
        (method, arguments) -> {
          if (method.getName().equals("next")) {
            return left.getAndDecrement() > 0;
          }
          return method.getReturnType() == BigDecimal.class ? BigDecimal.ONE : null;
        });
  }

  private interface Answer {
    @Nullable Object to(Method method, Object @Nullable [] arguments);
  }

  /** Answers as it is told, else with true, 1 or nothing. */
  private static <T> T fake(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" -> self == arguments[0];
                  case "toString" -> type.getSimpleName();
                  default -> {
                    Object told = answer.to(method, arguments);
                    yield told == null ? usual(method.getReturnType()) : told;
                  }
                }));
  }

  private static @Nullable Object usual(Class<?> type) {
    if (type == boolean.class) {
      return true;
    }
    return type == int.class ? 1 : null;
  }
}
