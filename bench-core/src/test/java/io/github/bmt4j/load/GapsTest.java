package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.jdbc.RoundRobin;
import io.github.bmt4j.load.Measurement.Gap;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.workload.StatementCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times without success of operations whose moments are known, however late anything looks. */
class GapsTest {
  private static final long MILLI = 1_000_000;

  /** An operation of a worker; moments in ms. */
  private record Operation(int worker, long due, long start, long end, Outcome outcome) {}

  private final List<Operation> operations = new ArrayList<>();
  private final List<Standstill> standstills = new ArrayList<>();
  private long warmupMillis;

  @Test
  void aTimeWithoutSuccessIsExact() {
    closed(0, 1000, 10, Outcome.OK);
    closed(1000, 2300, 1300, Outcome.OK);
    closed(2300, 4000, 10, Outcome.OK);

    assertThat(gaps(4000)).containsExactly(new Gap(1000 * MILLI, 1300 * MILLI, false));
  }

  @Test
  void timesBelowAFifthOfASecondAreNoGaps() {
    closed(0, 199 * 20, 199, Outcome.OK);

    assertThat(gaps(199 * 20)).isEmpty();
  }

  /** An arrival each 250 ms. Between the operations nothing is due. */
  @ParameterizedTest
  @CsvSource({"23, 150, 0", "6, 250, 1500", "6, 240, 1440"})
  void timeInWhichNothingIsDueIsNoGap(int count, long millis, long truthMillis) {
    for (int i = 0; i < count; i++) {
      add(0, 250L * i, 250L * i, 250L * i + millis, Outcome.OK);
    }

    assertThat(sumMillis(gaps(250L * count))).isEqualTo(truthMillis);
  }

  @Test
  void failuresAreNoSuccesses() {
    closed(0, 1000, 10, Outcome.OK);
    closed(1000, 2000, 50, Outcome.FAILED);
    closed(2000, 3000, 10, Outcome.OK);

    assertThat(gaps(3000)).containsExactly(new Gap(1000 * MILLI, 1010 * MILLI, true));
  }

  @Test
  void aGapThatLastsUntilTheEndCounts() {
    closed(0, 1000, 10, Outcome.OK);
    add(0, 1000, 1000, 7000, Outcome.OK);

    assertThat(gaps(5000)).containsExactly(new Gap(1000 * MILLI, 4000 * MILLI, false));
  }

  @Test
  void whatIsOfTheWarmUpDoesNotCount() {
    warmupMillis = 2000;
    closed(0, 500, 10, Outcome.OK);
    closed(500, 2700, 2200, Outcome.OK);
    closed(2700, 4000, 10, Outcome.OK);

    assertThat(gaps(4000)).containsExactly(new Gap(0, 700 * MILLI, false));
  }

  /** Due at 1,000, 1,010 … 2,000 ms, all served after 2,000. */
  @Test
  void dueOperationsThatWaitAreAGap() {
    for (int i = 0; i <= 100; i++) {
      long due = 1000 + 10L * i;
      add(0, due, i == 0 ? 1000 : 2000 + i - 1, 2000 + i, Outcome.OK);
    }

    assertThat(gaps(3000)).containsExactly(new Gap(1000 * MILLI, 1000 * MILLI, false));
  }

  @Test
  void onlyGapsInWhichOperationsFailedAreFailing() {
    closed(0, 1000, 10, Outcome.OK);
    closed(1000, 1010, 10, Outcome.FAILED);
    closed(1010, 2010, 10, Outcome.OK);
    closed(2010, 3010, 1000, Outcome.OK);
    closed(3010, 3020, 10, Outcome.FAILED);
    closed(3020, 4020, 1000, Outcome.OK);

    assertThat(gaps(4020))
        .containsExactly(
            new Gap(2010 * MILLI, 1000 * MILLI, false), new Gap(3010 * MILLI, 1010 * MILLI, true));
  }

  /** From the first arrival that failed to the first one after that succeeded. */
  @Test
  void anArrivalThatFailsIsDueUntilTheNextSuccess() {
    for (int i = 1; i <= 20; i++) {
      boolean ok = i <= 5 || i > 15;
      add(0, 200L * i, 200L * i, 200L * i + 1, ok ? Outcome.OK : Outcome.FAILED);
    }

    assertThat(gaps(5000)).containsExactly(new Gap(1200 * MILLI, 2001 * MILLI, true));
  }

  @Test
  void anotherWorkersOperationIsDueWhileItIsUnderWay() {
    add(0, 0, 0, 1000, Outcome.OK);
    add(1, 100, 100, 200, Outcome.OK);
    add(1, 900, 900, 910, Outcome.OK);

    assertThat(gaps(2000))
        .containsExactly(new Gap(0, 200 * MILLI, false), new Gap(200 * MILLI, 710 * MILLI, false));
  }

  @Test
  void aStandstillOfTheClientIsNoGap() {
    standstills.add(new Standstill(2000 * MILLI, 3900 * MILLI));
    closed(0, 1000, 10, Outcome.OK);
    closed(1000, 4000, 3000, Outcome.OK);
    closed(4000, 5000, 10, Outcome.OK);

    assertThat(gaps(5000)).containsExactly(new Gap(1000 * MILLI, 1000 * MILLI, false));
  }

