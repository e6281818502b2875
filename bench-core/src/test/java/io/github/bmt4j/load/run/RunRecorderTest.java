package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ManualClock;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.load.ClientUsage;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.ProcessorWatch;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.sampling.ServerWatch;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunRecorderTest {
  private static final long SECOND = 1_000_000_000L;

  /** The JVM reads the CPU time of its process in steps of 10 ms, a thread's exactly. */
  private static final double CPU_STEP_SECONDS = 0.01;

  /** 0.1 - 0.01 is a little more than 0.09. */
  private static final double ROUNDING = 1e-9;

  @TempDir Path runs;

  private final ManualClock clock = new ManualClock(7);

  @Test
  void theClientsShareIsOverTheMeasuredTimeAndNotOverWhatComesAfterTheLastInterval()
      throws Exception {
    try (CounterReader counters = CounterReader.open(List.of(), Clock.SYSTEM);
        RunRecorder recorder = recorder(counters)) {
      ClientUsage start = ClientUsage.now();
      recorder.connected();
      recorder.measuresFrom(clock.nanoTime());
      clock.advance(SECOND);
      told(recorder, measured(0, 1, 400));
      clock.advance(SECOND);
      told(recorder, measured(1, 2, 1000));
      double most = ClientUsage.now().minus(start).cpuNanos() / 1e9;

      // Those who still disconnect are waited for: that takes time, and the processor.
      clock.advance(5 * SECOND);
      burn(SECOND / 4);
      Client client = Client.of(recorder.client(0), true);

      assertThat(client.cpuSeconds()).isLessThanOrEqualTo(most + 0.001);
      double processors = new ProcessorWatch().available();
      assertThat(Objects.requireNonNull(client.cpuUtilization()))
          .isCloseTo(client.cpuSeconds() / 2 / processors, within(0.001));
    }
  }

  @Test
  void whereTheWarmupIsClosedLateTheClientsCostIsThatOfTheQueriesSince() throws Exception {
    try (CounterReader counters = CounterReader.open(List.of(), Clock.SYSTEM);
        RunRecorder recorder = recorder(counters)) {
      recorder.connected();
      recorder.measuresFrom(clock.nanoTime());
      clock.advance(3 * SECOND);
      // Two seconds late: 9,000 of 10,000 queries are done, and paid.
      burn(SECOND / 4);
      told(
          recorder,
          new Interval(
              -SECOND,
              0,
              true,
              Counts.ZERO,
              new Latencies(),
              List.of(),
              List.of(),
              new Interval.End(0, 0, 9000, List.of())));
      clock.advance(2 * SECOND);
      burn(SECOND / 10);
      told(recorder, measured(0, 4, 10_000));

      Client client = Client.of(recorder.client(0), true);

      assertThat(client.cpuSeconds()).isGreaterThanOrEqualTo(0.1 - CPU_STEP_SECONDS - ROUNDING);
      assertThat(Objects.requireNonNull(client.cpuMicrosPerQuery()))
          .isCloseTo(client.cpuSeconds() * 1e6 / 1000, within(5.0));
      double processors = new ProcessorWatch().available();
      assertThat(Objects.requireNonNull(client.cpuUtilization()))
          .isCloseTo(client.cpuSeconds() / 2 / processors, within(0.001));
    }
  }

  @Test
  void theClientsCostIsThatOfAllIntervals() throws Exception {
    try (CounterReader counters = CounterReader.open(List.of(), Clock.SYSTEM);
        RunRecorder recorder = recorder(counters)) {
      recorder.connected();
      recorder.measuresFrom(clock.nanoTime());
      for (int second = 0; second < 3; second++) {
        clock.advance(SECOND);
        burn(SECOND / 20);
        recorder.counting(second == 2);
        recorder.interval(measured(second, second + 1, 1000L * (second + 1)));
      }
      // Of a time in which nothing ended, and after it.
      recorder.counting(true);
      clock.advance(SECOND);
      burn(SECOND / 4);

      Client client = Client.of(recorder.client(0), true);

      assertThat(client.cpuSeconds()).isGreaterThanOrEqualTo(0.15 - CPU_STEP_SECONDS - ROUNDING);
      assertThat(Objects.requireNonNull(client.cpuMicrosPerQuery()))
          .isCloseTo(client.cpuSeconds() * 1e6 / 3000, within(5.0));
      double processors = new ProcessorWatch().available();
      assertThat(Objects.requireNonNull(client.cpuUtilization()))
          .isCloseTo(client.cpuSeconds() / 3 / processors, within(0.001));
    }
  }

  @Test
  void tenHoursAreKeptTwiceAMinuteInFilesOfLessThanAMegabyteAnHour() throws Exception {
    List<Long> kept = new ArrayList<>();
    Random random = new Random(3);
    long late = 0;
    try (CounterReader counters = CounterReader.open(List.of(), Clock.SYSTEM);
        RunRecorder recorder = recorder(counters)) {
      recorder.keepWith(measured -> kept.add(clock.nanoTime()));
      recorder.connected();
      recorder.measuresFrom(clock.nanoTime());
      recorder.measuresFrom(clock.nanoTime());
      for (int minute = 0; minute < 600; minute++) {
        clock.advance(59 * SECOND - late);
        recorder.soFar(() -> RunWarningsTest.measured(1000, List.of(), List.of()));
        // Intervals end a little late, some later than the next one.
        late = random.nextInt(1000) * 1_000_000L;
        clock.advance(SECOND + late);
        recorder.interval(minute(minute, random));
        recorder.soFar(() -> RunWarningsTest.measured(1000, List.of(), List.of()));
      }
      assertThat(recorder.intervals()).hasSize(600);
    }

    assertThat(kept).hasSize(1200);
    long bytes = 0;
    for (String file : List.of("intervals.csv", "intervals.hlog")) {
      bytes += Files.size(runs.resolve(file));
    }
    assertThat(bytes).isLessThan(10 * 1_000_000L);
  }

  /** As on a machine at a load of 30. It may be killed just before it has stored the next one. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 5, 20, 26})
  void aMinuteAtMostIsLostWhateverItTakesToKeep(long seconds) throws Exception {
    List<Long> lost = new ArrayList<>();
    AtomicLong keptNanos = new AtomicLong();
    try (CounterReader counters = CounterReader.open(List.of(), Clock.SYSTEM);
        RunRecorder recorder = recorder(counters)) {
      recorder.keepWith(
          measured -> {
            long until = clock.nanoTime();
            clock.advance(seconds * SECOND);
            lost.add(clock.nanoTime() - keptNanos.getAndSet(until));
          });
      recorder.connected();
      keptNanos.set(clock.nanoTime());
      recorder.measuresFrom(clock.nanoTime());
      for (int interval = 0; interval < 1000; interval++) {
        clock.advance(3 * SECOND);
        recorder.soFar(() -> RunWarningsTest.measured(1000, List.of(), List.of()));
      }
    }

    assertThat(lost).hasSizeGreaterThan(2).allMatch(nanos -> nanos <= 60 * SECOND);
  }

  @Test
  void intervalsThatAreTooManyAreInTheirFilesOnlyUntilTheEnd() throws Exception {
    try (CounterReader counters = CounterReader.open(List.of(), Clock.SYSTEM);
        RunRecorder recorder = recorder(counters)) {
      recorder.connected();
      recorder.measuresFrom(clock.nanoTime());
      for (int second = 0; second < 3600; second++) {
        recorder.interval(measured(second, second + 1, 1000));
      }
      assertThat(recorder.hasManyIntervals()).isFalse();
      recorder.interval(measured(3600, 3601, 1000));

      assertThat(recorder.hasManyIntervals()).isTrue();
      assertThat(recorder.intervals()).hasSize(3601);
    }
    assertThat(Files.readAllLines(runs.resolve("intervals.csv"))).hasSize(3602);
  }

  private static Interval minute(int minute, Random random) {
    Interval interval = measured(60 * minute, 60 * minute + 60, 1000);
    for (int i = 0; i < 3000; i++) {
      long nanos = Math.round(1e6 * Math.exp(2 * random.nextGaussian()));
      interval.latencies().response().recordValue(nanos);
      interval.latencies().service().recordValue(nanos);
    }
    return interval;
  }

  private static void told(RunRecorder recorder, Interval interval) {
    recorder.counting(true);
    recorder.interval(interval);
  }

  private RunRecorder recorder(CounterReader counters) {
    Job job = OltpJob.of(1000, 1);
    ServerScenario none = new ServerScenario(true, null, null);
    ServerWatch servers = new ServerWatch(none, List.of(), Secret.NONE, runs, clock, () -> false);
    return new RunRecorder(
        job,
        counters,
        new Watches(null, servers),
        runs,
        clock,
        new LoadEvents(Events.NONE, job.scenario(), false));
  }

  private static Interval measured(int fromSecond, int toSecond, long queries) {
    return new Interval(
        fromSecond * SECOND,
        toSecond * SECOND,
        false,
        Counts.ZERO,
        new Latencies(),
        List.of(),
        List.of(),
        new Interval.End(0, 0, queries, List.of()));
  }

  private static void burn(long nanos) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + nanos;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }
}
