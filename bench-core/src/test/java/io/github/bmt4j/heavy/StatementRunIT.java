package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Compared;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Piece;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.AnswerRows;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Heavy statements on real servers: their times, their answers, and what can become of them. */
class StatementRunIT {
  /** Rows too big for the server's send buffer, each a known time after the one before. */
  private static final String SLOW_ROWS =
      "SELECT REPEAT('x', 100000), SLEEP(0.7) FROM"
          + " (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) t";

  /** What other tests on the same processors may add; less than lies between the rows. */
  private static final double BUSY_MS = 1_200;

  /** The same in half the time, for tests that time no row. */
  private static final String SLOW_ROWS_SOONER = SLOW_ROWS.replace("0.7", "0.35");

  /** A million times a million rows to look at: longer than any test waits. */
  private static final String ENDLESS =
      "SELECT COUNT(*) FROM orders1 a, orders1 b, orders1 c, orders1 d"
          + " WHERE a.o_c_id + b.o_c_id < c.o_c_id + d.o_c_id";

  static Stream<Supplier<TargetSpec>> servers() {
    return Stream.of(ItServers::embedded, ItServers::anyMysql);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void firstAndLastRowAreTimedAsTheyArrive(Supplier<TargetSpec> server) throws Exception {
    try (Server lab = Trial.shared(server)) {
      StatementResult result =
          new Trial().run(lab, List.of(OwnStatement.whole("slow", SLOW_ROWS, 3)));
      BusyMachine.atMost(result.verdict().texts(), "%s", result);
      assertThat(result.timings()).hasSize(2);
      for (Timing timing : result.timings()) {
        Execution execution = timing.executions().get(0);
        assertThat(execution.firstRowMs()).isBetween(699.0, 700 + BUSY_MS);
        assertThat(execution.lastRowMs()).isBetween(2099.0, 2100 + BUSY_MS);
        assertThat(execution.rows()).isEqualTo(3);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void aKilledConnectionLosesOnePieceAndNotTheOthers(Supplier<TargetSpec> server) throws Exception {
    OwnStatement statement =
        new OwnStatement(
            "apart", "SELECT 1", List.of("SELECT 1", ENDLESS, "SELECT 3"), 3, Optional.empty());
    Trial trial = new Trial();
    trial.forms = List.of(Form.PIECES);
    try (Server lab = Trial.shared(server)) {
      CompletableFuture<Void> killer = killWhenSeen(lab.target(), 2);
      StatementResult result = trial.run(lab, List.of(statement));
      killer.join();
      for (Timing timing : result.timings()) {
        Execution execution = timing.executions().get(0);
        assertThat(execution.ending().outcome()).isEqualTo(OutcomeKind.CONNECTION_LOST);
        assertThat(execution.ending().afterMs()).isPositive();
        assertThat(execution.missing()).containsExactly(2);
        assertThat(execution.lastRowMs()).isNull();
        assertThat(execution.pieces())
            .extracting(piece -> piece.ending().outcome())
            .containsExactly(OutcomeKind.DONE, OutcomeKind.CONNECTION_LOST, OutcomeKind.DONE);
        assertThat(execution.pieces()).extracting(Piece::rows).containsExactly(1L, 0L, 1L);
      }
      assertThat(result.figures().get(0).done()).isZero();
      assertThat(result.figures().get(0).endings()).hasSize(1);
      BusyMachine.atMost(result.verdict().texts(), "%s", result);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void theServersLimitIsAnOutcomeWithItsTime(Supplier<TargetSpec> server) throws Exception {
    Trial trial = new Trial();
    trial.limitSeconds = 0.4;
    try (Server lab = Trial.shared(server)) {
      StatementResult result = trial.run(lab, List.of(OwnStatement.whole("long", ENDLESS, 1)));
      Execution execution = result.timings().get(0).executions().get(0);
      assertThat(execution.ending().outcome()).isEqualTo(OutcomeKind.TIME_LIMIT);
      assertThat(execution.ending().code()).isIn(1969, 3024);
      assertThat(execution.ending().afterMs()).isBetween(399.0, 400 + 3 * BUSY_MS);
      BusyMachine.atMost(result.verdict().texts(), "%s", result);
    }
  }

  @Test
  void theUsersEndOfTheRunEndsTheStatementAndKeepsWhatWasTimed() throws Exception {
    Trial trial = new Trial();
    try (Server lab = Trial.shared(ItServers::embedded)) {
      CompletableFuture<Void> user =
          CompletableFuture.runAsync(
              () -> {
                awaitSeen(lab.target());
                trial.stop.give();
              });
      StatementResult result =
          trial.run(
              lab,
              List.of(
                  OwnStatement.whole("short", "SELECT 1", 1),
                  OwnStatement.whole("long", ENDLESS, 1)));
      user.join();
      assertThat(result.timings())
          .extracting(timing -> timing.executions().get(0).ending().outcome())
          .containsExactly(OutcomeKind.DONE, OutcomeKind.DONE, OutcomeKind.STOPPED);
      assertThat(result.verdict().texts())
          .filteredOn(reason -> !BusyMachine.isToBlame(reason))
          .containsExactly("interrupted before its end");
      assertThat(endless(lab.target())).isEmpty();
    }
  }

  @Test
  void aWrongAnswerMakesTheRunInvalid() throws Exception {
    OwnStatement wrong =
        new OwnStatement(
            "wrong",
            "SELECT 1 UNION ALL SELECT 2",
            List.of("SELECT 1", "SELECT 2"),
            2,
            Optional.of(new AnswerRows(List.of(List.of("1"), List.of("3")))));
    OwnStatement right =
        new OwnStatement(
            "right",
            wrong.sql(),
            wrong.apart(),
            2,
            Optional.of(new AnswerRows(List.of(List.of("2"), List.of("1")))));
    Trial trial = new Trial();
    trial.forms = List.of(Form.WHOLE, Form.PIECES);
    try (Server lab = Trial.shared(ItServers::embedded)) {
      StatementResult result = trial.run(lab, List.of(wrong, right));
      assertThat(answers(result, way -> way.statement().equals("wrong")))
          .containsOnly(Compared.DIFFERENT)
          .hasSize(3);
      assertThat(answers(result, way -> way.statement().equals("right")))
          .containsOnly(Compared.EQUAL)
          .hasSize(3);
      assertThat(result.verdict().texts())
          .filteredOn(reason -> !BusyMachine.isToBlame(reason))
          .hasSize(2)
          .allMatch(
              reason -> reason.startsWith("wrong (") && reason.contains("of which 1 are not"));
      trial.verify = false;
      StatementResult unverified = trial.run(lab, List.of(wrong));
      BusyMachine.atMost(unverified.verdict().texts(), "%s", unverified);
    }
  }

  @Test
  void severalConnectionsRunItAtTheSameMoment() throws Exception {
    Trial trial = new Trial();
    trial.connections = List.of(1, 3);
    try (Server lab = Trial.shared(ItServers::embedded)) {
      CompletableFuture<Integer> seen =
          CompletableFuture.supplyAsync(() -> mostAtOnce(lab.target(), 3));
      StatementResult result =
          trial.run(lab, List.of(OwnStatement.whole("slow", SLOW_ROWS_SOONER, 3)));
      assertThat(seen.join()).isEqualTo(3);
      assertThat(result.timings())
          .extracting(t -> t.executions().size())
          .containsExactly(1, 1, 3, 3);
      assertThat(result.timings())
          .extracting(timing -> timing.variant().caches())
          .containsExactly(Caches.FIRST, Caches.WARM, Caches.FIRST, Caches.WARM);
      assertThat(result.timings().get(2).executions())
          .extracting(Execution::connection)
          .containsExactly(1, 2, 3);
      assertThat(result.timings().get(2).executions())
          .extracting(Execution::evidence)
          .doesNotContainNull();
      assertThat(result.figures().get(2).done()).isEqualTo(3);
    }
  }

  @Tag("extended")
  @Test
  void aLoadBesideThemIsMeasuredAloneAndDuring() throws Exception {
    Trial trial = new Trial();
    trial.concurrent = Trial.oltp("oltp_point_select", 2);
    trial.repeat = 2;
    try (Server lab = Trial.shared(ItServers::embedded)) {
      StatementResult result =
          trial.run(lab, List.of(OwnStatement.whole("slow", SLOW_ROWS_SOONER, 3)));
      BusyMachine.atMost(result.verdict().texts(), "%s", result);
      assertThat(result.oltp())
          .extracting(b -> b.phase())
          .containsExactly(Phase.BEFORE, Phase.AFTER);
      assertThat(result.oltp()).allMatch(alone -> alone.transactions() > 0);
      List<Timing> beside =
          result.timings().stream().filter(timing -> timing.variant().concurrent()).toList();
      assertThat(beside)
          .extracting(timing -> timing.variant().caches())
          .containsExactly(Caches.FIRST, Caches.WARM, Caches.WARM);
      assertThat(beside).allMatch(t -> t.oltp() != null && t.oltp().transactions() > 0);
      assertThat(beside).allMatch(t -> t.oltp() != null && t.oltp().seconds() >= 1);
    }
  }

  @Test
  void whatALostConnectionLeavesRunningIsEnded() throws Exception {
    try (Server lab = Trial.shared(ItServers::embedded)) {
      Target target = lab.target();
      TargetSpec impatient =
          new TargetSpec.External(
              // It counts for the login too, on a machine that may be busy.
              target.url() + "&socketTimeout=3000", target.user(), target.password());
      try (Server lossy = Trial.open(() -> impatient)) {
        StatementResult result =
            new Trial().run(lossy, List.of(OwnStatement.whole("long", ENDLESS, 1)));
        assertThat(result.timings())
            .extracting(timing -> timing.executions().get(0).ending().outcome())
            .containsOnly(OutcomeKind.CONNECTION_LOST)
            .hasSize(2);
        assertThat(endless(target)).isEmpty();
        BusyMachine.atMost(result.verdict().texts(), "%s", result);
      }
    }
  }

  @Test
  void whatDidNotEndWasNotInMemory() throws Exception {
    Trial trial = new Trial();
    trial.limitSeconds = 0.2;
    try (Server lab = Trial.shared(ItServers::embedded)) {
      StatementResult result = trial.run(lab, List.of(OwnStatement.whole("long", ENDLESS, 1)));
      assertThat(result.figures()).extracting(f -> f.place()).containsOnlyNulls();
      var evidence = result.timings().get(0).executions().get(0).evidence();
      assertThat(evidence == null ? List.of() : evidence.reasons())
          .containsExactly("it did not come to its end");
    }
  }

  @Test
  void aRestartMakesTheCachesCold() throws Exception {
    Trial trial = new Trial();
    trial.cold = true;
    trial.parameters = Map.of("table-size", "100000", "query", "group");
    try (Server lab = Trial.shared(ItServers::embedded)) {
      StatementResult result = Trial.onlyTheFirstPartReads(trial.run(lab));
      assertThat(result.timings())
          .extracting(timing -> timing.variant().caches())
          .containsExactly(Caches.COLD, Caches.WARM);
      assertThat(pagesRead(result.timings().get(0))).isGreaterThan(100);
      assertThat(pagesRead(result.timings().get(1))).isLessThan(10);
    }
  }

  @Test
  void aServerThatIsRestartedBetweenStatementsSpoilsTheirTimes() throws Exception {
    Trial trial = new Trial();
    trial.parameters = Map.of("table-size", "1000", "query", "group");
    AtomicBoolean restarted = new AtomicBoolean();
    try (Server lab = Trial.shared(ItServers::embedded)) {
      trial.afterStep =
          () -> {
            if (restarted.compareAndSet(false, true)) {
              // A server that had just been started began at about the same second.
              LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(4));
              restart(lab);
            }
          };
      assertThat(trial.run(lab).verdict().texts())
          .contains("the server was restarted while statements were timed: its caches were cold");
    }
  }

  private static void restart(Server lab) {
    try {
      ((Server.Restartable) lab).restart();
    } catch (TargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /** With those that were read ahead, whose number differs from run to run. */
  private static long pagesRead(Timing timing) {
    var evidence = timing.executions().get(0).evidence();
    return evidence == null ? -1 : evidence.serverWide().getOrDefault("Innodb_pages_read", -1L);
  }

  private static List<@Nullable Compared> answers(StatementResult result, Predicate<Variant> ways) {
    return result.timings().stream()
        .filter(timing -> ways.test(timing.variant()))
        .flatMap(timing -> timing.executions().stream())
        .<@Nullable Compared>map(Execution::answer)
        .collect(Collectors.toList());
  }

  private static void executed(Target target, String sql) {
    try {
      Queries.execute(target, sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CompletableFuture<Void> killWhenSeen(Target target, int times) {
    return CompletableFuture.runAsync(
        () -> {
          for (int i = 0; i < times; i++) {
            executed(target, "KILL " + awaitSeen(target));
          }
        });
  }

  /** Id of the connection on which the endless statement runs, when it does. */
  private static String awaitSeen(Target target) {
    for (int i = 0; i < 3000; i++) {
      String id = endless(target);
      if (!id.isEmpty()) {
        return id;
      }
      pause();
    }
    throw new AssertionError("the statement was never seen");
  }

  private static String endless(Target target) {
    return asked(
        target,
        "SELECT COALESCE(MAX(id), '') FROM information_schema.processlist"
            + " WHERE info LIKE 'SELECT COUNT(*) FROM orders1 a%' AND command = 'Query'");
  }

  private static int mostAtOnce(Target target, int wanted) {
    int most = 0;
    for (int i = 0; i < 3000 && most < wanted; i++) {
      String now =
          asked(
              target,
              "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'SELECT"
                  + " REPEAT%'");
      most = Math.max(most, Integer.parseInt(now));
      pause();
    }
    return most;
  }

  private static String asked(Target target, String sql) {
    try {
      return Queries.one(target, sql);
    } catch (SQLException e) {
      return "";
    }
  }

  private static void pause() {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
