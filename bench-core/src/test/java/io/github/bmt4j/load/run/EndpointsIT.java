package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.TableCommands;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.FoundTables;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over several endpoints, on real servers. */
class EndpointsIT {
  private static final String COMMITS =
      "SELECT variable_value FROM information_schema.global_status WHERE variable_name ="
          + " 'Com_commit'";

  @AutoClose private static Server first;
  @AutoClose private static Server second;

  @TempDir Path runs;

  @BeforeAll
  static void start() throws Exception {
    first = open();
    second = open();
  }

  @AfterEach
  void dropTables() throws SQLException {
    Queries.execute(first.target(), "DROP TABLE IF EXISTS sbtest1");
    Queries.execute(second.target(), "DROP TABLE IF EXISTS sbtest1");
  }

  @Test
  void aServerWhoseClockIsSetBackIsNotTakenForARestartedOne() throws Exception {
    Connector connector = LoadDriver.own(DriverWish.OWN).connector(first.target(), PsMode.AUTO, 1);
    try (Connection connection = connector.connect();
        CounterReader counters =
            CounterReader.open(
                List.of(EndpointServer.read(first.target(), connector, connection)), Clock.SYSTEM);
        Statement statement = counters.first().createStatement()) {
      counters.before();
      // An uptime is the session's time of day less the server's start.
      statement.execute("SET SESSION timestamp = UNIX_TIMESTAMP() - 60");

      assertThat(counters.growth(false)).isNotNull();
      assertThat(counters.lost()).isNull();
    }
  }

  @Test
  void aServerThatHangsIsAskedOnceAndNotOverAnotherConnection() throws Exception {
    Connector connector = LoadDriver.own(DriverWish.OWN).connector(first.target(), PsMode.AUTO, 1);
    try (Connection connection = connector.connect();
        CounterReader counters =
            CounterReader.open(
                List.of(EndpointServer.read(first.target(), connector, connection)),
                Clock.SYSTEM)) {
      counters.before();
      long connections = connections(first.target());
      Child.signal("STOP", first.pid().orElseThrow());
      try {
        long begunNanos = System.nanoTime();
        assertThat(counters.growth(true)).isNull();
        assertThat(Duration.ofNanos(System.nanoTime() - begunNanos))
            .isBetween(Duration.ofSeconds(2), Duration.ofMillis(4900));
      } finally {
        Child.signal("CONT", first.pid().orElseThrow());
      }
      // That of the question itself is one more.
      assertThat(connections(first.target())).isEqualTo(connections + 1);
    }
  }

  private static long connections(Target target) throws SQLException {
    return Long.parseLong(
        Queries.one(
            target,
            "SELECT variable_value FROM information_schema.global_status"
                + " WHERE variable_name = 'CONNECTIONS'"));
  }

  @Test
  void everyEndpointHasTheFiguresOfItsServer() throws Exception {
    prepare(second.target());
    prepare(first.target());
    long ofFirst = commits(first.target());
    long ofSecond = commits(second.target());
    RunResult run = run(3, new LoadWatch(), first.target(), second.target());

    List<EndpointFigures> endpoints = Objects.requireNonNull(run.endpoints());
    assertThat(endpoints).extracting(EndpointFigures::threads).containsExactly(2, 1);
    assertThat(endpoints.get(0).transactions())
        .isPositive()
        .isEqualTo(commits(first.target()) - ofFirst);
    assertThat(endpoints.get(1).transactions())
        .isPositive()
        .isEqualTo(commits(second.target()) - ofSecond);
    assertThat(endpoints.get(0).transactions() + endpoints.get(1).transactions())
        .isEqualTo(run.totals().transactions());
    assertThat(endpoints.get(0).queries() + endpoints.get(1).queries())
        .isEqualTo(run.totals().queries());
    assertThat(endpoints)
        .allSatisfy(
            figures -> assertThat(figures.response().count()).isEqualTo(figures.transactions()));
    assertCounted(run);
    assertThat(ResultJson.read(ResultJson.write(run), RunResult.class).endpoints())
        .isEqualTo(endpoints);
  }

  @Test
  void oneServerBehindTwoEndpointsIsNotCountedTwice() throws Exception {
    Target target = first.target();
    RunResult run = run(4, new LoadWatch(), target, target);

    assertCounted(run);
    assertThat(run.warnings()).contains("2 endpoints lead to 1 server");
    assertThat(run.endpoints()).extracting(EndpointFigures::threads).containsExactly(2, 2);
  }

