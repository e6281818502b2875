package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Measurement.StageMeasurement;
import io.github.bmt4j.progress.StopSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Operations of 8 ms, on a clock where the truth is known to the nanosecond. */
class StageSumsTest {
  private static final long MILLI = 1_000_000;

  private final ManualClock clock = new ManualClock(123_456_789);
  private final List<Long> begins = new ArrayList<>();

  @Test
  void chargesTheWaitsOfAStageToItAlsoWhereTheyEndInTheNext() {
    Stages stages = stages("1s:50/s", "1s:200/s", "3s:20/s");
    List<StageMeasurement> shares =
        run(
            new LoadProfile.OpenLoop(ArrivalSchedule.uniform(stages, Portion.WHOLE), stages),
            1,
            5000);

    assertThat(shares.stream().map(StageMeasurement::due)).containsExactly(50L, 200L, 60L);
    assertThat(shares.stream().map(StageMeasurement::dueLate)).containsExactly(25L, 100L, 30L);
    // The server takes 125 a second: of 200, 75 wait at the end of the second stage, and 1 is under
    // way; 62 ended in its second half, and those that waited in the first half of the third.
    assertThat(shares.stream().map(StageMeasurement::growth)).containsExactly(0L, 76L, -76L);
    assertThat(shares.stream().map(StageMeasurement::growthLate)).containsExactly(0L, 38L, 0L);
    assertThat(shares.stream().map(StageMeasurement::ended)).containsExactly(50L, 124L, 136L);
    assertThat(shares.stream().map(one -> one.counts().of(Counter.TRANSACTIONS)))
        .containsExactly(50L, 200L, 60L);
    assertThat(longestMillis(shares.get(0))).isEqualTo(8);
    // The last is due at 1.9975 s and ends at 1.0025 + 200 * 0.008 s.
    assertThat(longestMillis(shares.get(1))).isEqualTo(605);
    // The first of the last stage is due at 2.025 s and ends at 1.0025 + 201 * 0.008 s.
    assertThat(longestMillis(shares.get(2))).isEqualTo(586);
  }

  @Test
  void aThreadWorksOnlyInTheStagesThatHaveIt() {
    Stages stages = stages("1s:1", "1s:1..2", "1s:2", "1s:1");
    List<StageMeasurement> shares = run(new LoadProfile.ClosedLoop(stages, Portion.WHOLE), 2, 4000);

    assertThat(begins.get(0)).isEqualTo(1500 * MILLI);
    assertThat(begins.get(begins.size() - 1)).isEqualTo((3000 - 4) * MILLI);
    assertThat(begins).hasSize(188);
    assertThat(shares.stream().map(StageMeasurement::due)).containsOnly(0L);
    assertThat(shares.stream().map(one -> one.counts().of(Counter.TRANSACTIONS)))
        .containsExactly(0L, 63L, 125L, 0L);
  }

  private static long longestMillis(StageMeasurement share) {
    return Math.round(share.latencies().response().getMaxValue() / 1e6);
  }

  private static Stages stages(String... texts) {
    return new Stages(Stream.of(texts).map(Stage::parse).toList());
  }

  /** The shares of the last of some workers, which works alone. */
  private List<StageMeasurement> run(LoadProfile profile, int workers, long millis) {
    LoadPlan plan = new Plan(workers).profile(profile).time(millis).build();
    RunState state = new RunState(plan, clock, new StopSignal());
    ScriptedSession session =
        new ScriptedSession(
            (number, counts) -> {
              begins.add(clock.nanoTime() - state.originNanos());
              clock.advance(8 * MILLI);
            });
    List<Worker> made = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      WorkerRecorder recorder = new WorkerRecorder(state.isScheduled());
      made.add(new Worker(state, new ScriptedServer(false), session, recorder));
    }
    state.start(state.clock.nanoTime());
    Collected collected = new Collected(state, made, new RoundRobin(1));
    made.get(workers - 1).work();
    collected.take(Long.MAX_VALUE);
    return collected.stages(state.deadlineNanos());
  }
}
