package io.github.bmt4j.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.load.Stage;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.StageFigures;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StageReportTest {
  @Test
  void namesTheRatesThatWereKeptAndWhatWasReachedInPlaceOfTheOthers() {
    assertThat(
            StageReport.headline(
                List.of(
                    stage("30s:100/s", 100, 3000L, true, 4.0),
                    stage("30s:300/s", 299, 9000L, true, 9.5),
                    stage("30s:500/s", 430, 15_000L, false, 1200.0))))
        .isEqualTo("Kept 100/s and 300/s; at 500/s it reached only 430/s, p99 1.2 s");
  }

  @Test
  void givesTheLargestTimeWhereAllRatesWereKept() {
    assertThat(
            StageReport.headline(
                List.of(
                    stage("5m:0..100/s", 50, 15_000L, true, 4.0),
                    stage("1h:100/s", 100, 360_000L, true, 12.5),
                    stage("1m:0/s", 0, 0L, true, null))))
        .isEqualTo("Kept 0 to 100/s and 100/s, p99 at most 12.50 ms");
  }

  @Test
  void saysOfARampWhatItReachedOnAverage() {
    assertThat(StageReport.headline(List.of(stage("10s:100..500/s", 280, 3000L, false, null))))
        .isEqualTo("From 100 to 500/s it reached only 280/s of 300/s on average");
  }

  @Test
  void aRateThatWasMissedNeverReachedOnlyItself() {
    // Poisson arrivals: 103 a second were due.
    assertThat(StageReport.headline(List.of(stage("30s:100/s", 101, 3090L, false, null))))
        .isEqualTo("At 100/s it reached only 101/s of 103/s on average");
  }

  @Test
  void saysOfAStageBehindABacklogWhatBecameOfItsOperations() {
    assertThat(StageReport.headline(List.of(stage("10s:10/s", 500, 100L, false, null))))
        .isEqualTo("At 10/s 3 of 100 operations did not end OK");
  }

  @Test
  void countsManyStages() {
    List<StageFigures> many =
        Stream.concat(
                IntStream.rangeClosed(1, 6)
                    .mapToObj(one -> stage("1s:" + one + "00/s", 100, 100L, true, 1.0)),
                IntStream.rangeClosed(7, 12)
                    .mapToObj(one -> stage("1s:" + one + "00/s", 650, one * 100L, false, null)))
            .toList();

    assertThat(StageReport.headline(many))
        .startsWith("Kept 6 of 12 stages; at 700/s it reached only 650/s; ")
        .endsWith("; at 1000/s it reached only 650/s; 2 more were not kept");
  }

  @Test
  void namesTheMostThroughputOfStagesOfThreads() {
    assertThat(
            StageReport.headline(
                List.of(
                    stage("4s:1", 900, null, null, 1.5),
                    stage("4s:64", 5400, null, null, 22.0),
                    stage("4s:128", 5100, null, null, 41.0))))
        .isEqualTo("5,400 transactions/s with 64 threads, the most of 3 stages, p99 22.00 ms");
  }

  /** Of a run that was interrupted before the first stage with a rate. */
  @Test
  void aRunWhoseStagesSoFarHadNoRateHasAHeadline() {
    assertThat(StageReport.headline(List.of(stage("60s:0/s", 0, 0L, true, null))))
        .isEqualTo("No operation was due");
  }

  @Test
  void judgesOverTimeTheLongestStageAlone() {
    List<IntervalResult> all = IntStream.range(0, 20).mapToObj(second -> interval(second)).toList();
    List<Stage> stages =
        Stream.of("4s:0..100/s", "12s:100/s", "4s:100..0/s").map(Stage::parse).toList();

    assertThat(StageFigures.steady(stages, all)).isEqualTo(all.subList(4, 16));
    assertThat(StageFigures.steady(List.of(), all)).isEqualTo(all);
    assertThat(StageFigures.steady(List.of(Stage.parse("20s:0..100/s")), all)).isEmpty();
  }

  private static IntervalResult interval(int second) {
    return new IntervalResult(
        second, second + 1, 9, 9, 9, 9, 0, 0, 0, 0, null, 1.0, 1.0, 1.0, null, null, null);
  }

  private static StageFigures stage(
      String text,
      double tps,
      @Nullable Long arrivals,
      @Nullable Boolean kept,
      @Nullable Double p99) {
    Stage stage = Stage.parse(text);
    double seconds = stage.nanos() / 1e9;
    Times times = new Times(1000, 1.0, 1.0, 1.0, 1.0, 1.0, p99, null, p99);
    return new StageFigures(
        stage,
        0,
        seconds,
        Math.round(tps * seconds),
        tps,
        arrivals,
        Boolean.FALSE.equals(kept) ? 3 : 0,
        kept,
        times,
        times);
  }
}
