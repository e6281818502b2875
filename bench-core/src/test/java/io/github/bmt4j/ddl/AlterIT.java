package io.github.bmt4j.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.ddl.AlterResult.Alter;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** ALTERs on real servers. */
class AlterIT {
  private static final int ROWS = 5_000;
  private static final int MANY_ROWS = 100_000;
  private static final Duration LOCK_HELD = Duration.ofMillis(1_500);

  /** So short that an operation takes little more than it waits. */
  private static final Job SHORT_TRANSACTIONS =
      OltpJob.of(
          Map.of("table-size", "1000", "range-selects", "off", "point-selects", "1"), 2, "hikari");

  private static final String SAME_ON_BOTH =
      """
      add-column/instant done, add-column/inplace done, add-column/copy done, add-column/default done
      add-index/instant refused, add-index/inplace done, add-index/copy done, add-index/default done
      change-type/instant refused, change-type/inplace refused, change-type/copy done, change-type/default done
      optimize/instant refused, optimize/inplace done, optimize/copy done, optimize/default done
      convert-charset/instant refused, convert-charset/inplace refused, convert-charset/copy done, convert-charset/default done
      """;

  @AfterAll
  static void endServers() {
    AlterBench.closeShared();
  }

  static Stream<Supplier<TargetSpec>> servers() {
    return Stream.of(ItServers::embedded, ItServers::anyMysql);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void everyChangeByEveryAlgorithmEndsAsTheServerHasIt(Supplier<TargetSpec> server)
      throws Exception {
    try (AlterBench bench = AlterBench.on(server.get())) {
      AlterResult result =
          bench.run(AlterBench.order(ROWS, AlterChange.usual(), AlterBench.ALGORITHMS));

      assertThat(result.alters())
          .extracting(alter -> alter.label() + " " + alter.ending().outcome().word())
          .containsExactly(SAME_ON_BOTH.split(", |\n"));
      BusyMachine.atMost(result.verdict().texts(), "%s", result);
      assertThat(bench.checksums).hasSize(40).containsOnly(bench.checksums.get(0));
      for (Alter alter : result.alters()) {
        assertThat(Objects.requireNonNull(alter.after()).rows()).isEqualTo(ROWS);
        if (!alter.ending().done()) {
          assertThat(alter.ending().code()).as(alter.label()).isIn(1845, 1846);
        }
      }
      assertThat(bench.tableIsThere()).isFalse();
    }
  }

  @Tag("timing")
  @Test
  void waitForALockOfKnownLengthIsTheStallOfTheLoad() throws Exception {
    lockOfKnownLength(ItServers.embedded(), 60);
  }

  /** Beside other tests. */
  @Test
  void soItIsOnMysql() throws Exception {
    lockOfKnownLength(ItServers.anyMysql(), 500);
  }

  /**
   * Whoever wants the table waits behind the ALTER, and that behind a transaction of the test's:
   * from when the process list shows the ALTER waiting, and until the table answers again, as a
   * transaction of the test's sees it, which is a few ms of work after the transaction's end.
   */
  private static void lockOfKnownLength(TargetSpec server, double offMs) throws Exception {
    try (AlterBench bench = AlterBench.on(server);
        Connection holder = bench.connect();
        Statement statement = holder.createStatement();
        Connection wanting = bench.connect()) {
      AlterOrder order =
          AlterBench.onExisting(
              AlterBench.withLoad(
                  AlterBench.order(
                      SHORT_TRANSACTIONS,
                      List.of(AlterChange.ADD_COLUMN),
                      List.of(Algorithm.INSTANT))));
      bench.prepare(order.job());
      holder.setAutoCommit(false);
      statement.executeQuery("SELECT COUNT(*) FROM " + AlterBench.TABLE).close();

      CompletableFuture<AlterResult> running = bench.begin(order);
      double heldMs;
      double wantedMs;
      try (ProcessListEye eye = new ProcessListEye(bench.connect())) {
        long seen = eye.awaitWaiting();
        CompletableFuture<Long> answered = CompletableFuture.supplyAsync(() -> answer(wanting));
        LockSupport.parkNanos(LOCK_HELD.toNanos());
        heldMs = (System.nanoTime() - seen) / 1e6; // The ALTER may go on before COMMIT returns.
        holder.commit();
        wantedMs = (answered.get(30, TimeUnit.SECONDS) - seen) / 1e6;
      }

      AlterResult result = AlterBench.end(running);
      Alter alter = AlterBench.only(result);
      BusyMachine.atMost(result.verdict().texts(), "%s", alter);
      assertThat(alter.longestStallMs())
          .as("lock held for %.1f ms, ALTER of %.1f ms", heldMs, alter.ending().afterMs())
          .isCloseTo(wantedMs, within(offMs));
      assertThat(alter.ending().done()).isTrue();
      assertThat(alter.ending().afterMs()).isGreaterThan(heldMs);
      LockWaits locks = Objects.requireNonNull(alter.locks());
      double gaps = 2 * locks.longestGapMs();
      assertThat(locks.alterWaitedMs()).isCloseTo(heldMs, within(gaps));
      assertThat(locks.waitedMs()).isCloseTo(heldMs, within(gaps));
      assertThat(locks.mostSessions()).isEqualTo(4);
      assertThat(alter.load()).extracting(ConcurrentPhase::phase).containsExactly(Phase.values());
      ConcurrentPhase before = alter.load().get(0);
      assertThat(before.longestMs()).isLessThan(heldMs / 2);
      assertThat(alter.longestStallMs())
          .isGreaterThanOrEqualTo(heldMs - Objects.requireNonNull(before.longestMs()));
      assertThat(alter.load().get(2).transactions()).isPositive();
    }
  }

  /** When the table answered. */
  private static long answer(Connection connection) {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE " + AlterBench.TABLE + " SET k = k + 1 WHERE id = ?")) {
      connection.setAutoCommit(false);
      update.setInt(1, 1);
      update.executeUpdate();
      connection.commit();
      return System.nanoTime();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theFirstLoadWarmsUpForFiveSecondsHoweverShortTheBaseline() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      bench.run(
          AlterBench.withLoad(
              AlterBench.order(
                  OltpJob.pausing(SHORT_TRANSACTIONS),
                  List.of(AlterChange.ADD_COLUMN),
                  List.of(Algorithm.INSTANT))));

      assertThat(bench.longestSleepNanos.get()).isGreaterThan(Duration.ofSeconds(4).toNanos());
    }
  }