  /** Each measures a server that the other also uses: its rate is not that of one load. */
  @Test
  void loadsAtOnceAreNotedInBoth() throws Exception {
    prepare(first.target());
    LoadWatch heard = new LoadWatch();
    CompletableFuture<RunResult> second = new CompletableFuture<>();
    heard.onBegin =
        () ->
            new Thread(
                    () -> {
                      try {
                        second.complete(selects(new LoadWatch(), 1.5));
                      } catch (TargetException e) {
                        second.completeExceptionally(e);
                      } finally {
                        heard.stop.give();
                      }
                    })
                .start();
    List<RunResult> both = List.of(selects(heard, 60), second.join());

    String others = "others used the server too: ";
    assertThat(both)
        .allSatisfy(run -> assertThat(run.warnings()).anyMatch(note -> note.startsWith(others)));
    assertThat(selects(new LoadWatch(), 1).warnings()).noneMatch(note -> note.startsWith(others));
  }

  /** Point selects on the first server, as if it were the user's. */
  private RunResult selects(LoadWatch heard, double seconds) throws TargetException {
    Target ours = first.target();
    Target users = new Target(ours.description(), ours.url(), ours.user(), ours.password(), false);
    return heard.load(ShortJob.of("oltp_point_select", 1000, 1, seconds, null), runs, users);
  }

