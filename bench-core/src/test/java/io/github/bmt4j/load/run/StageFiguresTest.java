package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Measurement.StageMeasurement;
import io.github.bmt4j.load.Stage;
import io.github.bmt4j.load.report.StageReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of stages before servers with a number of slots, whose every operation is known. */
class StageFiguresTest {
  private static final double WARMUP = 5;

  private record Operation(double due, double end) {}

  /**
   * Arrivals at a server: it has some slots, and an operation takes one for a time. No operation
   * waits in the client, as with more threads than operations.
   *
   * @param warmup seconds before the first stage, at its first rate
   * @param random nothing for arrivals at even distances
   */
  private record Server(int slots, double seconds, double warmup, @Nullable Random random) {
    Server(int slots, double seconds) {
      this(slots, seconds, WARMUP, null);
    }

    List<StageFigures> serve(String... texts) {
      List<Stage> stages = Stream.of(texts).map(Stage::parse).toList();
      List<Operation> all = new ArrayList<>();
      PriorityQueue<Double> free = new PriorityQueue<>();
      IntStream.range(0, slots).forEach(slot -> free.add(Double.NEGATIVE_INFINITY));
      double whole = stages.stream().mapToDouble(stage -> stage.nanos() / 1e9).sum();
      double enough = 0.5;
      double arrivals = 0;
      for (double now = -warmup; now < whole; now += 1e-4) {
        arrivals += rate(stages, now) * 1e-4;
        if (arrivals >= enough) {
          enough += random == null ? 1 : -Math.log(1 - random.nextDouble());
          double end = Math.max(now, free.remove()) + seconds;
          free.add(end);
          all.add(new Operation(now, end));
        }
      }
      return figures(stages, all);
    }

    private static double rate(List<Stage> stages, double now) {
      double from = 0;
      for (Stage stage : stages) {
        double length = stage.nanos() / 1e9;
        if (now < from + length) {
          double share = Math.max(0, (now - from) / length);
          return stage.from() + share * (stage.to() - stage.from());
        }
        from += length;
      }
      return 0;
    }

    private static List<StageFigures> figures(List<Stage> stages, List<Operation> all) {
      List<StageMeasurement> shares = new ArrayList<>();
      double from = 0;
      for (Stage stage : stages) {
        double length = stage.nanos() / 1e9;
        shares.add(share(stage, from, from + length, all));
        from += length;
      }
      return of(from, shares);
    }

    private static StageMeasurement share(
        Stage stage, double from, double to, List<Operation> all) {
      double middle = (from + to) / 2;
      Latencies times = new Latencies();
      List<Operation> due = all.stream().filter(one -> is(one.due(), from, to)).toList();
      due.forEach(one -> times.response().recordValue(Math.round((one.end() - one.due()) * 1e9)));
      long late = due.stream().filter(one -> is(one.due(), middle, to)).count();
      long ended = all.stream().filter(one -> is(one.end(), from, to)).count();
      long endedLate = all.stream().filter(one -> is(one.end(), middle, to)).count();
      long endedOfDue =
          all.stream().filter(one -> one.due() >= 0 && is(one.end(), from, to)).count();
      return new StageMeasurement(
          stage,
          due.size(),
          late,
          endedOfDue,
          due.size() - ended,
          late - endedLate,
          Counts.from(Map.of(Counter.TRANSACTIONS, (long) due.size())),
          times);
    }

    private static boolean is(double moment, double from, double to) {
      return moment >= from && moment < to;
    }
  }

  private static List<StageFigures> of(double seconds, List<StageMeasurement> shares) {
    return Objects.requireNonNull(
        StageFigures.of(
            Made.of(Measurement.class)
                .set("elapsedNanos", Math.round(seconds * 1e9))
                .set("stages", shares)
                .record()));
  }

