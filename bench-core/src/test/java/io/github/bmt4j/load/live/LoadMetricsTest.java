package io.github.bmt4j.load.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.ErrorLog;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.KindMeasurement;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.WorkerRecorder;
import io.github.bmt4j.load.run.LoadInterval;
import io.github.bmt4j.load.run.RunFiguresTest;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.workload.StatementCounts;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadMetricsTest {
  private static final long SECOND = 1_000_000_000L;

  @AutoClose private final LoadMetrics metrics = LoadMetrics.open("0", Events.NONE);

  @Test
  void theTextHasTheFiguresOfTheLoad() throws IOException {
    assertThat(read(metrics.url())).isEmpty();
    begin();
    assertThat(read(metrics.url()))
        .contains("bmt_transactions_total{phase=\"measure\",run=", "bmt_threads{run=");

    interval(true, 100, List.of());
    interval(false, 1_000, List.of(deadlocks(3)));
    interval(
        false,
        1_000,
        List.of(deadlocks(5), new ErrorLog.Line(ErrorPhase.CONNECT, 0, "", "", 1, 0, "")));

    String of = "run=\"0a1b2c3d\",server=\"MariaDB 11.4.5-MariaDB\",";
    String work = "workload=\"oltp_read_write\"} ";
    String measure = "phase=\"measure\"," + of;
    assertThat(read(metrics.url()).lines())
        .contains(
            "# TYPE bmt_transactions_total counter",
            "# HELP bmt_transactions_total Operations that ended OK",
            "bmt_transactions_total{" + measure + work + "2000.0",
            "bmt_transactions_total{phase=\"warmup\"," + of + work + "100.0",
            "bmt_failed_total{" + measure + work + "2.0",
            "bmt_unknown_total{" + measure + work + "0.0",
            "bmt_unserved_total{" + measure + work + "0.0",
            "bmt_errors_total{" + measure + work + "2.0",
            "bmt_retries_total{" + measure + work + "4.0",
            "bmt_reconnects_total{" + measure + work + "6.0",
            "bmt_statements_total{kind=\"read\"," + measure + work + "10000.0",
            "bmt_statements_total{kind=\"write\"," + measure + work + "4000.0",
            "bmt_statements_total{kind=\"other\"," + measure + work + "2000.0",
            "bmt_response_seconds_total{" + measure + work + "4.0",
            "bmt_errors_by_code_total{code=\"1213\",during=\"statement\","
                + measure
                + "sqlstate=\"40001\","
                + work
                + "5.0",
            "bmt_errors_by_code_total{code=\"0\",during=\"connect\","
                + measure
                + "sqlstate=\"\","
                + work
                + "1.0",
            "# TYPE bmt_interval_response_seconds gauge",
            "bmt_threads{" + of + work + "4.0",
            "bmt_measuring{" + of + work + "1.0",
            "bmt_interval_seconds{" + of + work + "1.0",
            "bmt_backlog{" + of + work + "7.0",
            "bmt_interval_response_seconds{quantile=\"0.95\"," + of + work + "0.0020009",
            "bmt_interval_response_seconds{quantile=\"0.999\"," + of + work + "NaN",
            "bmt_run_response_seconds{quantile=\"0.99\"," + of + work + "0.0020009",
            "bmt_kind_transactions_total{kind=\"payment\"," + measure + work + "2000.0",
            "bmt_kind_rollbacks_total{kind=\"payment\"," + measure + work + "0.0",
            "bmt_kind_failed_total{kind=\"payment\"," + measure + work + "2.0",
            "bmt_kind_retries_total{kind=\"payment\"," + measure + work + "4.0",
            "bmt_kind_response_seconds_total{kind=\"payment\"," + measure + work + "4.0",
            "bmt_kind_interval_response_seconds{kind=\"payment\",quantile=\"0.95\","
                + of
                + work
                + "0.0020009");
  }

  @Test
  void operationsThatNeverStartedAndThoseThatAreStuckAreTheSlowestAtTheEnd() throws IOException {
    begin();
    interval(false, 1_000, List.of());
    String of = "run=\"0a1b2c3d\",server=\"MariaDB 11.4.5-MariaDB\",workload=\"oltp_read_write\"} ";
    String p99 = "bmt_run_response_seconds{quantile=\"0.99\"," + of;
    assertThat(read(metrics.url()).lines()).contains(p99 + "0.0020009");

    metrics.ended(RunFiguresTest.measured(1));

    assertThat(read(metrics.url()).lines()).contains(p99 + "NaN");
  }

  @Test
  void theNextLoadOfASweepBeginsAtZero() throws IOException {
    begin();
    interval(false, 1_000, List.of(deadlocks(3)));
    begin();

    assertThat(read(metrics.url()))
        .doesNotContain("1213", "1000.0")
        .contains("bmt_transactions_total{phase=\"measure\"");
  }

  @Test
  void errorsOfSeveralStatementsWithTheSameCodeAddUp() throws IOException {
    begin();
    interval(false, 1_000, List.of(deadlocks(50), deadlocks(20)));
    interval(false, 1_000, List.of(deadlocks(100), deadlocks(60)));

    assertThat(read(metrics.url()).lines())
        .filteredOn(line -> line.startsWith("bmt_errors_by_code_total{"))
        .singleElement()
        .asString()
        .endsWith("} 160.0");
  }

  /** More of them than are answered at once. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void readersThatHangHoldUpNeitherTheLoadNorItsEndNorForLongOneAnother() throws IOException {
    begin();
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
      assertThat(read(metrics.url())).contains("} 1000.0");

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

  private void begin() {
    RunResult sample = SampleResult.closedLoop();
    Path folder = Path.of("runs", "20261123T010512Z-oltp_read_write-0a1b2c3d");
    metrics.started(new Events.Started(sample.scenario(), sample.environment(), ""), folder);
    metrics.begun(sample.scenario(), true);
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
    Interval interval =
        new Interval(
            warmup ? -SECOND : 0,
            warmup ? 0 : SECOND,
            warmup,
            counts,
            latencies,
            warmup
                ? List.of()
                : List.of(new KindMeasurement("payment", counts, latencies.response())),
            new Interval.End(7, 0, 0, errors));
    metrics.interval(new LoadInterval(SampleResult.closedLoop().intervals().get(0), interval));
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
