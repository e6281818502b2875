package io.github.bmt4j.it;

import static io.github.bmt4j.it.Bmt.words;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.load.run.AgentFigures;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.Borrows;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.Totals;
import io.github.bmt4j.server.Listening;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code --metrics-port} as Prometheus uses it: it reads while a run goes on. */
@Execution(ExecutionMode.CONCURRENT)
class MetricsIT {
  private static final int PAUSE_MILLIS = 20;
  private static final String METRICS = "metrics  ";
  private static final String OPERATIONS = "bmt_operations_total";
  private static final String DURATION = "bmt_transaction_duration_seconds";

  private final Database database = Servers.EMBEDDED.database();

  @Test
  void whatIsReadIsWhatIsStored() throws Exception {
    String address;
    List<String> texts = new ArrayList<>();
    try (Running run =
        database
            .command()
            .start(
                words(
                    "run oltp_read_write --table-size=1000 --rate=100 --threads=1 --warmup=1"
                        + " --time=2 --metrics-port=0"))) {
      address = address(run);
      Listening.onlyOnLoopback(run.processes());
      while (run.isAlive()) {
        try {
          texts.add(read(address));
        } catch (IOException e) {
          // It ends.
        }
        Thread.sleep(PAUSE_MILLIS);
      }
      RunResult result = run.await().result();
      String last = texts.get(texts.size() - 1);
      Exported exported = Exported.parse(last);
      long transactions = exported.measured(OPERATIONS, "outcome", "ok");
      List<IntervalResult> intervals = result.intervals();
      assertThat(transactions).isPositive();
      assertThat(
              LongStream.range(1, intervals.size() + 1)
                  .map(n -> sum(intervals.subList(0, (int) n))))
          .as(last)
          .contains(transactions);
      assertThat(exported.measured("bmt_statements_total", "type", "other"))
          .as("BEGIN and COMMIT")
          .isEqualTo(2 * transactions);
      assertThat(last)
          .contains("run=\"" + result.id() + "\"", "bmt_measuring{", "workload=\"oltp_read_write\"")
          .contains("db_system_name=\"mariadb\"", "db_namespace=\"" + database.name() + "\"")
          .doesNotContain("password");
      assertThat(texts.stream().filter(text -> !text.isEmpty()).distinct()).hasSizeGreaterThan(2);
    }
    assertThatThrownBy(() -> read(address)).isInstanceOf(ConnectException.class);
  }

  /** The command waits for the reader of what it exports after the load. */
  @Test
  void theCountsOfAllAgentsAreThoseOfTheResultAndTheDashboardFindsThem() throws Exception {
    database.execute(
        "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT NOT NULL)",
        "INSERT INTO accounts VALUES (1, 0), (2, 0), (3, 0), (4, 0)");
    Path folder = Bmt.newFolder("metrics");
    Path seen = folder.resolve("seen");
    Path pay = folder.resolve("pay.sql");
    Files.writeString(
        pay,
        """
        \\set id random(1, 4)
        UPDATE accounts SET balance = balance + 1 WHERE id = :id;
        SELECT balance FROM accounts WHERE id = :id;
        """);
    Path clash = folder.resolve("clash.sql");
    Files.writeString(clash, "INSERT INTO accounts VALUES (1, 0);\n");
    List<String> command =
        new ArrayList<>(
            List.of(
                words(
                    "run %s@3 %s --threads=4 --pool-size=2 --rate=200 --by-statement"
                        + " --agent=local:2 --warmup=1 --time=2 --metrics-port=0",
                    pay, clash)));
    command.add("--sample-command=until [ -e " + seen + " ]; do sleep 0.05; done; echo seen 1");
    try (Running running = database.command().start(command.toArray(String[]::new))) {
      String address = address(running);
      Await.until(
          "the load has ended", () -> readIfThere(address).contains("outcome=\"unserved\""));
      Exported exported = Exported.parse(read(address));
      Files.createFile(seen);
      RunResult result = running.await().result();

      isOf(result, exported);
      List<AgentFigures> agents = Objects.requireNonNull(result.agents());
      assertThat(agents).hasSize(2).allMatch(agent -> agent.transactions() > 0);
      assertThat(exported.measured(OPERATIONS, "outcome", "ok"))
          .isEqualTo(agents.stream().mapToLong(AgentFigures::transactions).sum());
      Dashboard.read().finds(exported);
    }
  }

  private static void isOf(RunResult result, Exported exported) {
    Totals totals = result.totals();
    assertThat(totals.failed()).as("of clash.sql").isPositive();
    assertThat(exported.measured(OPERATIONS, "outcome", "ok")).isEqualTo(totals.transactions());
    assertThat(exported.measured(OPERATIONS, "outcome", "failed")).isEqualTo(totals.failed());
    assertThat(exported.measured(OPERATIONS, "outcome", "unknown")).isEqualTo(totals.unknown());
    assertThat(exported.measured(OPERATIONS)).as("of any outcome").isEqualTo(totals.arrivals());
    assertThat(exported.measured("bmt_statements_total", "type", "read")).isEqualTo(totals.reads());
    assertThat(exported.measured("bmt_statements_total", "type", "write"))
        .isEqualTo(totals.writes());
    assertThat(exported.measured("bmt_statements_total", "type", "other"))
        .isEqualTo(totals.others());
    assertThat(exported.measured("bmt_errors_total")).isEqualTo(totals.errors());
    assertThat(exported.measured("bmt_errors_by_code_total", "db_response_status_code", "1062"))
        .isEqualTo(totals.errors());
    assertThat(exported.measured("bmt_retries_total")).isEqualTo(totals.retries());
    assertThat(exported.measured("bmt_reconnects_total")).isEqualTo(totals.reconnects());
    assertThat(Objects.requireNonNull(result.kinds()))
        .hasSize(2)
        .allSatisfy(
            kind ->
                assertThat(exported.measured(DURATION + "_count", "kind", kind.kind()))
                    .isEqualTo(kind.transactions()));
    assertThat(exported.sum(DURATION + "_sum", "phase", "measure") / totals.transactions())
        .isCloseTo(Objects.requireNonNull(result.latency().response().mean()) / 1e3, within(1e-6));
    assertThat(Objects.requireNonNull(result.statements()))
        .hasSize(3)
        .allSatisfy(
            one ->
                assertThat(
                        exported.measured(
                            "db_client_operation_duration_seconds_count",
                            "db_query_summary",
                            one.statement()))
                    .isEqualTo(one.service().count()));
    Borrows borrows = Objects.requireNonNull(result.latency().borrow());
    assertThat(exported.measured("db_client_connection_wait_time_seconds_count"))
        .isEqualTo(borrows.waits().count());
    assertThat(exported.measured("db_client_connection_timeouts_total"))
        .isEqualTo(borrows.timeouts());
  }

  private static String address(Running run) {
    return run.awaitMessage(METRICS + "http://127\\.0\\.0\\.1:\\d+/metrics")
        .substring(METRICS.length());
  }

  private static long sum(List<IntervalResult> intervals) {
    return intervals.stream().mapToLong(IntervalResult::transactions).sum();
  }

  private static String readIfThere(String address) {
    try {
      return read(address);
    } catch (IOException e) {
      throw new AssertionError("it ended before the test had read all", e);
    }
  }

  private static String read(String address) throws IOException {
    try (var stream = URI.create(address).toURL().openStream()) {
      return new String(stream.readAllBytes(), UTF_8);
    }
  }
}