  /** A worker that is late to tell of a success: what followed it is not known to be a gap. */
  @Test
  void aSuccessThatIsSeenLateMakesNoGapLonger() {
    RunState run = run();
    Gaps gaps = new Gaps(run);
    gaps.ended(1000 * MILLI, 2000 * MILLI, true);
    gaps.look(WorkerRecorder.NONE);
    gaps.ended(1000 * MILLI, 1600 * MILLI, true);
    gaps.look(WorkerRecorder.NONE);

    assertThat(gaps.until(3000 * MILLI, List.of()))
        .containsExactly(new Gap(1000 * MILLI, 600 * MILLI, false));
  }

  /** Against the definition, for looks at any moments: late ones, early ones, many, few. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void gapsAreThoseOfTheDefinitionWheneverSomethingLooks(int seed) {
    Random random = new Random(seed);
    int workers = 1 + random.nextInt(4);
    long[] free = new long[workers];
    for (long due = 0; due < 60_000; due += random.nextInt(10) == 0 ? 900 : 60) {
      int worker =
          IntStream.range(0, workers)
              .boxed()
              .min(Comparator.comparingLong(i -> free[i]))
              .orElseThrow();
      long start = Math.max(due, free[worker]);
      free[worker] = start + 1 + (random.nextInt(20) == 0 ? random.nextInt(2000) : 5);
      Outcome outcome = random.nextInt(30) == 0 ? Outcome.FAILED : Outcome.OK;
      add(worker, due, start, free[worker], outcome);
    }

    List<Gap> truth = truth(60_000);
    assertThat(truth).hasSizeGreaterThan(5);
    for (int period : new int[] {1, 50, 333, 5000, 100_000}) {
      assertThat(gaps(60_000, period)).as("looks each %d ms", period).isEqualTo(truth);
    }
  }

  private List<Gap> truth(long endMillis) {
    List<Long> successes = new ArrayList<>(List.of(0L));
    operations.stream()
        .filter(operation -> operation.outcome == Outcome.OK && operation.end <= endMillis)
        .map(Operation::end)
        .sorted()
        .forEach(successes::add);
    successes.add(endMillis);
    List<Gap> gaps = new ArrayList<>();
    for (int i = 1; i < successes.size(); i++) {
      long last = successes.get(i - 1);
      long next = successes.get(i);
      List<Operation> unmet =
          operations.stream()
              .filter(one -> one.start <= next && one.due <= next)
              .filter(one -> one.end >= next || (one.end > last && one.outcome != Outcome.OK))
              .toList();
      boolean failed =
          unmet.stream()
              .anyMatch(one -> one.end > last && one.end < next && one.outcome == Outcome.FAILED);
      long due = unmet.stream().mapToLong(Operation::due).min().orElse(Long.MAX_VALUE);
      long gap = next - Math.max(last, due);
      if (gap >= 200) {
        gaps.add(new Gap(Math.max(last, due) * MILLI, gap * MILLI, failed));
      }
    }
    return gaps;
  }

  private void closed(long fromMillis, long toMillis, long millis, Outcome outcome) {
    for (long at = fromMillis; at < toMillis; at += millis) {
      add(0, at, at, at + millis, outcome);
    }
  }

  private void add(int worker, long due, long start, long end, Outcome outcome) {
    operations.add(new Operation(worker, due, start, end, outcome));
  }

  /** The same whether something looks often, late, or at the end only. */
  private List<Gap> gaps(long endMillis) {
    List<Gap> gaps = gaps(endMillis, 50);
    assertThat(gaps(endMillis, 700)).isEqualTo(gaps);
    assertThat(gaps(endMillis, 1_000_000)).isEqualTo(gaps);
    return gaps;
  }

  private static long sumMillis(List<Gap> gaps) {
    return gaps.stream().mapToLong(Gap::nanos).sum() / MILLI;
  }

  private RunState run() {
    LoadPlan plan =
        new Plan(4)
            .profile(new LoadProfile.OpenLoop(ArrivalSchedule.uniform(4, Portion.WHOLE)))
            .warmup(warmupMillis)
            .time(100_000)
            .build();
    RunState run = new RunState(plan, new ManualClock(0), new StopSignal());
    run.start(run.clock.nanoTime());
    return run;
  }

  private List<Gap> gaps(long endMillis, long periodMillis) {
    RunState run = run();
    WorkerRecorder[] recorders =
        IntStream.range(0, 4)
            .mapToObj(worker -> new WorkerRecorder(true))
            .toArray(WorkerRecorder[]::new);
    Collected collected =
        new Collected(
            run,
            Arrays.stream(recorders)
                .map(
                    recorder ->
                        new Worker(
                            run,
                            new ScriptedServer(false),
                            new ScriptedSession((number, counts) -> {}),
                            recorder))
                .toList(),
            new RoundRobin(1));
    Map<Long, List<Operation>> starts =
        operations.stream().collect(Collectors.groupingBy(Operation::start));
    Map<Long, List<Operation>> ends =
        operations.stream().collect(Collectors.groupingBy(Operation::end));
    for (long at = 0; at <= endMillis; at++) {
      for (Operation one : ends.getOrDefault(at, List.of())) {
        long end = one.end * MILLI;
        recorders[one.worker].end(
            one.outcome, one.due * MILLI, one.start * MILLI, end, new StatementCounts());
      }
      for (Operation one : starts.getOrDefault(at, List.of())) {
        long due = one.due * MILLI;
        recorders[one.worker].begin(run.partOf(due), 0, due);
      }
      if (at % periodMillis == 0 || at == endMillis) {
        collected.take(at * MILLI);
        collected.look();
      }
    }
    return collected.gaps(endMillis * MILLI, standstills);
  }
}
