package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.workload.Consume;
import io.github.bmt4j.workload.RowReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client does beside sending statements: reading their answers, and timing each. */
class ClientWorkIT {
  @ParameterizedTest
  @ValueSource(strings = {"none", "hikari"})
  void statementsArePreparedBeforeTheLoadBegins(String pool) {
    Database database = Servers.LOCAL.database();
    Ended ended =
        database
            .command()
            .run(
                "run",
                "oltp_read_write",
                "--tables=3",
                "--table-size=100",
                "--threads=2",
                "--pool=" + pool,
                "--warmup=0",
                "--time=0",
                "--events=200")
            .measured();
    Map<String, Long> counters = Objects.requireNonNull(ended.result().server()).counters();
    assertThat(counters).containsKey("Com_stmt_execute");
    assertThat(counters.getOrDefault("Com_stmt_prepare", 0L)).isZero();
  }

  private static final double SLEEP_MILLIS = 50;

  private final Database database = Servers.LOCAL.database();

  @Test
  void everyValueOfEveryRowIsRead() throws SQLException {
    database.command().run("prepare", "oltp_read_write", "--table-size=500").exits(0);
    long texts =
        database.number("SELECT SUM(1000 * CHAR_LENGTH(c) + ASCII(RIGHT(c, 1))) FROM sbtest1");
    long numbers = database.number("SELECT SUM(id + k) FROM sbtest1");
    long ids = database.number("SELECT SUM(id) FROM sbtest1");

    String sql = "SELECT id, k, c FROM sbtest1 WHERE id > ?";
    assertThat(sum(sql, Consume.ALL)).isEqualTo(numbers + texts);
    assertThat(sum(sql, Consume.FIRST_COLUMN)).isEqualTo(ids);
    assertThat(sum(sql, Consume.NONE)).isZero();
  }

  @Test
  void aRunThatReadsItsRowsSaysSoAndCountsTheSame() {
    RunResult result =
        database.command().run(run("oltp_read_write", "--consume=all", "--events=50")).counts();

    assertThat(result.scenario().client().consume()).isEqualTo("all");
    assertThat(result.totals().reads()).isEqualTo(50 * 14L);
    assertThat(result.statements()).isNull();
  }

  @Test
  void aSlowStatementShowsUnderItsNameAndAllStatementsAreThere() {
    database.command().run("prepare", "oltp_read_write", "--table-size=500").exits(0);
    database.execute(
        "CREATE TRIGGER slow BEFORE DELETE ON sbtest1 FOR EACH ROW DO SLEEP("
            + SLEEP_MILLIS / 1000
            + ")");

    Ended ended = database.command().run(run("oltp_read_write", "--by-statement", "--events=30"));
    RunResult result = ended.counts();
    Map<String, StatementTimes> times =
        Objects.requireNonNull(result.statements()).stream()
            .collect(Collectors.toMap(StatementTimes::statement, Function.identity()));

    long count = times.values().stream().mapToLong(one -> one.service().count()).sum();
    assertThat(count).isEqualTo(result.totals().queries());
    assertThat(Objects.requireNonNull(times.get("point-select")).service().count()).isEqualTo(300);
    assertThat(Objects.requireNonNull(Objects.requireNonNull(times.get("delete")).service().min()))
        .isGreaterThan(SLEEP_MILLIS * 0.99);
    times.forEach(
        (name, one) -> {
          if (!name.equals("delete")) {
            assertThat(Objects.requireNonNull(one.service().min()))
                .as(name)
                .isLessThan(SLEEP_MILLIS);
          }
        });
    double inStatements =
        times.values().stream()
            .mapToDouble(
                one -> one.service().count() * Objects.requireNonNull(one.service().mean()))
            .sum();
    double inTransactions = 1000 * Objects.requireNonNull(result.fairness()).timeMeanSeconds();
    assertThat(inStatements)
        .isGreaterThan(30 * SLEEP_MILLIS)
        .isLessThanOrEqualTo(1.002 * inTransactions);
    assertThat(ended.out()).contains("by statement").contains("distinct-range");
  }

  private static String[] run(String workload, String... more) {
    return Stream.concat(
            Stream.of("run", workload, "--table-size=500", "--time=0", "--warmup=0"),
            Arrays.stream(more))
        .toArray(String[]::new);
  }

  private long sum(String sql, Consume consume) throws SQLException {
    RowReader reader = new RowReader(consume);
    try (Connection connection = database.connect();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, 0);
      try (ResultSet rows = select.executeQuery()) {
        reader.read(rows, RowReader.Column.NUMBER, RowReader.Column.NUMBER, RowReader.Column.TEXT);
      }
    }
    return reader.sum();
  }
}
