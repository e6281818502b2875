package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.progress.StopSignal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates and times of a load with think time, on a clock where the truth is known. */
class ThinkTimeTest {
  private static final long START = 123_456_789;
  private static final long MILLI = 1_000_000;
  private static final long SERVICE = 10 * MILLI;
  private static final int THREADS = 4;

  private final ManualClock clock = new ManualClock(START);

  @ParameterizedTest
  @CsvSource({"100ms, 5000, 0.05", "100ms:exponential, 5000, 1", "100ms, 0, 0.05"})
  void theRateIsThatOfPausesAndOperations(String think, long warmup, double percent) {
    Measurement whole = run(ThinkTime.parse(think), THREADS, warmup, 1_000_000, 0);

    assertThat(whole.elapsedNanos()).isBetween(1_000_000 * MILLI, 1_000_000 * MILLI + SERVICE);
    assertThat(rate(whole)).isCloseTo(THREADS / 0.110, withinPercentage(percent));
    assertTimes(whole);
  }

  /** Each operation has its pause in the elapsed time, the last one too. */
  @ParameterizedTest
  @CsvSource({"100ms, 0.1", "100ms:exponential, 2"})
  void theRateOfANumberOfEventsIsTheSame(String think, double percent) {
    Measurement whole = run(ThinkTime.parse(think), 1, 0, 0, 10_000);

    assertThat(whole.counts().of(Counter.TRANSACTIONS)).isEqualTo(10_000);
    assertThat(rate(whole)).isCloseTo(1 / 0.110, withinPercentage(percent));
    assertTimes(whole);
  }

  @Test
  void fewEventsHaveAllTheirPausesInTheElapsedTime() {
    Measurement whole = run(ThinkTime.parse("100ms"), 1, 0, 0, 5);

    assertThat(whole.elapsedNanos()).isBetween(550 * MILLI, 650 * MILLI);
    assertThat(whole.parts().endpoints().get(0).lastEndNanos()).isEqualTo(whole.elapsedNanos());
  }

  @Test
  void threadsPauseEachInItsOwnWay() {
    ThinkTime think = ThinkTime.parse("1s:exponential");
    List<Long> firsts = Stream.of(0, 1, 2, 3).map(i -> think.pauses(7, i).first()).toList();
    assertThat(firsts).doesNotHaveDuplicates();
    assertThat(think.pauses(7, 1).first()).isEqualTo(firsts.get(1));
  }

  @Test
  void isStoredAsItIsGiven() {
    assertThat(ThinkTime.parse("100ms").text()).isEqualTo("0.1s");
    assertThat(ThinkTime.parse("0.1s:exponential"))
        .isEqualTo(new ThinkTime(100 * MILLI, true))
        .isEqualTo(ThinkTime.parse(ThinkTime.parse("100ms:exponential").text()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1s", "2h", "100ms:poisson", "x", ":exponential"})
  void whatIsNoThinkTimeIsRefused(String text) {
    assertThatThrownBy(() -> ThinkTime.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "--think="
                + text
                + ": give a time of at most 1h, such as 100ms, or its mean: 100ms:exponential");
  }

  private static double rate(Measurement whole) {
    return whole.counts().of(Counter.TRANSACTIONS) / (whole.elapsedNanos() / 1e9);
  }

  private static void assertTimes(Measurement whole) {
    long operations = whole.counts().of(Counter.TRANSACTIONS);
    assertThat(whole.latencies().response().getCountAtValue(SERVICE)).isEqualTo(operations);
    assertThat(whole.latencies().service().getCountAtValue(SERVICE)).isEqualTo(operations);
    assertThat(whole.disturbances().gaps()).isEmpty();
  }

  /** Each worker has the whole time, one after the other. */
  private Measurement run(ThinkTime think, int threads, long warmup, long time, long events) {
    LoadPlan plan =
        new Plan(threads)
            .think(think)
            .warmup(warmup)
            .time(time)
            .events(events)
            .interval(10_000_000)
            .build();
    RunState state = new RunState(plan, clock, new StopSignal());
    List<Worker> workers =
        Stream.generate(
                () ->
                    new Worker(
                        state,
                        new ScriptedServer(false),
                        new ScriptedSession((number, counts) -> clock.advance(SERVICE)),
                        new WorkerRecorder(false)))
            .limit(threads)
            .toList();
    state.start(START);
    IntervalCollector collector =
        new IntervalCollector(
            state,
            workers,
            new RoundRobin(1),
            new ProgressWatch(state, workers),
            new Load.Observer() {},
            List::of);
    long end = START;
    for (Worker worker : workers) {
      clock.advance(START - clock.nanoTime());
      worker.work();
      end = Math.max(end, clock.nanoTime());
    }
    clock.advance(end - clock.nanoTime());
    return collector.collect(new WorkerThreads(state, List.of(), new RoundRobin(1)), List.of());
  }
}
