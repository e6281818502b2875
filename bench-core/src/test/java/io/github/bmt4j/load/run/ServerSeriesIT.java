package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.sampling.ServerSeries.Event;
import io.github.bmt4j.sampling.ServerSeries.Line;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The series of a server whose own counters are known. */
@Execution(ExecutionMode.CONCURRENT)
class ServerSeriesIT {
  private static final int THREADS = 2;

  @TempDir Path runs;

  static Stream<Arguments> products() {
    return Stream.of(
        Arguments.of(
            (Supplier<TargetSpec>) ItServers::embedded,
            List.of("performance_schema=ON", "userstat=ON")),
        Arguments.of(
            (Supplier<TargetSpec>) ItServers::local,
            List.of("performance_schema=ON", "userstat=ON")),
        Arguments.of(
            (Supplier<TargetSpec>) ItServers::mysql,
            List.of("performance-schema-consumer-events-statements-cpu=ON")));
  }

  /** On one server, which each part leaves as it was. */
  @ParameterizedTest
  @MethodSource("products")
  void figuresAreThoseOfTheServer(Supplier<TargetSpec> product, List<String> options)
      throws Exception {
    StartOptions start = new StartOptions(ItServers.cache(), null, options);
    try (Server server = ServerRegistry.open(product.get(), start, Progress.SILENT)) {
      totalsAreWhatTheServerCounted(server.target());
      counterResetsAreEvents(server.target());
      whatALoginMayNotReadIsNotTold(server.target());
      withoutASeriesThereIsNoConnection(server.target());
    }
  }

  private void totalsAreWhatTheServerCounted(Target target) throws Exception {
    LoadWatch watch = new LoadWatch();
    RunResult run = run(watch, target, "oltp_insert", 2, null, null);

    ServerSeries.Server series = series(run);
    RunResult.ServerCounts server = Objects.requireNonNull(run.server());
    Map<String, Long> counters = server.counters();
    long counted = server.counted();
    // The server counts the series' own queries, and connections that are closed.
    assertThat(Objects.requireNonNull(line(series, "queries").total()))
        .isBetween((double) counted, (double) counted + series.cost().queries() + THREADS);
    assertThat(Objects.requireNonNull(line(series, "redoBytes").total()))
        .isPositive()
        .isLessThanOrEqualTo(counters.getOrDefault("Innodb_os_log_written", 0L));
    assertThat(Objects.requireNonNull(line(series, "flushes").total()))
        .isPositive()
        .isLessThanOrEqualTo(counters.getOrDefault("Innodb_data_fsyncs", 0L));
    assertThat(line(series, "threadsRunning").mean()).isGreaterThanOrEqualTo(1);
    double process = Objects.requireNonNull(line(series, "cpu").mean());
    assertThat(process).isPositive();
    if (!series.notTold().containsKey("statementCpu")) {
      double statements = Objects.requireNonNull(line(series, "statementCpu").mean());
      assertThat(statements).isBetween(0.3 * process, 1.1 * process);
    } else {
      assertThat(series.notTold().get("statementCpu")).contains("MDEV-36586");
    }
    assertThat(line(series, "flushLatency").mean()).isPositive();
    assertThat(series.notTold()).containsEntry("replicaLag", "it is no replica");
    assertThat(series.events()).isEmpty();
    assertThat(series.cost().connections()).isEqualTo(1);
    assertThat(series.cost().querySeconds()).isPositive();
    assertThat(server.statements() - counted).isBetween(0L, run.totals().errors());
    assertThat(Files.readAllLines(watch.folder().resolve("server.csv")))
        .contains("from_s,to_s,server,figure,unit,value")
        .anyMatch(csv -> csv.contains("," + series.name() + ",reads,1/s,"));
  }