  @Tag("extended")
  @ParameterizedTest
  @MethodSource("servers")
  void limitOfTheUsersEndsIt(Supplier<TargetSpec> server) throws Exception {
    try (AlterBench bench = AlterBench.on(server.get())) {
      AlterOrder order =
          AlterBench.limited(
              AlterBench.order(
                  MANY_ROWS,
                  List.of(AlterChange.ADD_INDEX),
                  List.of(Algorithm.COPY, Algorithm.INPLACE)),
              0.02,
              null);

      AlterResult result = bench.run(order);

      assertThat(result.alters())
          .extracting(alter -> alter.ending().outcome())
          .containsExactly(OutcomeKind.TIME_LIMIT, OutcomeKind.TIME_LIMIT);
      assertThat(result.alters())
          .allSatisfy(alter -> assertThat(alter.ending().code()).isIn(1317, 1969))
          .allSatisfy(alter -> assertThat(alter.ending().afterMs()).isGreaterThan(19))
          .allSatisfy(alter -> assertThat(alter.changed()).isFalse());
      BusyMachine.atMost(result.verdict().texts(), "%s", result);
      assertThat(bench.checksums).hasSize(4).containsOnly(bench.checksums.get(0));
    }
  }

  @Test
  void optimizeTellsInRowsWhyItEnded() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      AlterResult result =
          bench.run(
              AlterBench.limited(
                  AlterBench.order(
                      MANY_ROWS, List.of(AlterChange.OPTIMIZE), List.of(Algorithm.DEFAULT)),
                  0.02,
                  null));

