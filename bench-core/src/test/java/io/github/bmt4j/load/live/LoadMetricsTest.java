package io.github.bmt4j.load.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement.StatementLatencies;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.load.run.LoadInterval;
import io.github.bmt4j.load.run.RunFiguresTest;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Stopwatch;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadMetricsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String OPERATIONS = "bmt_operations_total";
  private static final String DURATION = "bmt_transaction_duration_seconds";
  private static final String PAYMENT = "kind=payment";
  private static final String POOL = "db_client_connection_pool_name=bmt";

  @AutoClose private final LoadMetrics metrics = LoadMetrics.open("0", Events.NONE);

  @Test
  void theTextHasTheCountsOfTheLoad() throws IOException {
    assertThat(read(metrics.url())).isEmpty();
    begin(null);
    assertThat(value("bmt_threads")).isEqualTo(4);
    assertThat(value("bmt_measuring")).isZero();

    interval(true, 100, List.of());
    interval(false, 1_000, List.of(deadlocks(3)));
    interval(
        false,
        1_000,
        List.of(deadlocks(5), new ErrorLog.Line(ErrorPhase.CONNECT, 0, "08S01", "", 1, 0, "gone")));

    assertThat(value(OPERATIONS, PAYMENT, "outcome=ok")).isEqualTo(2_000);
    assertThat(value(OPERATIONS, "phase=warmup", "outcome=ok")).isEqualTo(100);
    assertThat(value(OPERATIONS, PAYMENT, "outcome=failed")).isEqualTo(2);
    assertThat(value(OPERATIONS, PAYMENT, "outcome=unknown")).isZero();
    assertThat(value("bmt_errors_total", PAYMENT)).isEqualTo(2);
    assertThat(value("bmt_retries_total", PAYMENT)).isEqualTo(4);
    assertThat(value("bmt_rollbacks_total", PAYMENT)).isZero();
    assertThat(value("bmt_reconnects_total", PAYMENT)).isEqualTo(6);
    assertThat(value("bmt_statements_total", PAYMENT, "type=read")).isEqualTo(10_000);
    assertThat(value("bmt_statements_total", PAYMENT, "type=write")).isEqualTo(4_000);
    assertThat(value("bmt_statements_total", PAYMENT, "type=other")).isEqualTo(2_000);
    String byCode = "bmt_errors_by_code_total";
    assertThat(value(byCode, "db_response_status_code=1213", "during=statement", "sqlstate=40001"))
        .isEqualTo(5);
    assertThat(value(byCode, "db_response_status_code=08S01", "during=connect")).isEqualTo(1);
    assertThat(value("bmt_measuring")).isEqualTo(1);
    assertThat(value("bmt_backlog")).isEqualTo(7);
    assertThat(value("bmt_under_way")).isEqualTo(3);
    assertThat(read(metrics.url()))
        .contains(
            "# TYPE bmt_operations_total counter",
            "# HELP bmt_operations_total Operations by outcome",
            "# TYPE bmt_transaction_duration_seconds histogram",
            "# TYPE bmt_backlog gauge")
        .doesNotContain("db_client_");
  }

  @Test
  void everySeriesNamesRunWorkloadAndServerAsOpenTelemetryDoes() throws IOException {
    begin(null);
    interval(false, 1, List.of());

    assertThat(read(metrics.url()).lines().filter(line -> !line.startsWith("#")))
        .hasSizeGreaterThan(20)
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains("run=\"0a1b2c3d\"", "workload=\"oltp_read_write\"")
                    .contains("server=\"MariaDB 11.4.5-MariaDB\"", "db_system_name=\"mariadb\"")
                    .contains("db_namespace=\"bmt\"", "server_address=\"127.0.0.1\"")
                    .contains("server_port=\"33713\""));
  }

  /** A time that is a bound is in its bucket; histograms know times to three digits. */
  @Test
  void timesAreInTheBucketsThatPrometheusCountsThemIn() throws IOException {
    begin(null);
    for (int second = 0; second < 2; second++) {
      Latencies latencies = new Latencies();
      for (long micros :
          List.of(0, 99, 100, 101, 1_000, 1_002, 9_999_000, 10_000_000, 70_000_000)) {
        latencies.response().recordValue(1_000 * micros);
      }
      interval(false, Counts.ZERO, latencies, List.of(), List.of());
    }

    String bucket = DURATION + "_bucket";
    assertThat(value(bucket, "le=1.0E-4")).isEqualTo(6);
    assertThat(value(bucket, "le=2.0E-4")).isEqualTo(8);
    assertThat(value(bucket, "le=5.0E-4")).isEqualTo(8);
    assertThat(value(bucket, "le=0.001")).isEqualTo(10);
    assertThat(value(bucket, "le=0.002")).isEqualTo(12);
    assertThat(value(bucket, "le=5.0")).isEqualTo(12);
    assertThat(value(bucket, "le=10.0")).isEqualTo(16);
    assertThat(value(bucket, "le=+Inf")).isEqualTo(18);
    assertThat(value(DURATION + "_count")).isEqualTo(18);
    assertThat(value(DURATION + "_sum")).isCloseTo(2 * 90.001302, withinPercentage(0.05));
  }

  @Test
  void statementsAndWaitsForThePoolHaveOpenTelemetrysNames() throws IOException {
    begin(3);
    assertThat(value("db_client_connection_max", POOL)).isEqualTo(3);
    for (int second = 0; second < 2; second++) {
      Latencies latencies = new Latencies();
      latencies.borrow().recordValue(3_000_000);
      Histogram times = new Histogram(3);
      times.recordValueWithCount(600_000, 5);
      interval(
          false,
          Counts.from(Map.of(Counter.UNBORROWED, 2L)),
          latencies,
          List.of(new StatementLatencies("commit", Stopwatch.Kind.OTHER, times)),
          List.of());
    }

    assertThat(value("db_client_connection_timeouts_total", POOL)).isEqualTo(4);
    String wait = "db_client_connection_wait_time_seconds";
    assertThat(value(wait + "_bucket", POOL, "le=0.002")).isZero();
    assertThat(value(wait + "_bucket", POOL, "le=0.005")).isEqualTo(2);
    assertThat(value(wait + "_sum", POOL)).isCloseTo(0.006, withinPercentage(0.05));
    String statement = "db_client_operation_duration_seconds";
    assertThat(value(statement + "_count", "db_query_summary=commit")).isEqualTo(10);
    assertThat(value(statement + "_bucket", "db_query_summary=commit", "le=5.0E-4")).isZero();
    assertThat(value(statement + "_bucket", "db_query_summary=commit", "le=0.001")).isEqualTo(10);
  }

  @Test
  void operationsThatNeverStartedAndThoseThatAreStuckAreKnownAtTheEnd() throws IOException {
    begin(null);
    interval(false, 1_000, List.of());
    assertThat(read(metrics.url())).doesNotContain("unserved", "stuck");

    metrics.ended(RunFiguresTest.measured(1));

    assertThat(value(OPERATIONS, "outcome=unserved")).isEqualTo(6);
    assertThat(value(OPERATIONS, "outcome=stuck")).isEqualTo(4);
  }

  @Test
  void theNextLoadOfASweepBeginsAtZero() throws IOException {
    begin(null);
    interval(false, 1_000, List.of(deadlocks(3)));
    begin(null);

    assertThat(read(metrics.url())).doesNotContain("1213", "1000.0").contains("bmt_threads{");
    interval(false, 10, List.of());
    assertThat(value(OPERATIONS, "outcome=ok")).isEqualTo(10);
  }

  @Test
  void errorsOfSeveralStatementsWithTheSameCodeAddUp() throws IOException {
    begin(null);
    interval(false, 1_000, List.of(deadlocks(50), deadlocks(20)));
    interval(false, 1_000, List.of(deadlocks(100), deadlocks(60)));

    assertThat(value("bmt_errors_by_code_total")).isEqualTo(160);
  }

  /** More of them than are answered at once. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void readersThatHangHoldUpNeitherTheLoadNorItsEndNorForLongOneAnother() throws IOException {
    begin(null);
    URL url = URI.create(metrics.url()).toURL();
    List<Socket> hanging = new ArrayList<>();
    try {
      for (int i = 0; i < 6; i++) {
        Socket socket = new Socket(url.getHost(), url.getPort());
        hanging.add(socket);
        socket.getOutputStream().write("GET /metr".getBytes(US_ASCII));
      }
      long begin = System.nanoTime();
      interval(false, 1_000, List.of());
      assertThat(System.nanoTime() - begin).isLessThan(SECOND);
      assertThat(value(OPERATIONS, "outcome=ok")).isEqualTo(1_000);

      hanging.add(new Socket(url.getHost(), url.getPort()));
      begin = System.nanoTime();
      metrics.close();
      assertThat(System.nanoTime() - begin).isLessThan(SECOND);
    } finally {
      for (Socket socket : hanging) {
        socket.close();
      }
    }
    LoadMetrics.open(Integer.toString(url.getPort()), Events.NONE).close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nope | give a port, 0 to 65535, or <host>:<port>",
        "70000 | give a port, 0 to 65535, or <host>:<port>",
        "host.invalid:9400 | unknown host host.invalid"
      })
  void whatIsNoAddressIsRefused(String address, String why) {
    assertThatThrownBy(() -> LoadMetrics.open(address, Events.NONE))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--metrics-port=" + address + ": " + why);
  }

  private void begin(@Nullable Integer poolSize) {
    RunResult sample = SampleResult.closedLoop();
    Path folder = Path.of("runs", "20261123T010512Z-oltp_read_write-0a1b2c3d");
    metrics.started(new Events.Started(sample.scenario(), sample.environment(), ""), folder);
    metrics.begun(Made.like(sample.scenario()).set("poolSize", poolSize).record(), true);
  }

  /** One in which each operation took 2 ms and 8 statements, and one failed. */
  private void interval(boolean warmup, int transactions, List<ErrorLog.Line> errors) {
    Latencies latencies = new Latencies();
    WorkerRecorder recorder = new WorkerRecorder(true);
    StatementCounts statements = new StatementCounts();
    for (int i = 0; i < transactions; i++) {
      for (int k = 0; k < 5; k++) {
        statements.read();
      }
      statements.changed(1);
      statements.changed(1);
      statements.other();
      recorder.begin(true);
      recorder.end(Outcome.OK, 0, 0, 2_000_000, statements);
      latencies.response().recordValue(2_000_000);
    }
    recorder.begin(true);
    recorder.error();
    recorder.retry();
    recorder.retry();
    recorder.reconnect();
    recorder.reconnect();
    recorder.reconnect();
    recorder.end(Outcome.FAILED, 0, 0, 1_000, statements);
    Counts counts = recorder.measuredCounts();
    KindMeasurement payment = new KindMeasurement("payment", counts, latencies.response());
    KindMeasurement[] kinds = warmup ? new KindMeasurement[0] : new KindMeasurement[] {payment};
    interval(warmup, counts, latencies, List.of(), errors, kinds);
  }

  private void interval(
      boolean warmup,
      Counts counts,
      Latencies latencies,
      List<StatementLatencies> statements,
      List<ErrorLog.Line> errors,
      KindMeasurement... kinds) {
    Interval interval =
        new Interval(
            warmup ? -SECOND : 0,
            warmup ? 0 : SECOND,
            warmup,
            counts,
            latencies,
            List.of(kinds),
            statements,
            new Interval.End(7, 3, 0, errors));
    metrics.interval(new LoadInterval(SampleResult.closedLoop().intervals().get(0), interval));
  }

  /** The value of the only line with these labels. */
  private double value(String name, String... labels) throws IOException {
    List<String> written =
        Stream.of(labels).map(label -> label.replaceFirst("=(.*)", "=\"$1\"")).toList();
    List<String> lines =
        read(metrics.url())
            .lines()
            .filter(line -> line.startsWith(name + "{"))
            .filter(line -> written.stream().allMatch(line::contains))
            .toList();
    assertThat(lines).as(name + written).hasSize(1);
    return Double.parseDouble(lines.get(0).replaceFirst(".*} ", ""));
  }

  private static ErrorLog.Line deadlocks(long count) {
    return new ErrorLog.Line(ErrorPhase.STATEMENT, 1213, "40001", "", count, count, "Deadlock");
  }

  private static String read(String url) throws IOException {
    try (var stream = URI.create(url).toURL().openStream()) {
      return new String(stream.readAllBytes(), US_ASCII);
    }
  }
}