  @Test
  void aWrongPasswordIsRefusedBeforeAnythingIsTouched() throws Exception {
    Target wrong = second.target();
    Target refused =
        new Target(wrong.description(), wrong.url(), wrong.user(), Secret.of("not it"), true);

    assertThatThrownBy(() -> run(2, new LoadWatch(), first.target(), refused))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining(wrong.url())
        .hasMessageNotContaining("not it")
        .hasMessageContaining("Access denied");
    assertThat(tables(first.target())).isZero();
    assertThat(tables(second.target())).isZero();
    try (var left = Files.list(runs)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void anEndpointWithoutAThreadIsRefused() {
    assertThatThrownBy(() -> run(1, new LoadWatch(), first.target(), second.target()))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--threads=1: give at least 2");
  }

  @Test
  void tablesAreMadeAndFoundBehindMoreEndpointsThanThreads() throws Exception {
    Target target = first.target();

    assertThat(engine().prepare(ShortJob.of(1), List.of(target, target)).warnings()).isEmpty();
    assertThat(tables(target)).isEqualTo(1);
  }

  @Test
  void anEndpointWithoutTheTablesIsToldApart() throws Exception {
    prepare(first.target());

    assertThatThrownBy(() -> run(2, new LoadWatch(), first.target(), second.target()))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("endpoint 2, " + second.target().url())
        .hasMessageContaining("no table sbtest1")
        .hasMessageContaining("bmt prepare");
    assertThat(tables(second.target())).isZero();
  }

  @Test
  void warningsSayWhichServerTheyAreAboutAndSayItOnce() throws Exception {
    prepare(first.target());
    prepare(second.target());
    Queries.execute(second.target(), "DELETE FROM sbtest1 WHERE id = 1");
    List<Target> targets = List.of(first.target(), second.target(), second.target());

    FoundTables all = engine().prepare(ShortJob.of(3), targets);
    assertThat(all.deviations()).isEqualTo(Map.of("endpoint 2: sbtest1, ids missing, %", 0.1));
    assertThat(all.warnings())
        .singleElement()
        .asString()
        .startsWith("endpoint 2: sbtest1 lacks 1 of the ids 1 to 1,000");
    assertThat(engine().prepare(ShortJob.of(1), List.of(second.target())).warnings())
        .singleElement()
        .asString()
        .startsWith("sbtest1 lacks 1 of the ids 1 to 1,000");
  }

  @Test
  void theResultSaysWhatTheTablesAre() throws Exception {
    Job larger =
        OltpJob.of(Map.of("table-size", "3000", "mysql-storage-engine", "myisam"), 2, "none");
    assertThat(engine().prepare(larger, List.of(first.target())).warnings()).isEmpty();

    RunResult run = run(2, new LoadWatch(), first.target());

    assertThat(run.scenario().parameters()).containsEntry("mysql-storage-engine", "myisam");
    assertThat(new RunReport().text(run, 120)).contains("mysql-storage-engine myisam");
    assertThat(run.warnings())
        .contains(
            "the tables have the storage engine myisam, and not that of --mysql-storage-engine: the"
                + " result names the one they have",
            "sbtest1 has ids up to 3,000, of which a load uses 1 to 1,000: for a load on all rows,"
                + " give the --table-size of the table");
    Workload insert = Catalogue.byName("oltp_insert");
    Params params = Params.resolve(insert.info(), Map.of("table-size", "1000"));
    Job inserts = new Job(insert, params, larger.scenario().with(params.asMap()));
    assertThat(engine().prepare(inserts, List.of(first.target())).warnings()).isEmpty();
  }

  @Test
  void aPreparationThatWasStoppedIsNotDone() throws Exception {
    prepare(first.target());
    prepare(second.target());
    List<Target> targets = List.of(first.target(), second.target());
    Said said = new Said();

    assertThatThrownBy(
            () -> new TableCommands(Clock.SYSTEM, said, said.stop).prepare(ShortJob.of(2), targets))
        .isInstanceOf(TargetException.class)
        .hasMessage("stopped while endpoint 2 was checked; the first one has the tables");
    assertThatThrownBy(
            () -> new TableCommands(Clock.SYSTEM, said, said.stop).prepare(ShortJob.of(2), targets))
        .isInstanceOf(TargetException.class)
        .hasMessage("stopped before anything was touched");
  }

  @Test
  void anEndpointThatGoesAwayIsChargedWithItsErrorsAndTheOtherOneGoesOn() throws Exception {
    try (Server lost = open()) {
      prepare(first.target());
      prepare(lost.target());
      LoadWatch heard = new LoadWatch();
      // Not on the thread that takes the intervals: a server may take its time to end.
      heard.onInterval =
          () -> {
            if (heard.intervals == 2) {
              new Thread(lost::close).start();
            }
          };
      RunResult run = heard.load(ShortJob.of(4, 6), runs, first.target(), lost.target());

      List<EndpointFigures> endpoints = Objects.requireNonNull(run.endpoints());
      assertThat(endpoints.get(0).errors()).isLessThan(endpoints.get(1).errors());
      assertThat(endpoints.get(0).errors() + endpoints.get(1).errors())
          .isEqualTo(run.totals().errors());
      assertThat(endpoints.get(0).transactions()).isGreaterThan(endpoints.get(1).transactions());
      assertThat(run.intervals().stream().skip(2).mapToLong(IntervalResult::transactions).sum())
          .isPositive();
      assertThat(run.verdict().status()).isEqualTo(Status.INVALID);
      assertThat(run.verdict().texts())
          .anyMatch(reason -> reason.startsWith("the server could not be reached for a time"));
    }
  }

  /** The servers counted what we counted; a deadlock may have counted once more. */
  private static void assertCounted(RunResult run) {
    RunResult.ServerCounts server = Objects.requireNonNull(run.server());
    assertThat(server.counted()).isPositive();
    assertThat(server.statements() - server.counted()).isBetween(0L, run.totals().errors());
  }

  private RunResult run(int threads, LoadWatch heard, Target... targets) throws TargetException {
    return heard.load(ShortJob.pausing(threads, 1), runs, targets);
  }

  private static TableCommands engine() {
    return new TableCommands(Clock.SYSTEM, Progress.SILENT, new StopSignal());
  }

  private static void prepare(Target target) throws TargetException {
    engine().prepare(ShortJob.of(2), List.of(target));
  }

  private static long commits(Target target) throws SQLException {
    return Long.parseLong(Queries.one(target, COMMITS));
  }

  private static long tables(Target target) throws SQLException {
    return Long.parseLong(
        Queries.one(
            target,
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()"));
  }

  private static Server open() throws Exception {
    return ItServers.open(ItServers.embedded());
  }

  /** Stops when it is told anything, such as which tables were found. */
  private static final class Said implements Progress {
    final StopSignal stop = new StopSignal();

    @Override
    public void say(String line) {
      stop.give();
    }

    @Override
    public Step begin(String what, long total, String unit) {
      return Progress.SILENT.begin(what, total, unit);
    }
  }
}