  private void counterResetsAreEvents(Target target) throws Exception {
    LoadWatch watch = new LoadWatch();
    watch.onInterval =
        () -> {
          if (watch.intervals == 5) {
            try {
              Queries.execute(
                  target,
                  "FLUSH STATUS",
                  "TRUNCATE TABLE performance_schema.file_summary_by_event_name");
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          }
        };
    RunResult run = run(watch, target, "oltp_insert", 3, 40.0, null);

    ServerSeries.Server series = series(run);
    assertThat(series.events())
        .extracting(Event::what)
        .contains("counters were reset: FLUSH STATUS; growth counts from here on");
    assertThat(run.warnings()).anyMatch(note -> note.contains("counters were reset"));
    assertThat(series.readings())
        .flatExtracting(ServerSeries.Readings::lines)
        .allSatisfy(
            one ->
                assertThat(one.values())
                    .allSatisfy(value -> assertThat(value == null || value >= 0).isTrue()));
  }

  private void whatALoginMayNotReadIsNotTold(Target target) throws Exception {
    String database = Queries.one(target, "SELECT DATABASE()");
    Queries.execute(
        target,
        "CREATE USER few IDENTIFIED BY ''",
        "GRANT SELECT, INSERT ON `" + database + "`.* TO few");
    Target few = new Target("few", target.url(), "few", Secret.NONE, true);
    RunResult run = run(new LoadWatch(), few, "oltp_point_select", 1, null, null);

    ServerSeries.Server series = series(run);
    assertThat(series.notTold().get("readLatency")).contains("denied");
    assertThat(series.notTold().get("replicaLag")).contains("REPLICATION CLIENT");
    assertThat(line(series, "queries").mean()).isPositive();
    assertThat(run.verdict().reasons()).noneMatch(reason -> reason.contains("statements and bmt"));
  }

  private void withoutASeriesThereIsNoConnection(Target target) throws Exception {
    ServerScenario with =
        new ServerScenario(false, new CommandText("echo depth 3; echo own words"), 1.0);
    ServerScenario without = new ServerScenario(true, null, null);
    try (Connection asked =
        DriverManager.getConnection(target.url(), target.user(), target.password().reveal())) {
      long before = connections(asked);
      RunResult some = run(new LoadWatch(), target, "oltp_point_select", 1, null, with);
      long between = connections(asked);
      RunResult none = run(new LoadWatch(), target, "oltp_point_select", 1, null, without);
      assertThat(between - before).isEqualTo(connections(asked) - between + 1);

      assertThat(none.serverSeries()).isNull();
      ServerSeries series = Objects.requireNonNull(some.serverSeries());
      assertThat(series.command()).hasSize(1);
      assertThat(series.command().get(0).lines().get(0).values()).containsOnly(3.0);
      assertThat(some.warnings()).anyMatch(note -> note.endsWith("): own words"));
    }
  }

  private static long connections(Connection asked) throws Exception {
    return Sql.numbers(asked, "SHOW GLOBAL STATUS LIKE 'Connections'")
        .getOrDefault("Connections", 0L);
  }

  private RunResult run(
      LoadWatch watch,
      Target target,
      String workload,
      double seconds,
      @Nullable Double rate,
      @Nullable ServerScenario series)
      throws Exception {
    Job job = ShortJob.of(workload, 1_000, THREADS, seconds, rate);
    RunScenario scenario = job.scenario();
    Job sampled =
        new Job(job.workload(), job.params(), scenario.with(scenario.client().sampling(series)));
    LoadDriver own = LoadDriver.own(DriverWish.OWN);
    return watch.run(new LoadExperiment(sampled, List.of(target), own, false), runs);
  }

  private static ServerSeries.Server series(RunResult run) {
    return Objects.requireNonNull(run.serverSeries()).servers().get(0);
  }

  private static Line line(ServerSeries.Server series, String figure) {
    return series.readings().stream()
        .flatMap(readings -> readings.lines().stream())
        .filter(one -> one.figure().equals(figure))
        .findFirst()
        .orElseThrow(() -> new AssertionError(figure + ": " + series.notTold()));
  }
}