  /** 4 slots of 0.4 s serve 10 a second, 7 of 40 ms serve 175. */
  @ParameterizedTest
  @CsvSource({
    "4, 0.4, 30s:8/s, true",
    "4, 0.4, 30s:10/s, true",
    "4, 0.4, 30s:11/s, false",
    "4, 0.4, 30s:12/s, false",
    "7, 0.04, 6s:100/s, true",
    "7, 0.04, 6s:175/s, true",
    "7, 0.04, 6s:181/s, false",
    "7, 0.04, 6s:200/s, false",
    "7, 0.04, 8s:190/s, false"
  })
  void workThatWaitsInTheServerIsLate(int slots, double seconds, String stage, boolean kept) {
    assertThat(new Server(slots, seconds).serve(stage).get(0).kept()).isEqualTo(kept);
    assertThat(new Server(slots, seconds, 0, null).serve(stage).get(0).kept()).isEqualTo(kept);
  }

  @Test
  void eachStageIsJudgedByWhatEndedInIt() {
    List<StageFigures> stages =
        new Server(7, 0.04, 0, null).serve("8s:100/s", "8s:190/s", "8s:100/s");

    assertThat(stages).extracting(StageFigures::kept).containsExactly(true, false, true);
    assertThat(stages).extracting(StageFigures::arrivals).containsExactly(800L, 1520L, 800L);
    // At the end of the second stage 120 wait; the third has them at its start.
    assertThat(stages.get(1).transactions()).isBetween(1396L, 1404L);
    assertThat(stages.get(1).tps()).isBetween(174.5, 175.5);
    assertThat(stages.get(2).transactions()).isBetween(910L, 924L);
    assertThat(stages).extracting(StageFigures::notOk).containsOnly(0L);
    assertThat(stages).extracting(StageFigures::fromSeconds).containsExactly(0.0, 8.0, 16.0);
    assertThat(StageReport.headline(stages))
        .startsWith("Kept 100/s; at 190/s it reached only 175/s, p99 ");
  }

  @Test
  void aStageThatMissesItsRateIsSeenAndOneOfThreadsHasNone() {
    List<StageFigures> missed = new Server(7, 0.04).serve("8s:100/s", "8s:190/s", "8s:100/s");
    Counts counts = Counts.from(Map.of(Counter.TRANSACTIONS, 90L, Counter.FAILED, 10L));
    StageMeasurement share =
        new StageMeasurement(Stage.parse("8s:4"), 0, 0, 90, 0, 0, counts, new Latencies());
    List<StageFigures> threads = of(8, List.of(share));

    assertThat(threads.get(0).notOk()).isEqualTo(10);
    assertThat(threads.get(0).kept()).isNull();
    assertThat(allKept(threads)).isTrue();
    assertThat(allKept(missed)).isFalse();
    assertThat(allKept(missed.subList(0, 1))).isTrue();
  }

  private static boolean allKept(List<StageFigures> stages) {
    return StageFigures.allKept(
        Made.like(SampleResult.closedLoop()).set("stages", stages).record());
  }

  /** Of 100/s that take 1 s each, 100 are always under way: they do not grow. */
  @Test
  void operationsThatTakeLongAreNotLate() {
    Server slow = new Server(10_000, 1, 0, null);

    assertThat(slow.serve("10s:100/s").get(0).kept()).isTrue();
    assertThat(slow.serve("10s:100/s", "10s:400/s", "10s:100/s"))
        .extracting(StageFigures::kept)
        .containsOnly(true);
    assertThat(new Server(10_000, 0.5, 0, null).serve("10s:0..100/s").get(0).kept()).isTrue();
    assertThat(new Server(10_000, 0.5).serve("10s:100..0/s").get(0).kept()).isTrue();
    assertThat(new Server(50, 0.5).serve("10s:0..200/s").get(0).kept()).isFalse();
    // None of them ends before the stage does.
    assertThat(new Server(10_000, 4, 0, null).serve("3s:100/s").get(0).kept()).isFalse();
  }

  /** Random arrivals: a server that is almost full may fall behind for a while. */
  @Test
  void byChanceFewRatesAreMissedAndHardlyAnyIsKept() {
    assertThat(missed(4, 0.4, "30s:6/s")).isLessThanOrEqualTo(3);
    assertThat(missed(4, 0.4, "30s:13/s")).isGreaterThanOrEqualTo(97);
    assertThat(missed(7, 0.04, "6s:130/s")).isLessThanOrEqualTo(3);
    assertThat(missed(7, 0.04, "6s:200/s")).isGreaterThanOrEqualTo(97);
  }

