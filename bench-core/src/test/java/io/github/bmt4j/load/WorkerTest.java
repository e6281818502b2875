package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerTest {
  private final SQLException deadlock = new SQLException("Deadlock found", "40001", 1213);
  private final SQLException gone = new SQLException("Connection reset", "08000", 0);
  private final SQLException notReady =
      new SQLNonTransientConnectionException("WSREP has not yet prepared node", "08S01", 1047);

  private final ManualClock clock = new ManualClock(0);
  private final WorkerRecorder recorder = new WorkerRecorder(false);
  private ScriptedServer server = new ScriptedServer(false);
  private RunState state = state(1, Duration.ZERO);

  @Test
  void rollsBackBeforeEveryRetry() {
    ScriptedSession session =
        work(
            (number, counts) -> {
              server.log.add("attempt " + number);
              if (number <= 2) {
                throw deadlock;
              }
            });

    assertThat(server.log)
        .containsExactly("acquire", "attempt 1", "ROLLBACK", "attempt 2", "ROLLBACK", "attempt 3");
    assertThat(session.executed()).isEqualTo(3);
    assertThat(session.operation()).as("attempts of one operation").isEqualTo(1);
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(1);
    assertThat(counts().of(Counter.RETRIES)).isEqualTo(2);
    assertThat(counts().of(Counter.ERRORS)).isEqualTo(2);
    assertThat(counts().of(Counter.OTHERS)).as("rollbacks").isEqualTo(2);
    assertThat(counts().of(Counter.FAILED)).isZero();
  }

  @Test
  void retriesNoMoreThanItMay() {
    ScriptedSession session = work((number, counts) -> fail(deadlock));

    assertThat(session.executed()).isEqualTo(4);
    assertThat(counts().of(Counter.FAILED)).isEqualTo(1);
    assertThat(counts().of(Counter.RETRIES)).isEqualTo(3);
    assertThat(state.errors.lines())
        .containsExactly(
            new ErrorLog.Line(ErrorPhase.STATEMENT, 1213, "40001", "", 4, 3, "Deadlock found"));
    assertThat(server.log).endsWith("ROLLBACK");
  }

  @Test
  void aUserDoesNotWaitUntilTheConnectionIsGivenBack() {
    server = new ScriptedServer(true);
    server.onRelease(() -> clock.advance(500_000_000));
    state = state(3, Duration.ZERO);
    work((number, counts) -> clock.advance(10_000_000));

    assertThat(server.log)
        .containsExactly("acquire", "release", "acquire", "release", "acquire", "release");
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(3);
    assertThat(counts().of(Counter.RESPONSE_NANOS)).isEqualTo(30_000_000);
  }

  @Test
  void inAClosedLoopTheClockIsReadOnceAnOperation() {
    clock.tick(1);
    state = state(3, Duration.ZERO);
    work((number, counts) -> {});

    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(3);
    assertThat(counts().of(Counter.RESPONSE_NANOS)).isEqualTo(3);
    assertThat(clock.nanoTime() - state.originNanos())
        .as("the first start, three ends, this reading")
        .isEqualTo(5);
  }

  @Test
  void theNextOperationBeginsAfterThePauseThatFollowsAFailure() {
    state = state(3, Duration.ZERO);
    server.refuse(new SQLException("Connection refused", "08000", 0));
    work((number, counts) -> {});

    Latencies latencies = new Latencies();
    recorder.drainTo(latencies);
    assertThat(latencies.failed().getTotalCount()).isEqualTo(3);
    assertThat(latencies.failed().getMaxValue()).isZero();
  }

  @Test
  void rollsBackWhatIsNotRetriedToo() {
    ScriptedSession session =
        work((number, counts) -> fail(new SQLException("Duplicate entry", "23000", 1062)));

    assertThat(session.executed()).isEqualTo(1);
    assertThat(server.log).containsExactly("acquire", "ROLLBACK");
    assertThat(counts().of(Counter.FAILED)).isEqualTo(1);
  }

  @Test
  void aConnectionLostAtCommitIsUnknownAndNeverRetried() {
    state = state(1, Duration.ZERO, new RetryPolicy(Set.of(), true, 3));
    ScriptedSession session =
        work(
            (number, counts) -> {
              counts.phase(ErrorPhase.COMMIT);
              throw gone;
            });

    assertThat(session.executed()).isEqualTo(1);
    assertThat(counts().of(Counter.UNKNOWN)).isEqualTo(1);
    assertThat(counts().of(Counter.FAILED)).isZero();
    assertThat(server.log).containsExactly("acquire", "discard");
  }

  @Test
  void aNodeThatIsNotReadyIsAskedAgainOnTheSameConnection() {
    state = state(1, Duration.ZERO, new RetryPolicy(Set.of(1047), false, 3));
    ScriptedSession session = work(this::refuseTheFirstCommit);

    assertThat(session.executed()).isEqualTo(2);
    assertThat(server.log).containsExactly("acquire", "ROLLBACK");
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(1);
    assertThat(counts().of(Counter.RECONNECTS)).isZero();
  }

  @Test
  void aNodeThatIsNotReadyEvenToRollBackIsAskedAgainOnAnotherConnection() {
    server.failRollbacks(notReady);
    state = state(1, Duration.ZERO, new RetryPolicy(Set.of(1047), false, 3));
    ScriptedSession session = work(this::refuseTheFirstCommit);

    assertThat(session.executed()).isEqualTo(2);
    assertThat(server.log).containsExactly("acquire", "ROLLBACK", "discard", "acquire");
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(1);
    assertThat(counts().of(Counter.RECONNECTS)).isEqualTo(1);
  }

  private void refuseTheFirstCommit(int number, StatementCounts counts) throws SQLException {
    counts.phase(ErrorPhase.COMMIT);
    if (number == 1) {
      throw notReady;
    }
  }

  @Test
  void isNotRetriedOnceAWriteOfItIsPermanent() {
    ScriptedSession session =
        work(
            (number, counts) -> {
              counts.apply();
              throw deadlock;
            });

    assertThat(session.executed()).isEqualTo(1);
    assertThat(counts().of(Counter.FAILED)).isEqualTo(1);
    assertThat(counts().of(Counter.RETRIES)).isZero();
  }

  @Test
  void aLostConnectionIsReplacedAndCounted() {
    state = state(3, Duration.ZERO);
    work(
        (number, counts) -> {
          if (number == 2) {
            throw gone;
          }
        });

    assertThat(server.log).containsExactly("acquire", "discard", "acquire");
    assertThat(counts().of(Counter.FAILED)).isEqualTo(1);
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(2);
    assertThat(counts().of(Counter.RECONNECTS)).isEqualTo(1);
  }

  @Test
  void aConnectionThatCannotRollBackIsGivenUp() {
    server.failRollbacks(gone);
    state = state(2, Duration.ZERO);
    work(
        (number, counts) -> {
          if (number == 1) {
            throw deadlock;
          }
        });

    assertThat(server.log).containsExactly("acquire", "ROLLBACK", "discard", "acquire");
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(2);
  }

  @Test
  void whatIsPendingIsSentOnceAfterTheLastOperation() {
    state = state(3, Duration.ZERO);
    work(new ScriptedSession((number, counts) -> {}, (number, counts) -> server.log.add("finish")));
    assertThat(server.log).containsExactly("acquire", "finish");
    assertThat(state.problems).isEmpty();
  }

  @Test
  void whatIsPendingAndCannotBeSentIsAProblem() {
    work(new ScriptedSession((number, counts) -> {}, (number, counts) -> fail(gone)));
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(1);
    assertThat(state.problems)
        .extracting(Reason::text)
        .containsExactly(
            "the last rows of a thread could not be sent, though their operations count: Connection"
                + " reset");
  }

  @Test
  void withAPoolItBorrowsAndGivesBackForEveryTransaction() {
    server = new ScriptedServer(true);
    state = state(2, Duration.ZERO);
    work((number, counts) -> server.log.add("transaction " + number));

    assertThat(server.log)
        .containsExactly(
            "acquire", "transaction 1", "release", "acquire", "transaction 2", "release");
  }

  /** Otherwise it would close statements on a connection that another worker has borrowed. */
  @Test
  void aConnectionIsDetachedBeforeItIsGivenBack() {
    server = new ScriptedServer(true);
    ScriptedSession session = new ScriptedSession((number, counts) -> {});
    session.onDetach(() -> server.log.add("detach"));
    work(session);

    assertThat(server.log).containsExactly("acquire", "detach", "release");
  }

  /** Otherwise another worker would find the client standing still since the operation before. */
  @Test
  void theEndOfAnOperationIsKnownBeforeItIsCounted() throws InterruptedException {
    int operations = 1_000_000;
    clock.tick(1);
    state = state(operations, Duration.ZERO);
    Worker worker =
        new Worker(state, server, new ScriptedSession((number, counts) -> {}), recorder);
    state.start(clock.nanoTime());
    Thread working = new Thread(worker::work);
    working.start();
    long counted = 0;
    long early = 0;
    while (counted < operations) {
      counted = recorder.count(Counter.TRANSACTIONS);
      // The clock is read at the first start, and at each end.
      early += counted > 0 && worker.lastEndNanos() <= state.originNanos() + counted ? 1 : 0;
    }
    working.join();

    assertThat(early).as("counted before its end was known").isZero();
  }

  @Test
  void refusedConnectionsAreFailedOperationsWithAPauseThatGrows() {
    state = state(4, Duration.ZERO);
    server.refuse(new SQLException("Connection refused", "08000", 0));
    work((number, counts) -> {});

    assertThat(counts().of(Counter.FAILED)).isEqualTo(4);
    assertThat(clock.nanoTime()).isEqualTo((10 + 20 + 40 + 80) * 1_000_000L);
    assertThat(state.errors.lines())
        .singleElement()
        .extracting(ErrorLog.Line::phase, ErrorLog.Line::count)
        .containsExactly(ErrorPhase.CONNECT, 4L);
  }

  @Test
  void aRefusedConnectionIsNotRetriedWithinTheOperationEvenWhenAllErrorsAre() {
    state = state(2, Duration.ZERO, new RetryPolicy(Set.of(), true, 10));
    server.refuse(new SQLException("Connection refused", "08000", 0));
    work((number, counts) -> {});

    assertThat(server.log).containsExactly("refused", "refused");
    assertThat(counts().of(Counter.RETRIES)).isZero();
  }

  @Test
  void whatTimeDoesNotMendEndsTheRun() {
    state = state(100, Duration.ZERO);
    ScriptedSession session =
        work(
            (number, counts) ->
                fail(new SQLException("Table 'sbtest1' doesn't exist", "42S02", 1146)));

    assertThat(session.executed()).isEqualTo(1);
    assertThat(state.stopped()).isTrue();
    assertThat(state.problems).singleElement().asString().contains("1146").contains("sbtest1");
  }

  @Test
  void whatTimeDoesNotMendIsAFailureOfALoadThatNeverGivesUp() {
    LoadPlan plan = new Plan(1).events(5).giveUp(LoadPlan.Times.NEVER.toMillis()).build();
    state = new RunState(plan, clock, new StopSignal());
    SQLException missing = new SQLException("Table '_t_new' doesn't exist", "42S02", 1146);
    work(
        (number, counts) -> {
          if (number <= 3) {
            throw missing;
          }
        });
    assertThat(counts().of(Counter.FAILED)).isEqualTo(3);
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(2);
    assertThat(clock.nanoTime()).isEqualTo(3 * 10_000_000L);
    state.loadEnded(clock.nanoTime() + 1_000_000_000);
    assertThat(state.problems).isEmpty();
    state.loadEnded(clock.nanoTime());
    assertThat(state.problems)
        .singleElement()
        .asString()
        .contains("until its end: retrying", "1146");
  }

  @Test
  void operationsOfTheWarmupAreNotMeasuredAndDoNotUseUpEvents() {
    state = state(5, Duration.ofSeconds(1));
    ScriptedSession session = work((number, counts) -> clock.advance(100_000_000));

    assertThat(session.executed()).isEqualTo(15);
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(5);
    assertThat(recorder.warmupCounts().of(Counter.TRANSACTIONS)).isEqualTo(10);
  }

  @Test
  void errorsOfTheWarmupAreNotInTheErrorsOfTheRun() {
    state = state(1, Duration.ofSeconds(1));
    work(
        (number, counts) -> {
          clock.advance(300_000_000);
          if (number == 1) {
            throw deadlock;
          }
        });

    assertThat(state.errors.lines()).isEmpty();
    assertThat(counts().of(Counter.ERRORS)).isZero();
  }

  /** The close is no part of an operation; the next one opens the connection. */
  @Test
  void opensAnotherConnectionAfterSoManyOperations() {
    server.onRelease(() -> clock.advance(500_000_000));
    state = new RunState(new Plan(1).events(5).reconnect(2).build(), clock, new StopSignal());
    work((number, counts) -> clock.advance(10_000_000));

    assertThat(server.log).containsExactly("acquire", "release", "acquire", "release", "acquire");
    assertThat(counts().of(Counter.TRANSACTIONS)).isEqualTo(5);
    assertThat(counts().of(Counter.RESPONSE_NANOS)).isEqualTo(50_000_000);
    assertThat(counts().of(Counter.RECONNECTS)).as("none was lost").isZero();
  }

  private ScriptedSession work(ScriptedSession.Script script) {
    return work(new ScriptedSession(script));
  }

  private ScriptedSession work(ScriptedSession session) {
    Worker worker = new Worker(state, server, session, recorder);
    state.start(state.clock.nanoTime());
    worker.work();
    return session;
  }

  private Counts counts() {
    return recorder.measuredCounts();
  }

  private static void fail(SQLException failure) throws SQLException {
    throw failure;
  }

  private RunState state(long events, Duration warmup) {
    return state(events, warmup, new RetryPolicy(Set.copyOf(List.of(1213, 1205, 1020)), false, 3));
  }

  private RunState state(long events, Duration warmup, RetryPolicy retry) {
    return new RunState(
        new Plan(1)
            .warmup(warmup.toMillis())
            .events(events)
            .interval(1000)
            .retry(retry)
            .grace(10_000)
            .giveUp(30_000)
            .build(),
        clock,
        new StopSignal());
  }
}
