package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.CommandText;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.SampleSeries;
import io.github.bmt4j.sampling.SampledServer;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.sampling.ServerSeries.Event;
import io.github.bmt4j.sampling.ServerSeries.Line;
import io.github.bmt4j.sampling.ServerWatch;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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

  /** Figures of which the server counts what they add up to. */
  private static final Map<String, String> COUNTERS =
      Map.of(
          "newConnections", "Connections",
          "reads", "Innodb_data_reads",
          "readBytes", "Innodb_data_read",
          "writes", "Innodb_data_writes",
          "writtenBytes", "Innodb_data_written",
          "redoWrites", "Innodb_log_writes",
          "redoBytes", "Innodb_os_log_written",
          "flushes", "Innodb_data_fsyncs",
          "rowLockWaits", "Innodb_row_lock_waits",
          "rowLockTime", "Innodb_row_lock_time");

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
    try (Server server = ItServers.open(product.get(), options)) {
      totalsAreWhatTheServerCounted(server.target());
      totalsLieBetweenTheServersOwnReadings(server.target());
      counterResetsAreEvents(server.target());
      whatALoginMayNotReadIsNotTold(server.target());
      withoutASeriesThereIsNoConnection(server.target());
      if (product.get() instanceof TargetSpec.Embedded) {
        tenHoursTakeLittleSpace(server.target());
      }
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
    assertThat(series.notTold()).containsEntry("replicaLag", "the server is no replica");
    assertThat(series.events()).isEmpty();
    assertThat(series.cost().connections()).isEqualTo(1);
    assertThat(series.cost().querySeconds()).isPositive();
    assertThat(server.statements() - counted).isBetween(0L, run.totals().errors());
    assertThat(Files.readAllLines(watch.folder().resolve("server.csv")))
        .contains("from_s,to_s,server,figure,unit,value")
        .anyMatch(csv -> csv.contains("," + series.name() + ",reads,1/s,"));
  }

  /** What a connection reads just before and after the first reading, and the last one. */
  private void totalsLieBetweenTheServersOwnReadings(Target target) throws Exception {
    Context context = new Context(Clock.SYSTEM, Progress.SILENT, new StopSignal(), () -> {});
    PartSeries parts = new PartSeries(null, context);
    parts.into(runs);
    try (Connection asked =
        DriverManager.getConnection(target.url(), target.user(), target.password().reveal())) {
      Map<String, Long> before = counters(asked);
      Map<String, Long> begun;
      Map<String, Long> ending;
      try (ServerWatch watch =
          parts.begin(
              "inserts", List.of(SampledServer.of(new Connector(target, PsMode.DISABLE, 0))))) {
        begun = counters(asked);
        for (int i = 0; i < 50; i++) {
          Sql.execute(asked, "INSERT INTO sbtest1 (k, c, pad) VALUES (1, 'c', 'pad')");
        }
        ending = counters(asked);
        watch.loadEnded(Clock.SYSTEM.nanoTime());
      }
      Map<String, Long> after = counters(asked);

      ServerSeries series = parts.series().get(0);
      assertThat(series.part()).isEqualTo("inserts");
      COUNTERS.forEach(
          (figure, name) ->
              assertThat(SampleSeries.total(series, figure))
                  .as(figure)
                  .isBetween(growth(name, begun, ending), growth(name, before, after)));
      assertThat(SampleSeries.total(series, "redoWrites")).isPositive();
    }
    assertThat(runs.resolve("server-1.csv")).content().contains(",redoWrites,1/s,");
  }

  private static double growth(String name, Map<String, Long> from, Map<String, Long> to) {
    return to.getOrDefault(name, 0L) - from.getOrDefault(name, 0L);
  }

  private static Map<String, Long> counters(Connection asked) throws Exception {
    return Sql.numbers(
        asked,
        "SHOW GLOBAL STATUS WHERE Variable_name IN ('"
            + String.join("', '", COUNTERS.values())
            + "')");
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
    assertThat(run.verdict().texts()).noneMatch(reason -> reason.contains("statements and bmt"));
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

  /** With readings each minute, as in loads of an hour or more, by a clock that does not wait. */
  private void tenHoursTakeLittleSpace(Target target) throws Exception {
    AtomicLong nanos = new AtomicLong();
    Path file = runs.resolve("ten-hours.csv");
    ServerWatch watch =
        new ServerWatch(
            ServerScenario.USUAL,
            List.of(SampledServer.of(new Connector(target, PsMode.DISABLE, 0))),
            target.password(),
            file,
            new HurriedClock(nanos),
            () -> false);
    try (watch) {
      watch.connect();
      watch.first();
      watch.measuresFrom(0, 60);
      while (nanos.get() < Duration.ofHours(10).toNanos()) {
        Thread.sleep(10);
      }
      watch.loadEnded(nanos.get());
      watch.end();
      ServerSeries series = Objects.requireNonNull(watch.series());
      assertThat(series.servers().get(0).readings().get(0).toSeconds())
          .hasSizeGreaterThanOrEqualTo(600);
      assertThat(series.servers().get(0).events()).isEmpty();
      assertThat(new ObjectMapper().writeValueAsString(series)).hasSizeLessThan(10 * 100_000);
      assertThat(Files.size(file)).isLessThan(10 * 100_000);
    }
  }

  /** Time passes when something waits for it. */
  private record HurriedClock(AtomicLong nanos) implements Clock {
    @Override
    public long nanoTime() {
      return nanos.get();
    }

    @Override
    public Instant now() {
      return Instant.now();
    }

    @Override
    public void sleepUntil(long nanoTime, BooleanSupplier cancelled) {
      if (nanoTime - nanos.get() < Duration.ofSeconds(1).toNanos()) {
        LockSupport.parkNanos(1_000_000); // The end of the series is awaited.
      }
      nanos.accumulateAndGet(nanoTime, Math::max);
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
        new Job(job.workload(), job.params(), Made.like(scenario).set("sampled", series).record());
    return watch.load(sampled, runs, target);
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
