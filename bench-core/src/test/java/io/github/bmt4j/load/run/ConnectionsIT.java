package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.Wishes;
import io.github.bmt4j.load.run.ConnectionFigures.Connects;
import io.github.bmt4j.load.run.ConnectionFigures.Idle;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections beside those of the threads, as a real server counts them. */
class ConnectionsIT {
  private static final Duration SOON = Duration.ofSeconds(8);

  @AutoClose private static Server lab;

  @TempDir Path runs;

  private final LoadWatch heard = new LoadWatch();

  @BeforeAll
  static void start() throws Exception {
    lab = ItServers.open(ItServers.embedded(), "max_connections=600");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mariadb:3.5.11", "mysql:9.7.0"})
  void theServerCountsThemAndNoneIsLeft(String driver) throws Exception {
    long before = threads();
    List<Long> seen = new ArrayList<>();
    heard.onInterval = () -> seen.add(uncheckedThreads());

    RunResult run = run(beside(new ConnectionScenario(200, 1, 50), 2), driver);

    ConnectionFigures figures = Objects.requireNonNull(run.connections());
    Idle idle = Objects.requireNonNull(figures.idle());
    assertThat(idle.opened()).isEqualTo(200);
    assertThat(idle.lost()).isZero();
    assertThat(idle.pings()).as("in two seconds, and at the end").isGreaterThan(400);
    assertThat(idle.openSeconds()).isPositive();
    assertThat(idle.heapBytesEach()).as("of so few").isNull();
    assertThat(idle.serverBytesEach()).isNull();
    assertThat(Objects.requireNonNull(figures.server()).connected()).isEqualTo(202);
    assertThat(seen).allSatisfy(now -> assertThat(now).isGreaterThanOrEqualTo(before + 202));
    Connects connects = Objects.requireNonNull(figures.connects());
    assertThat(connects.opened())
        .isBetween(60L, 145L)
        .isEqualTo(connects.arrivals() - connects.unserved())
        .isEqualTo(connects.response().count());
    assertThat(Objects.requireNonNull(run.server()).counters())
        .containsEntry("Connections", connects.opened() + seen.size())
        .containsEntry("Aborted_connects", 0L)
        .containsEntry("Aborted_clients", 0L);
    assertThat(ResultJson.read(ResultJson.write(run), RunResult.class).connections())
        .isEqualTo(figures);
    assertThat(run.totals().errors()).isZero();
    awaitThreads(before);
  }

  /** The test's own looks at the server are the only other connections. */
  @ParameterizedTest
  @ValueSource(strings = {"", "mysql:9.7.0"})
  void theCountsOfARunWithThemAgree(String driver) throws Exception {
    RunResult run = run(beside(new ConnectionScenario(20, 1, 50), 2), driver);

    assertThat(Objects.requireNonNull(run.server()).counters())
        .containsEntry(
            "Connections",
            Objects.requireNonNull(Objects.requireNonNull(run.connections()).connects()).opened());
    assertThat(run.verdict().reasons())
        .as("a busy machine may miss the rate")
        .extracting(Reason::code)
        .doesNotContain(Code.COUNTS_DIFFER, Code.SERVER_LOST, Code.OPERATIONS_FAILED);
  }

  @Test
  void idleConnectionsThatTheServerClosesMakeTheRunInvalid() throws Exception {
    long newest = newest();
    heard.onInterval = once(() -> killIdle(newest, 5));

    RunResult run = run(beside(new ConnectionScenario(100, 60, 0), 1.5), "");

    assertThat(run.verdict().reasons())
        .contains(Code.SERVER_LOST.of("5 of 100 idle connections were lost"));
    assertThat(run.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(run.totals().errors()).as("of the threads' own connections").isZero();
  }

  @Test
  void newConnectionsThatAreRefusedMakeTheRunInvalid() throws Exception {
    try (Connection admin = admin();
        Statement statement = admin.createStatement()) {
      heard.onInterval =
          once(
              () -> {
                try {
                  statement.execute("SET GLOBAL max_connections = 10");
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      RunResult run = run(beside(new ConnectionScenario(50, 60, 50), 1.5), "");
      statement.execute("SET GLOBAL max_connections = 600");

      assertThat(run.verdict().reasons())
          .anySatisfy(
              reason -> {
                assertThat(reason.code()).isEqualTo(Code.SERVER_LOST);
                assertThat(reason.text())
                    .contains("new connections failed: ", "Too many connections");
              });
      assertThat(run.verdict().reasons())
          .extracting(Reason::text)
          .noneMatch(text -> text.contains("idle"));
      Connects connects =
          Objects.requireNonNull(Objects.requireNonNull(run.connections()).connects());
      assertThat(connects.failed()).isPositive();
      assertThat(connects.errorsByCode().get(0).code()).isEqualTo(1040);
    }
  }

  @Test
  void aServerWithoutRoomForThemIsRefusedAtOnce() throws Exception {
    long before = threads();
    assertThatThrownBy(() -> run(beside(new ConnectionScenario(700, 60, 0), 1), ""))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith(
            "2 threads, 700 idle connections need 704 connections, but the server's"
                + " max_connections is 600");
    Queries.execute(lab.target(), "SET GLOBAL wait_timeout = 30");
    try {
      assertThatThrownBy(() -> run(beside(new ConnectionScenario(7, 60, 0), 1), ""))
          .isInstanceOf(TargetException.class)
          .hasMessageEndingWith("give --idle-ping 15");
    } finally {
      Queries.execute(lab.target(), "SET GLOBAL wait_timeout = 28800");
    }
    Target pooled =
        new Target(
            "pool",
            lab.target().url() + "&pool=true",
            lab.target().user(),
            Secret.of(lab.target().password().reveal()),
            true);
    assertThatThrownBy(() -> heard.load(beside(new ConnectionScenario(7, 60, 0), 1), runs, pooled))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("leave pool=true out");
    awaitThreads(before);
  }

  @Test
  void aStoppedRunClosesAllWithinSeconds() throws Exception {
    long before = threads();
    AtomicLong stopNanos = new AtomicLong();
    heard.onInterval =
        once(
            () -> {
              stopNanos.set(System.nanoTime());
              heard.stop.give();
            });

    RunResult run = run(beside(new ConnectionScenario(300, 60, 100), 60), "");

    assertThat(Duration.ofNanos(System.nanoTime() - stopNanos.get())).isLessThan(SOON);
    assertThat(run.verdict().texts()).anyMatch(text -> text.startsWith("interrupted after "));
    assertThat(Objects.requireNonNull(Objects.requireNonNull(run.connections()).idle()).lost())
        .isZero();
    awaitThreads(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mysql:9.7.0"})
  void aThreadOpensAnotherConnectionAfterItsTransactions(String driver) throws Exception {
    Job job = ShortJob.pausing(2, 1);
    RunScenario scenario = Made.like(job.scenario()).set("reconnect", 5).record();

    RunResult run = run(new Job(job.workload(), job.params(), scenario), driver);

    long most = run.totals().transactions() / 5;
    assertThat(most).isPositive();
    assertThat(Objects.requireNonNull(run.server()).counters().get("Connections"))
        .isBetween(most - 2, most);
    assertThat(run.totals().reconnects()).isZero();
    BusyMachine.atMost(run.verdict().texts(), "%s", run.verdict());
  }

  private RunResult run(Job job, String driver) throws Exception {
    DriverWish wish = driver.isEmpty() ? DriverWish.OWN : Wishes.of(driver, true);
    LoadTargets targets = new LoadTargets(List.of(lab.target()), List.of());
    return heard.run(new LoadExperiment(job, targets, ItServers.driver(wish), false), runs);
  }

  private static Job beside(ConnectionScenario others, double seconds) {
    Job job = ShortJob.pausing(2, seconds);
    RunScenario scenario = Made.like(job.scenario()).set("connections", others).record();
    return new Job(job.workload(), job.params(), scenario);
  }

  private static Runnable once(Runnable action) {
    boolean[] done = {false};
    return () -> {
      if (!done[0]) {
        done[0] = true;
        action.run();
      }
    };
  }

  private static Connection admin() throws SQLException {
    Target target = lab.target();
    return DriverManager.getConnection(target.url(), target.user(), target.password().reveal());
  }

  /** The asking connection included. */
  private static long threads() throws SQLException {
    return Long.parseLong(
        Queries.one(
            lab.target(),
            "SELECT variable_value FROM information_schema.global_status"
                + " WHERE variable_name = 'THREADS_CONNECTED'"));
  }

  private static @Nullable Long uncheckedThreads() {
    try {
      return threads();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitThreads(long wanted) throws Exception {
    long until = System.nanoTime() + SOON.toNanos();
    while (threads() > wanted && System.nanoTime() < until) {
      Thread.sleep(50);
    }
    assertThat(threads()).isLessThanOrEqualTo(wanted);
  }

  private static long newest() throws SQLException {
    return Long.parseLong(
        Queries.one(lab.target(), "SELECT MAX(id) FROM information_schema.processlist"));
  }

  /** The idle ones were opened after bmt's own first ones, and before those of the threads. */
  private static void killIdle(long newest, int number) {
    try (Connection admin = admin();
        Statement statement = admin.createStatement()) {
      List<Long> ids = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT id FROM information_schema.processlist WHERE id > "
                  + newest
                  + " ORDER BY id LIMIT 20, "
                  + number)) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
      for (long id : ids) {
        statement.execute("KILL " + id);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