      Alter alter = AlterBench.only(result);
      assertThat(alter.sql()).isEqualTo("OPTIMIZE TABLE sbtest1");
      assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.TIME_LIMIT);
      // In a row while the table is rebuilt, and as an error of the statement before and after it.
      assertThat(alter.ending().code()).isIn(1317, 1969);
      assertThat(alter.ending().message()).containsAnyOf("interrupted", "max_statement_time");
    }
  }

  @Test
  void waitsNoLongerForALockThanItMay() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded());
        Connection holder = bench.connect();
        Statement statement = holder.createStatement()) {
      AlterOrder order =
          AlterBench.onExisting(
              AlterBench.limited(
                  AlterBench.order(
                      ROWS, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.INSTANT)),
                  null,
                  1L));
      bench.prepare(order.job());
      holder.setAutoCommit(false);
      statement.executeQuery("SELECT COUNT(*) FROM " + AlterBench.TABLE).close();

      Alter alter = AlterBench.only(bench.run(order));

      assertThat(alter.ending().outcome()).isEqualTo(OutcomeKind.LOCK_TIMEOUT);
      assertThat(alter.ending().code()).isEqualTo(1205);
      assertThat(alter.ending().afterMs()).isBetween(950.0, 9_000.0);
      assertThat(alter.changed()).isFalse();
    }
  }

  static Stream<Arguments> killed() {
    Supplier<TargetSpec> embedded = ItServers::embedded;
    Supplier<TargetSpec> mysql = ItServers::anyMysql;
    return Stream.of(
        Arguments.of(embedded, "KILL ", OutcomeKind.CONNECTION_LOST),
        Arguments.of(mysql, "KILL ", OutcomeKind.CONNECTION_LOST),
        Arguments.of(embedded, "KILL QUERY ", OutcomeKind.INTERRUPTED));
  }

  @ParameterizedTest
  @MethodSource("killed")
  void killInTheMiddleOfACopyIsAnOutcomeAndLeavesTheTable(
      Supplier<TargetSpec> server, String kill, OutcomeKind outcome) throws Exception {
    try (AlterBench bench = AlterBench.on(server.get())) {
      bench.holdsCopies = true;
      CompletableFuture<AlterResult> running =
          bench.begin(
              AlterBench.order(
                  MANY_ROWS, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.COPY)));
      long session = bench.await("ALTER", "copy to tmp table");
      Queries.execute(bench.target(), kill + session);

      AlterResult result = AlterBench.end(running);
      Alter alter = AlterBench.only(result);
      assertThat(alter.ending().outcome()).isEqualTo(outcome);
      assertThat(alter.ending().afterMs()).isPositive();
      assertThat(alter.changed()).isFalse();
      assertThat(bench.checksums).hasSize(2).containsOnly(bench.checksums.get(0));
      assertThat(result.verdict().texts())
          .filteredOn(reason -> !BusyMachine.isToBlame(reason))
          .containsExactlyElementsOf(
              outcome == OutcomeKind.INTERRUPTED
                  ? List.of("add-column/copy did not end: interrupted, error 1317")
                  : List.of());
    }
  }

  @Test
  void userEndsItAndKeepsWhatWasDone() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      bench.holdsCopies = true;
      CompletableFuture<AlterResult> running =
          bench.begin(
              AlterBench.order(
                  MANY_ROWS,
                  List.of(AlterChange.ADD_COLUMN),
                  List.of(Algorithm.INSTANT, Algorithm.COPY, Algorithm.INPLACE)));
      bench.await("ALTER", "copy to tmp table");
      bench.stop.give();

      AlterResult result = AlterBench.end(running);
      assertThat(result.alters())
          .extracting(alter -> alter.ending().outcome())
          .containsExactly(OutcomeKind.DONE, OutcomeKind.STOPPED);
      assertThat(result.verdict().texts()).contains("interrupted after 2 of 3 ALTERs");
      assertThat(bench.tableIsThere()).isFalse();
    }
  }

  @Test
  void tableThatIsThereIsNeitherTakenNorDropped() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded())) {
      AlterOrder order =
          AlterBench.order(ROWS, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.DEFAULT));
      bench.prepare(order.job());
      String before = bench.checksum();

      assertThatThrownBy(() -> bench.run(order))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("sbtest1 is there");
      Alter alter = AlterBench.only(bench.run(AlterBench.onExisting(order)));

      assertThat(alter.changed()).isTrue();
      assertThat(alter.notes())
          .containsExactly(
              "the table stays as it is now; undo it with ALTER TABLE sbtest1 DROP COLUMN"
                  + " bmt_added");
      assertThat(bench.checksum()).isEqualTo(before);
      assertThatThrownBy(() -> bench.run(AlterBench.onExisting(order)))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("undo it first");
    }
  }

  @Test
  void aVersionedTableThatTheServerDoesNotAlterIsAFinding() throws Exception {
    try (AlterBench bench = AlterBench.on(ItServers.embedded());
        Connection connection = bench.connect()) {
      AlterOrder order =
          AlterBench.order(ROWS, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.DEFAULT));
      bench.prepare(order.job());
      Sql.execute(connection, "ALTER TABLE " + AlterBench.TABLE + " ADD SYSTEM VERSIONING");

      AlterResult result = bench.run(AlterBench.onExisting(order));

      assertThat(AlterBench.only(result).ending().outcome()).isEqualTo(OutcomeKind.REFUSED);
      assertThat(AlterBench.only(result).ending().code()).isEqualTo(4119);
      BusyMachine.atMost(result.verdict().texts(), "%s", result);
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void tellsProgressAndSpaceOfACopy(Supplier<TargetSpec> server) throws Exception {
    try (AlterBench bench = AlterBench.on(server.get())) {
      AlterResult result =
          bench.run(
              AlterBench.order(
                  2 * MANY_ROWS, List.of(AlterChange.ADD_COLUMN), List.of(Algorithm.COPY)));
      Alter alter = AlterBench.only(result);
      assertThat(alter.progress()).anyMatch(told -> told.percent() != null);
      assertThat(alter.progress())
          .anyMatch(
              told ->
                  List.of("copy to tmp table", "Enabling keys")
                      .contains(String.valueOf(told.stage())));
      assertThat(Objects.requireNonNull(alter.temporary()).bytes())
          .isBetween(5_000_000L, 120_000_000L);
      ServerSeries series = Objects.requireNonNull(result.serverSeries()).get(0);
      assertThat(series.part()).isEqualTo("add-column/copy none");
      List<Double> times = series.servers().get(0).readings().get(0).toSeconds();
      assertThat(times.get(0)).isNegative();
      assertThat(1e3 * times.get(times.size() - 1))
          .isGreaterThan(Objects.requireNonNull(alter.ending().afterMs()) - 1);
    }
  }
}