  private static long missed(int slots, double seconds, String stage) {
    return IntStream.range(0, 100)
        .mapToObj(seed -> new Server(slots, seconds, WARMUP, new Random(seed)).serve(stage).get(0))
        .filter(figures -> Boolean.FALSE.equals(figures.kept()))
        .count();
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 10, true",
    "1000, 11, false",
    "100, 5, true",
    "100, 6, false",
    "40, 4, true",
    "40, 5, false"
  })
  void fewMayFailOrStayUnserved(long due, long notOk, boolean kept) {
    for (long failed = 0; failed <= notOk; failed += notOk) {
      StageFigures figures = ended(due, notOk, failed, 0, 0);

      assertThat(figures.notOk()).isEqualTo(notOk);
      assertThat(figures.kept()).isEqualTo(kept);
    }
  }

  @ParameterizedTest
  @CsvSource({"20, 10, true", "21, 10, true", "20, 11, true", "21, 11, false"})
  void workGrowsInTheWholeStageAndInItsSecondHalf(long all, long late, boolean kept) {
    assertThat(ended(2000, 0, 0, all, late).kept()).isEqualTo(kept);
  }

  /**
   * At a rise by 20/s and a response time of 5 s, 100 more are under way at the end: 50 of them
   * since the middle. Of 2,000 arrivals 20 may be late, and 10 of 1,000.
   */
  @ParameterizedTest
  @CsvSource({
    "190..210, 120, 61, true",
    "190..210, 121, 60, true",
    "190..210, 121, 61, false",
    "210..190, 20, 11, true",
    "210..190, 21, 10, true",
    "210..190, 21, 11, false"
  })
  void asTheRateRisesAsManyMoreAreUnderWayAsItRisesInAResponseTime(
      String rates, long all, long late, boolean kept) {
    Stage stage = Stage.parse("10s:" + rates + "/s");

    Counts counts = Counts.from(Map.of(Counter.TRANSACTIONS, 2000L));
    assertThat(ended(stage, 5000, 2000, counts, all, late).kept()).isEqualTo(kept);
  }

  private static StageFigures ended(
      long due, long notOk, long failed, long growth, long growthLate) {
    Counts counts = Counts.from(Map.of(Counter.TRANSACTIONS, due - notOk, Counter.FAILED, failed));
    return ended(Stage.parse("10s:100/s"), 2, due, counts, growth, growthLate);
  }

  private static StageFigures ended(
      Stage stage, int millis, long due, Counts counts, long growth, long growthLate) {
    Latencies times = new Latencies();
    times.response().recordValue(1_000_000L * millis);
    long ok = counts.of(Counter.TRANSACTIONS);
    return of(
            10,
            List.of(
                new StageMeasurement(stage, due, due / 2, ok, growth, growthLate, counts, times)))
        .get(0);
  }

  @Test
  void stagesOfThreadsHaveNoRate() {
    StageMeasurement share =
        new StageMeasurement(
            Stage.parse("10s:8"), 0, 0, 500, -500, -250, Counts.ZERO, new Latencies());
    StageMeasurement notBegun =
        new StageMeasurement(Stage.parse("10s:9"), 0, 0, 0, 0, 0, Counts.ZERO, new Latencies());

    // It was interrupted in the first stage.
    assertThat(of(5, List.of(share, notBegun)))
        .singleElement()
        .satisfies(
            figures -> {
              assertThat(figures.kept()).isNull();
              assertThat(figures.arrivals()).isNull();
              assertThat(figures.seconds()).isEqualTo(5);
              assertThat(figures.tps()).isEqualTo(100);
            });
    // The next one had just begun.
    assertThat(of(10, List.of(share, notBegun))).hasSize(1);
    assertThat(StageFigures.of(Made.of(Measurement.class).record())).isNull();
  }
}
