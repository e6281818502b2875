package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.Totals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is counted is what was sent: the server's own counters say so. */
@Tag("extended")
class StatementCountsIT {
  private static final List<String> SHORT =
      List.of("--threads=2", "--warmup=0", "--table-size=2000", "--rand-type=uniform");

  /** Enough to count, and for one worker to meet the other. */
  private static final int EVENTS = 300;

  static Stream<String> workloads() {
    return Shape.SYSBENCH.keySet().stream().sorted();
  }

  /** On MySQL, what follows sends every kind of statement. */
  @ParameterizedTest
  @MethodSource("workloads")
  void workloadSendsWhatSysbenchSends(String workload) {
    String tables = "--tables=" + (workload.startsWith("select_random") ? "1" : "4");
    if (List.of("oltp_point_select", "oltp_read_write").contains(workload)) {
      Ended ended = ended(Servers.EMBEDDED.database(), workload, tables, "--time=1");
      Shape.SYSBENCH.get(workload).check(ended.result());
      checkIntervals(ended);
    } else {
      Shape.SYSBENCH.get(workload).check(run(Servers.EMBEDDED, workload, tables));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void bulkInsertSendsLongInserts(Servers server) {
    Database database = server.database();
    Ended ended = ended(database, "bulk_insert", "--time=1");
    RunResult result = ended.result();
    assertThat(Shape.server(result, "Com_insert")).isEqualTo(result.totals().writes());
    // Each worker looks once what its table holds.
    assertThat(Shape.server(result, "Com_select")).isEqualTo(result.totals().reads()).isEqualTo(2);
    Shape.checkCounters(result);
    long rows =
        database.number("SELECT COUNT(*) FROM sbtest1")
            + database.number("SELECT COUNT(*) FROM sbtest2");
    assertThat(rows).isEqualTo(result.totals().transactions());
    checkIntervals(ended);
  }

  @Test
  void bulkInsertSendsTheRowsThatFillNoPacket() {
    Database database = Servers.EMBEDDED.database();
    RunResult result = run(database, "bulk_insert", "--time=1", "--rate=300");
    assertThat(result.totals().transactions()).isPositive();
    assertThat(
            database.number("SELECT COUNT(*) FROM sbtest1")
                + database.number("SELECT COUNT(*) FROM sbtest2"))
        .isEqualTo(result.totals().transactions());
    assertThat(result.totals().writes()).isEqualTo(2);
    Shape.checkCounters(result);
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "LOCAL", "CONTAINER"})
  void serverThatBmtStartsConfirmsTheCounts(Servers server) {
    Ended run =
        Bmt.command()
            .run(server.started("run", "oltp_read_write", "--threads=2", "--warmup=1", "--time=1"));
    RunResult result = run.counts();
    // Over warm-up and measurement, so more than the measurement's own.
    assertThat(result.server().counted()).isGreaterThan(result.totals().queries());
    assertThat(result.server().statements())
        .isGreaterThanOrEqualTo(result.server().counted())
        .isLessThan(result.server().counted() + 100);
    assertThat(result.environment().tls()).isEqualTo("off");
    if (server != Servers.CONTAINER || Files.isDirectory(Path.of("/proc"))) {
      assertThat(result.serverSeries().processors())
          .as("CPU of the server's process")
          .isBetween(0.01, (double) Runtime.getRuntime().availableProcessors());
    }
    assertThat(run.out().contains("\nINVALID")).isEqualTo(run.code() == 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void sendsStatementsAsTextWhenTold(Servers server) {
    RunResult result = run(server, "oltp_read_write", "--db-ps-mode=disable");
    Shape.SYSBENCH.get("oltp_read_write").check(result);
    assertThat(Shape.server(result, "Com_stmt_execute")).isZero();
    assertThat(Shape.server(result, "Com_stmt_prepare")).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Servers.class,
      names = {"EMBEDDED", "MYSQL"})
  void preparesNothingOnceTheLoadHasBegun(Servers server) {
    RunResult pooled = run(server, "oltp_read_write");
    RunResult plain = run(server, "oltp_read_write", "--pool=none");
    // Of the 20 statements MySQL prepares all but BEGIN.
    int prepared = server == Servers.MYSQL ? 19 : 20;
    for (RunResult result : List.of(pooled, plain)) {
      Shape.SYSBENCH.get("oltp_read_write").check(result);
      assertThat(Shape.server(result, "Com_stmt_prepare")).isZero();
      assertThat(Shape.server(result, "Com_stmt_execute"))
          .isBetween(
              prepared * result.totals().transactions(),
              prepared * (result.totals().transactions() + result.totals().errors()));
    }
  }

  private static RunResult run(Servers server, String workload, String... more) {
    List<String> words = new ArrayList<>(List.of(more));
    if (words.stream().noneMatch(word -> word.startsWith("--time="))) {
      words.addAll(List.of("--time=0", "--events=" + EVENTS));
    }
    return run(server.database(), workload, words.toArray(String[]::new));
  }

  private static RunResult run(Database database, String workload, String... more) {
    return ended(database, workload, more).result();
  }

  private static Ended ended(Database database, String workload, String... more) {
    List<String> words = new ArrayList<>(List.of("run", workload));
    boolean bulk = workload.equals("bulk_insert");
    SHORT.stream().filter(w -> !bulk || !w.startsWith("--table-size")).forEach(words::add);
    words.addAll(List.of(more));
    return database.command().run(words.toArray(String[]::new)).measured();
  }

  private static void checkIntervals(Ended ended) {
    RunResult result = ended.result();
    Totals totals = result.totals();
    List<IntervalResult> intervals = result.intervals();
    assertThat(intervals.stream().mapToLong(IntervalResult::transactions).sum())
        .isEqualTo(totals.transactions());
    assertThat(intervals.stream().mapToLong(IntervalResult::errors).sum())
        .isEqualTo(totals.errors());
    addUpTo(totals.queries(), sum(result, IntervalResult::qps));
    addUpTo(totals.reads(), sum(result, IntervalResult::readsPerSecond));
    addUpTo(totals.writes(), sum(result, IntervalResult::writesPerSecond));
    addUpTo(totals.others(), sum(result, IntervalResult::othersPerSecond));
    assertThat(intervals.get(0).fromSeconds()).isZero();
    assertThat(totals.elapsedSeconds()).isBetween(0.9, ended.took().toMillis() / 1e3);
    assertThat(result.throughput().tps())
        .isCloseTo(totals.transactions() / totals.elapsedSeconds(), withinPercentage(0.1));
    assertThat(result.latency().response().count()).isEqualTo(totals.transactions());
    assertThat(result.latency().service().count()).isEqualTo(totals.transactions());
  }

  /** Rates and moments are rounded. */
  private static void addUpTo(long total, double sum) {
    assertThat(sum).isCloseTo((double) total, within(1 + total / 1000.0));
  }

  /** What a rate of every interval amounts to. */
  private static double sum(RunResult result, ToDoubleFunction<IntervalResult> rate) {
    return result.intervals().stream()
        .mapToDouble(i -> rate.applyAsDouble(i) * (i.toSeconds() - i.fromSeconds()))
        .sum();
  }
}
