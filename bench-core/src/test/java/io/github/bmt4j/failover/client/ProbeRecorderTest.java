package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Outcome;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProbeRecorderTest {
  private static final long STALL = 1_000;
  private static final Retry NONE = Retry.Policy.NONE.within(0);

  private final ManualClock clock = new ManualClock(10_000);

  @Test
  void remembersEveryServerThatTookAnOperation() {
    ProbeRecorder recorder = recorder(NONE);
    Attempt attempt = recorder.newAttempt();
    for (String server : List.of("node2", "node1", "node2")) {
      recorder.assign(attempt, 7, 9_900);
      recorder.begin(attempt, 1, ErrorPhase.BORROW);
      attempt.server(server);
      attempt.succeeded();
    }
    recorder.assign(attempt, 8, 9_900);
    recorder.begin(attempt, 1, ErrorPhase.BORROW);
    attempt.server("node3");
    attempt.failed(new SQLException("read-only", "HY000", 1290));

    assertThat(recorder.status(clock.nanoTime()).server()).isEqualTo("node2");
    assertThat(recorder.status(clock.nanoTime()).servers()).containsOnly("node1", "node2");
  }

  @Test
  void writesDownWhatBecameOfAnOperation() {
    ProbeRecorder recorder = recorder(NONE);
    Attempt attempt = begun(recorder, 7, 9_900);
    clock.advance(50);
    attempt.enter(ErrorPhase.STATEMENT);
    attempt.server("node2");
    attempt.saw(41, 8_000);
    attempt.enter(ErrorPhase.COMMIT);
    clock.advance(30);
    attempt.succeeded();

    assertThat(recorder.status(clock.nanoTime()))
        .isEqualTo(
            new ClientStatus.Probe(
                new ClientStatus.Counts(1, 0, 0, 0),
                10_080,
                Operation.NEVER,
                Operation.NEVER,
                "node2",
                Set.of("node2"),
                ""));
    assertThat(recorder.close())
        .containsExactly(
            new Operation(
                ProbeKind.READER,
                7,
                1,
                true,
                9_900,
                10_000,
                10_080,
                Outcome.OK,
                0,
                "",
                null,
                "node2",
                41,
                2_050));
  }

  @Test
  void forgetsTheOperationBeforeWhenAWorkerBeginsAnother() {
    ProbeRecorder recorder = recorder(NONE);
    Attempt attempt = begun(recorder, 0, 10_000);
    attempt.server("node1");
    attempt.saw(41, 8_000);
    attempt.enter(ErrorPhase.COMMIT);
    attempt.failed(new SQLException("read-only", "HY000", 1290));
    recorder.assign(attempt, 1, 10_000);
    recorder.begin(attempt, 1, ErrorPhase.BORROW);
    attempt.failed(new SQLException("none", "08001", 0));

    assertThat(recorder.close())
        .containsExactly(
            new Operation(
                ProbeKind.READER,
                0,
                1,
                true,
                10_000,
                10_000,
                10_000,
                Outcome.FAILED,
                1290,
                "HY000",
                ErrorPhase.COMMIT,
                "node1",
                41,
                2_000),
            new Operation(
                ProbeKind.READER,
                1,
                1,
                true,
                10_000,
                10_000,
                10_000,
                Outcome.FAILED,
                0,
                "08001",
                ErrorPhase.BORROW,
                "",
                Operation.NEVER,
                Operation.NEVER));
  }

  @Test
  void aDriverThatBreaksIsAFailureOfThePhaseItWasIn() {
    ProbeRecorder recorder = recorder(NONE);
    Attempt attempt = begun(recorder, 0, 10_000);
    attempt.enter(ErrorPhase.COMMIT);
    attempt.failed(new NullPointerException("in the driver"));

    assertThat(recorder.status(10_000).counts().unknown()).isEqualTo(1);
    assertThat(recorder.close().get(0).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void whatHasNotEndedAtTheEndIsWrittenDownAsItStands() {
    ProbeRecorder recorder = recorder(Retry.Policy.ONCE.within(0));
    Attempt hangs = begun(recorder, 0, 10_000);
    hangs.enter(ErrorPhase.STATEMENT);
    hangs.server("node1");
    Attempt between = begun(recorder, 1, 10_000);
    between.failed(new SQLException("none", "08001", 0));
    assertThat(recorder.again(between)).isTrue();
    Attempt due = recorder.newAttempt();
    recorder.assign(due, 2, 10_000);
    recorder.unserved(3, 10_000);

    assertThat(recorder.waiting()).isEqualTo(3);
    List<Operation> operations = recorder.close();
    assertThat(operations).hasSize(4).allMatch(Operation::last);
    Operation stuck = operations.stream().filter(Operation::stuck).findAny().orElseThrow();
    assertThat(stuck.sequence()).isZero();
    assertThat(stuck.phase()).isEqualTo(ErrorPhase.STATEMENT);
    assertThat(stuck.server()).isEqualTo("node1");
    assertThat(operations)
        .filteredOn(Operation::unserved)
        .extracting(Operation::sequence)
        .containsExactlyInAnyOrder(2L, 3L);
    assertThat(operations)
        .filteredOn(operation -> operation.outcome() == Outcome.FAILED)
        .extracting(Operation::sequence)
        .containsExactly(1L);
    assertThat(recorder.again(between)).isFalse();
  }

  @Test
  void nothingBeginsOrIsWrittenDownAfterTheEnd() {
    ProbeRecorder recorder = recorder(NONE);
    Attempt attempt = recorder.newAttempt();
    recorder.assign(attempt, 0, 10_000);
    assertThat(recorder.begin(attempt, 1, ErrorPhase.BORROW)).isTrue();
    assertThat(attempt.givenUp()).isFalse();
    assertThat(recorder.close()).hasSize(1);

    attempt.succeeded();
    assertThat(attempt.givenUp()).isTrue();
    assertThat(recorder.begin(attempt, 1, ErrorPhase.BORROW)).isFalse();
    assertThat(recorder.status(10_000).counts().ok()).isZero();
  }

  @Test
  void troubleIsTheLastMomentAtWhichSomethingWasWrong() {
    ProbeRecorder recorder = recorder(Retry.Policy.ONCE.within(0));
    Attempt attempt = begun(recorder, 0, 10_000);
    assertThat(trouble(recorder, 11_000)).isEqualTo(Operation.NEVER);
    // Waits for longer than the stall limit.
    assertThat(trouble(recorder, 11_001)).isEqualTo(11_001);
    clock.advance(1_500);
    attempt.succeeded();
    // Ended late.
    assertThat(trouble(recorder, 20_000)).isEqualTo(11_500);
    recorder.assign(attempt, 1, 11_500);
    recorder.begin(attempt, 1, ErrorPhase.BORROW);
    clock.advance(100);
    attempt.failed(new SQLException("none", "08001", 0));
    recorder.begin(attempt, 2, ErrorPhase.BORROW);
    clock.advance(100);
    attempt.succeeded();
    // Failed, although it came through at the second attempt.
    assertThat(trouble(recorder, 20_000)).isEqualTo(11_600);
    assertThat(recorder.status(20_000).counts().failed()).isZero();
    clock.advance(100);
    recorder.unserved(2, 11_800);
    assertThat(trouble(recorder, 20_000)).isEqualTo(11_800);
  }

  private static long trouble(ProbeRecorder recorder, long nowNanos) {
    return recorder.status(nowNanos).troubleNanos();
  }

  private static Attempt begun(ProbeRecorder recorder, long sequence, long dueNanos) {
    Attempt attempt = recorder.newAttempt();
    recorder.assign(attempt, sequence, dueNanos);
    recorder.begin(attempt, 1, ErrorPhase.BORROW);
    return attempt;
  }

  private ProbeRecorder recorder(Retry retry) {
    return new ProbeRecorder(ProbeKind.READER, clock, retry, STALL);
  }
}
