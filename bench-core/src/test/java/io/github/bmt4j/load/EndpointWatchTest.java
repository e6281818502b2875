package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Measurement.EndpointMeasurement;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.StatementCounts;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two endpoints with one worker each, of which the second one freezes. */
@Timeout(60)
class EndpointWatchTest {
  private static final long MILLI = 1_000_000;

  private final ManualClock clock = new ManualClock(987_654_272);
  private final WorkerRecorder usual = new WorkerRecorder(true);
  private final WorkerRecorder frozen = new WorkerRecorder(true);

  /** For 2 s; then it has nothing to do. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEndpointThatFreezesHasAGapOfItsOwn(boolean open) {
    LoadProfile profile =
        open
            ? new LoadProfile.OpenLoop(ArrivalSchedule.uniform(100, Portion.WHOLE))
            : new LoadProfile.ClosedLoop();
    RunState run =
        new RunState(new Plan(2).profile(profile).time(10_000).build(), clock, new StopSignal());
    run.start(run.clock.nanoTime());
    List<Worker> workers =
        Stream.of(usual, frozen)
            .map(
                recorder ->
                    new Worker(
                        run,
                        new ScriptedServer(false),
                        new ScriptedSession((number, counts) -> {}),
                        recorder))
            .toList();
    Collected collected = new Collected(run, workers, new RoundRobin(2));

    succeedsUntil(1000, run, collected);
    long due = clock.nanoTime();
    frozen.begin(WorkerRecorder.MEASURED, 0, due);
    succeedsUntil(3000, run, collected);
    frozen.end(Outcome.OK, due, due, clock.nanoTime(), new StatementCounts());
    succeedsUntil(6000, run, collected);

    assertThat(collected.gaps(clock.nanoTime(), List.of())).isEmpty();
    List<List<Gap>> gaps =
        collected.endpoints(0, clock.nanoTime(), List.of()).stream()
            .map(EndpointMeasurement::gaps)
            .toList();
    assertThat(gaps.get(0)).isEmpty();
    assertThat(gaps.get(1)).containsExactly(new Gap(1000 * MILLI, 2000 * MILLI, false));
  }

  private void succeedsUntil(long millis, RunState run, Collected collected) {
    while (clock.nanoTime() < run.originNanos() + millis * MILLI) {
      long start = clock.nanoTime();
      usual.begin(WorkerRecorder.MEASURED, 0, start);
      clock.advance(10 * MILLI);
      usual.end(Outcome.OK, start, start, clock.nanoTime(), new StatementCounts());
      collected.take(clock.nanoTime());
      collected.look();
    }
  }

  /** Until the twelfth interval has ended. */
  @Test
  void anEndpointThatFreezesIsChargedWithItsGap() throws SQLException {
    CountDownLatch intervals = new CountDownLatch(12);
    Measurement whole =
        new LoadGenerator(
                new Plan(2).time(1500).build(),
                Clock.SYSTEM,
                List.of(new ScriptedServer(false), new ScriptedServer(false)),
                worker ->
                    new ScriptedSession(
                        (number, counts) -> {
                          LockSupport.parkNanos(MILLI);
                          if (worker == 1 && number == 1) {
                            await(intervals);
                          }
                        }),
                new StopSignal(),
                null)
            .run(
                new Load.Observer() {
                  @Override
                  public void interval(Interval interval) {
                    intervals.countDown();
                  }
                });

    assertThat(whole.parts().endpoints().get(1).gaps()).isNotEmpty();
  }

  private static void await(CountDownLatch latch) throws SQLException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new SQLException("interrupted", e);
    }
  }
}
