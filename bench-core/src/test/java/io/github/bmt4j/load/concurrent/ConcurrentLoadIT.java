package io.github.bmt4j.load.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.HikariConnections;
import io.github.bmt4j.jdbc.PoolProperties;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.LoadGenerator;
import io.github.bmt4j.load.LoadPlan;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Plan;
import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.load.concurrent.ConcurrentLoad.Window;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A concurrent load, on a real server. */
class ConcurrentLoadIT {
  private static final Job JOB = OltpJob.of(1_000, 2);

  private int connectionsAtStart;

  /**
   * Four threads share two connections for operations of 50 ms: they wait for as long on average,
   * though HikariCP often lends a connection to the thread that gave it back. With five connections
   * no thread waits.
   */
  @Tag("timing")
  @Test
  void theTimeToBorrowIsWhatOthersHoldTheConnectionsFor() throws Exception {
    try (Server lab = open()) {
      Connector connector = new Connector(lab.target(), PsMode.DISABLE, 0);
      Measurement few = sleeping(new HikariConnections(connector, 2, true, PoolProperties.NONE));
      double waitMillis = few.latencies().borrow().getMean() / 1e6;
      assertThat(waitMillis).isBetween(35.0, 65.0);
      assertThat(few.latencies().service().getMean() / 1e6 - waitMillis).isBetween(50.0, 60.0);
      assertThat(few.latencies().borrow().getTotalCount())
          .isEqualTo(few.counts().of(Counter.STARTED));
      assertThat(few.counts().of(Counter.TRANSACTIONS)).isBetween(40L, 64L);

      Measurement many = sleeping(new HikariConnections(connector, 5, true, PoolProperties.NONE));
      assertThat(many.latencies().borrow().getValueAtPercentile(50) / 1e6).isLessThan(5);
      assertThat(many.latencies().service().getValueAtPercentile(50) / 1e6).isBetween(50.0, 65.0);
      assertThat(connectionsAtStart).isEqualTo(5);

      HikariConnections untimed = new HikariConnections(connector, 4, false, PoolProperties.NONE);
      assertThat(sleeping(untimed).latencies().borrow())
          .satisfies(borrow -> assertThat(borrow.getTotalCount()).isZero());
    }
  }

  private Measurement sleeping(HikariConnections pool) throws SQLException {
    LoadPlan plan =
        new Plan(4)
            .time(1500)
            .interval(500)
            .retry(RetryPolicy.USUAL)
            .grace(5000)
            .giveUp(5000)
            .build();
    try (pool) {
      return new LoadGenerator(plan, Clock.SYSTEM, pool, worker -> new Sleeping(), new StopSignal())
          .run(
              new Load.Observer() {
                @Override
                public void connected() {
                  connectionsAtStart = pool.size() - pool.missing();
                }
              });
    }
  }

  /** Operations of a known length. */
  private static final class Sleeping implements Session {
    private @Nullable Connection connection;

    @Override
    public void attach(Connection attached) {
      connection = attached;
    }

    @Override
    public void next() {}

    @Override
    public void execute(StatementCounts counts) throws SQLException {
      counts.phase(ErrorPhase.STATEMENT);
      try (Statement statement = Objects.requireNonNull(connection).createStatement()) {
        statement.execute("SELECT SLEEP(0.05)");
        counts.read();
      }
    }

    @Override
    public void detach() {}
  }

  /** Each transaction has one COMMIT, and the server counts them too. */
  @Test
  void windowsHoldEveryTransactionOnce() throws Exception {
    try (Server lab = open()) {
      Target target = lab.target();
      prepare(target);
      long committed = commits(target);
      List<Window> windows = new ArrayList<>();
      ConcurrentLoad load = start(JOB, target);
      try (load) {
        for (int i = 0; i < 5; i++) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100L * i));
          windows.add(load.cut());
        }
      }
      windows.add(load.cut());

      long transactions =
          windows.stream().mapToLong(w -> w.counts().of(Counter.TRANSACTIONS)).sum();
      assertThat(transactions).isPositive().isEqualTo(commits(target) - committed);
      assertThat(windows.stream().mapToLong(w -> w.latencies().response().getTotalCount()).sum())
          .isEqualTo(transactions);
      for (int i = 1; i < windows.size(); i++) {
        assertThat(windows.get(i).fromNanos()).isEqualTo(windows.get(i - 1).toNanos());
      }
      assertThat(windows.get(4).seconds()).isGreaterThan(0.4);
      BusyMachine.atMost(Verdict.of(load.problems()).texts(), "%s", windows);
    }
  }

  /** As a tool takes it away when it exchanges it for its own. */
  @Test
  void goesOnWithoutItsTableAndSaysSoIfThatLastsToItsEnd() throws Exception {
    try (Server lab = open()) {
      prepare(lab.target());
      ConcurrentLoad load = start(JOB, lab.target());
      try (load) {
        Queries.execute(lab.target(), "RENAME TABLE sbtest1 TO sbtest2");
        assertThat(load.cutAfter(Duration.ofMillis(200)).counts().of(Counter.FAILED))
            .isBetween(2L, 500L);
        Queries.execute(lab.target(), "RENAME TABLE sbtest2 TO sbtest1");
        load.cut();
        assertThat(load.cutAfter(Duration.ofMillis(1_200)).counts().of(Counter.TRANSACTIONS))
            .isPositive();
      }
      assertThat(load.problems()).extracting(Reason::code).doesNotContain(Code.OPERATIONS_FAILED);

      ConcurrentLoad broken = start(JOB, lab.target());
      try (broken) {
        Queries.execute(lab.target(), "DROP TABLE sbtest1");
        broken.cut();
      }
      assertThat(broken.problems())
          .extracting(Reason::text)
          .first()
          .asString()
          .startsWith(
              "operations of the load failed until its end: retrying cannot fix error 1146");
    }
  }

  @Test
  void refusesToBeginWithoutAServer() throws Exception {
    Job unpooled = OltpJob.of(Map.of(), 2, "none");
    Target target;
    try (Server lab = open()) {
      target = lab.target();
    }
    assertThatThrownBy(() -> start(unpooled, target))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("the concurrent load cannot run: ");
  }

  private static ConcurrentLoad start(Job job, Target target) throws TargetException {
    return ConcurrentLoad.start(job, target, Clock.SYSTEM, new StopSignal());
  }

  private static Server open() throws TargetException {
    return ItServers.open(ItServers.embedded());
  }

  private static void prepare(Target target) throws TargetException {
    new TablePreparer(
            new Connector(target, PsMode.AUTO, JOB.statements()), Progress.SILENT, new StopSignal())
        .prepare(JOB.tables(), 1);
  }

  private static long commits(Target target) throws SQLException {
    return Long.parseLong(
        Queries.one(
            target,
            "SELECT variable_value FROM information_schema.global_status WHERE variable_name ="
                + " 'COM_COMMIT'"));
  }
}
