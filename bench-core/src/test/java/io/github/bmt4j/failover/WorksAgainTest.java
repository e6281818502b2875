package io.github.bmt4j.failover;

import static io.github.bmt4j.failover.figures.Operation.NEVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.clock.Outcome;
import io.github.bmt4j.failover.fault.Disruption;
import io.github.bmt4j.failover.fault.Timeline;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.SampleOperation;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorksAgainTest {
  private static final long T0 = 1_000;
  private static final Duration STALL = Duration.ofNanos(500);

  private final Timeline timeline = new Timeline(new ManualClock(T0));
  private boolean over;
  private int signals;

  @Test
  void aWriteThatTheOldPrimaryTakesIsNoProofWhenWritesMove() {
    WorksAgain again = inLab(Disruption.MOVE);
    timeline.noteAt(1_100, Kind.INJECTED, "node1", "killed");
    again.ended(990, 1_010, true, "node1");
    again.ended(1_010, 1_150, false, "");
    // It came back, and takes writes.
    again.ended(1_200, 1_210, true, "node1");
    isNotProven(again);

    // It waited in the pool since before the fault was in force.
    again.ended(1_050, 1_300, true, "node2");
    isProven(again, 1_300, "node2");
  }

  @Test
  void onlyTheFirstProofCounts() {
    WorksAgain again = inLab(Disruption.MOVE);
    again.ended(1_010, 1_020, true, "node2");
    again.ended(1_020, 1_030, true, "node3");
    isProven(again, 1_020, "node2");
  }

  @Test
  void aWriteThatBeganBeforeTheFaultWasInForceIsNoProofWhenWritesPause() {
    WorksAgain again = inLab(Disruption.PAUSE);
    again.ended(1_010, 1_020, true, "node1");
    timeline.noteAt(1_100, Kind.INJECTED, "node1", "nothing passes");
    again.ended(1_090, 1_110, true, "node1");
    isNotProven(again);

    again.ended(1_100, 1_120, true, "node1");
    isProven(again, 1_120, "node1");
  }

  @Test
  void aNoteIsNoInjection() {
    WorksAgain again = inLab(Disruption.PAUSE);
    timeline.noteAt(1_000, Kind.FAULT, "node1", "fault");
    timeline.noteAt(1_005, Kind.NOTE, "node2", "receives nothing");
    again.ended(1_010, 1_020, true, "node1");
    isNotProven(again);
  }

  @Test
  void whatIsWrittenElsewhereBeforeTheCutIsNoProof() {
    WorksAgain again = inLab(Disruption.MOVE_AND_CUT);
    timeline.noteAt(1_100, Kind.FLIPPED, "node2", "endpoint points to node2");
    again.ended(1_110, 1_120, true, "node2");
    timeline.noteAt(1_130, Kind.NOTE, "node2", "connections cut");
    again.ended(1_140, 1_145, true, "node2");
    isNotProven(again);

    over = true;
    again.ended(1_125, 1_150, true, "node2");
    again.ended(1_150, 1_160, true, "node1");
    isNotProven(again);
    again.ended(1_160, 1_170, true, "node2");
    isProven(again, 1_170, "node2");
  }

  @Test
  void nothingIsAProofBeforeTheFault() {
    WorksAgain again = WorksAgain.inCluster(STALL);
    again.ended(100, 110, false, "");
    again.ended(110, 120, true, "a");
    again.expect(T0, () -> signals++);
    again.ended(980, 999, true, "b");
    isNotProven(again);
    // The failure before the fault does not make the next write on the old primary a proof.
    again.ended(1_001, 1_010, true, "a");
    isNotProven(again);
  }

  @Test
  void inAClusterAWriteElsewhereIsAProof() {
    WorksAgain again = inCluster();
    again.ended(1_010, 1_020, true, "a");
    isNotProven(again);
    again.ended(1_020, 1_030, true, "b");
    isProven(again, 1_030, "b");
  }

  @Test
  void whereSeveralServersTookWritesBeforeTheFaultAnotherOneIsNoProof() {
    WorksAgain again = WorksAgain.inCluster(STALL);
    again.ended(970, 980, true, "a");
    again.ended(980, 990, true, "b");
    again.expect(T0, () -> signals++);
    again.ended(1_010, 1_020, true, "b");
    again.ended(1_020, 1_030, true, "c");
    isNotProven(again);

    again.ended(1_030, 1_040, false, "");
    again.ended(1_040, 1_050, true, "a");
    isProven(again, 1_050, "a");
    assertThat(again.relapses(List.of(write(1_050, 1_060, Outcome.OK, "b")), 1_100, STALL))
        .isZero();
  }

  @Test
  void inAClusterTheFirstWriteThatBeganAfterAFailureIsAProof() {
    WorksAgain again = inCluster();
    again.ended(1_010, 1_050, false, "");
    again.ended(1_040, 1_060, true, "a");
    isNotProven(again);
    again.ended(1_060, 1_070, true, "a");
    isProven(again, 1_070, "a");
  }

  @Test
  void inAClusterAWriteThatCameThroughAfterItHadStalledIsAProof() {
    WorksAgain again = inCluster();
    again.ended(1_010, 1_490, true, "a");
    isNotProven(again);
    again.ended(1_490, 1_991, true, "a");
    isProven(again, 1_991, "a");
  }

  @Test
  void inAClusterAWriteThatBeganLateAfterTheOneBeforeIsAProof() {
    WorksAgain again = inCluster();
    again.ended(1_010, 1_020, true, "a");
    // Giving the connection back took its time.
    again.ended(1_500, 1_520, true, "a");
    isNotProven(again);
    again.ended(2_015, 2_021, true, "a");
    isProven(again, 2_021, "a");
  }

  @Test
  void writesThatGoOnWhereItWorkedAgainAreNoRelapses() {
    WorksAgain again = provenAt2000();
    // It was under way before the proof, and the last one never ended.
    List<Operation> writes =
        List.of(
            write(1_900, 2_100, Outcome.FAILED, ""),
            write(2_000, 2_400, Outcome.OK, "b"),
            write(2_400, 2_900, Outcome.OK, "b"),
            write(2_900, NEVER, null, ""));
    assertThat(again.relapses(writes, 3_400, STALL)).isZero();
  }

  @Test
  void failedStalledAndMovedWritesAfterTheProofAreRelapses() {
    WorksAgain again = provenAt2000();
    List<Operation> writes =
        List.of(
            write(2_000, 2_100, Outcome.FAILED, ""),
            write(2_100, 2_200, Outcome.OK, "c"),
            write(2_300, 2_701, Outcome.OK, "b"));
    assertThat(again.relapses(writes, 2_800, STALL)).isEqualTo(3);
    // The observation ends long after the last write.
    assertThat(again.relapses(writes, 3_202, STALL)).isEqualTo(4);
  }

  @Test
  void withoutAProofThereIsNoRelapse() {
    assertThat(inCluster().relapses(List.of(write(1_100, 9_000, Outcome.OK, "b")), 9_900, STALL))
        .isZero();
  }

  @Test
  void aFaultThatStopsNoWriteHasNoProof() {
    assertThatThrownBy(() -> inLab(Disruption.NONE)).isInstanceOf(IllegalArgumentException.class);
  }

  private WorksAgain inLab(Disruption disruption) {
    WorksAgain again = WorksAgain.inLab(disruption, "node1", timeline, () -> over);
    again.expect(T0, () -> signals++);
    return again;
  }

  private WorksAgain provenAt2000() {
    WorksAgain again = inCluster();
    again.ended(1_010, 2_000, true, "b");
    isProven(again, 2_000, "b");
    return again;
  }

  private static Operation write(
      long startNanos, long endNanos, @Nullable Outcome outcome, String server) {
    return SampleOperation.of(ProbeKind.WRITER, 0, startNanos, endNanos, outcome, server);
  }

  private WorksAgain inCluster() {
    WorksAgain again = WorksAgain.inCluster(STALL);
    again.ended(980, 990, true, "a");
    again.expect(T0, () -> signals++);
    return again;
  }

  private void isNotProven(WorksAgain again) {
    assertThat(again.isProven()).isFalse();
    assertThat(again.provenNanos()).isEqualTo(NEVER);
    assertThat(signals).isZero();
  }

  private void isProven(WorksAgain again, long nanos, String server) {
    assertThat(again.isProven()).isTrue();
    assertThat(again.provenNanos()).isEqualTo(nanos);
    assertThat(again.server()).isEqualTo(server);
    assertThat(signals).isEqualTo(1);
  }
}
