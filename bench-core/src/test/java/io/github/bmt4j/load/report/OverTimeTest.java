package io.github.bmt4j.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.load.run.OverTime;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.KindInterval;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.load.run.Trend;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OverTimeTest {
  private static final int SEEDS = 40;

  @Test
  void theIntervalOfTheSlopeContainsTheDrift() {
    assertThat(covered(-2, 0)).isGreaterThanOrEqualTo(36);
  }

  @Test
  void neighboursThatResembleEachOtherAreNoTrend() {
    assertThat(covered(0, 0.5)).isGreaterThanOrEqualTo(35);
  }

  /** Seeds, of 40, whose interval contains the change of 1,000/s in 6 hours, in percent an hour. */
  private static long covered(double percent, double correlation) {
    return IntStream.range(0, SEEDS)
        .filter(
            seed -> {
              Random random = new Random(seed);
              double[] noise = {0};
              Trend trend =
                  over(minutes(
                          360,
                          minute -> {
                            noise[0] = correlation * noise[0] + 20 * random.nextGaussian();
                            return 1000 + 10 * percent * minute / 60 + noise[0];
                          }))
                      .throughput();
              return trend.slopeFrom() <= 10 * percent && trend.slopeTo() >= 10 * percent;
            })
        .count();
  }

  @Test
  void aSlowMinuteIsCountedAndMakesNoTrend() {
    OverTime over = over(minutes(240, minute -> minute == 100 ? 400 : 1000 + minute % 7));
    Trend trend = over.throughput();
    assertThat(trend.min()).isEqualTo(400);
    assertThat(trend.max()).isEqualTo(1006);
    assertThat(trend.median()).isEqualTo(1003);
    assertThat(trend.below90()).isEqualTo(1);
    assertThat(trend.shown()).isFalse();
    assertThat(over.longestStallSeconds()).isEqualTo(1.5);
  }

  @Test
  void firstAndLastHourAreCompared() {
    OverTime over = over(minutes(240, minute -> minute < 120 ? 1000 : 700));
    assertThat(over.edgeSeconds()).isEqualTo(3600);
    assertThat(over.throughput().first()).isEqualTo(1000);
    assertThat(over.throughput().last()).isEqualTo(700);
    assertThat(over.throughput().mean()).isEqualTo(850);
    assertThat(over(minutes(60, minute -> minute < 30 ? 10 : 20)).throughput().last())
        .isEqualTo(20);
  }

  @Test
  void halvesShareNoPeriod() {
    OverTime over = over(minutes(11, minute -> minute));
    assertThat(over.edgeSeconds()).isEqualTo(300);
    assertThat(over.throughput().first()).isEqualTo(2);
    assertThat(over.throughput().last()).isEqualTo(8);
    assertThat(over.throughput().slopePerHour()).isEqualTo(60);
  }

  /** An open loop keeps its rate whatever the server does: its times have the answer. */
  @Test
  void theFirstLineSaysThatResponseTimesRise() throws JsonProcessingException {
    List<IntervalResult> minutes = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      minutes.add(interval(60.0 * i, 60.0 * i + 60, 100 + i % 3, 5 + i / 60.0));
    }

    assertThat(headline(minutes))
        .contains("; no trend of throughput shown (95 % interval ")
        .containsPattern("; p95 rose by 18\\.[12] % an hour \\(95 % interval \\+18\\.");
    assertThat(headline(minutes(60, minute -> 100 - minute / 10.0)))
        .contains("; throughput fell by 6.2 % an hour (95 % interval -6.")
        .doesNotContain("p95", "below", "first");
  }

  /** Neighbours explain a step as well as a trend does. */
  @Test
  void theFirstLineSaysThatTheLastHourDiffers() throws JsonProcessingException {
    assertThat(headline(minutes(360, minute -> minute < 100 ? 1000 : 600 + minute % 3)))
        .contains("; no trend of throughput shown")
        .endsWith(", 1,000/s in the first 60 min and 601/s in the last");
  }

  private static String headline(List<IntervalResult> intervals) throws JsonProcessingException {
    ObjectNode tree = ResultJson.tree(SampleResult.closedLoop()).deepCopy();
    tree.set("overTime", ResultJson.tree(over(intervals)));
    return OverTimeReport.headline(ResultJson.read(tree.toString(), RunResult.class));
  }

  /** Percentiles of seconds are none of a minute. */
  @Test
  void secondsAreJoinedToMinutes() {
    List<IntervalResult> seconds =
        IntStream.range(0, 1230)
            .mapToObj(i -> interval(i, i + 1, i % 60 == 0 ? 0 : 60, 4.0))
            .toList();
    OverTime over = over(seconds);
    assertThat(over.trends()).extracting(Trend::figure).containsExactly("transactions", "queries");
    assertThat(over.throughput().periods()).isEqualTo(21);
    assertThat(over.throughput().median()).isEqualTo(59);
    assertThat(OverTime.of(seconds.subList(0, 500), 95, null)).isEmpty();
    assertThat(OverTime.of(minutes(9, minute -> 1000), 95, null)).isEmpty();
    assertThat(OverTime.of(minutes(10, minute -> 1000), 95, null)).isPresent();
  }

  @Test
  void aDayHasAtMost720Periods() {
    OverTime over = over(minutes(1500, minute -> 1000 + minute % 3));
    assertThat(over.periodSeconds()).isEqualTo(180);
    assertThat(over.throughput().periods()).isEqualTo(500);
  }

  @Test
  void timesAndKindsHaveTrendsOfTheirOwn() {
    OverTime over = over(minutes(60, minute -> 100));
    assertThat(over.trends())
        .extracting(Trend::figure)
        .containsExactly("transactions", "queries", "p95", "order", "order p95");
    Trend p95 = over.trends().get(2);
    assertThat(p95.unit()).isEqualTo("ms");
    assertThat(p95.below90()).isNull();
    assertThat(p95.mean()).isEqualTo(5);
  }

  private static OverTime over(List<IntervalResult> intervals) {
    return OverTime.of(intervals, 95, 1.5).orElseThrow();
  }

  private static List<IntervalResult> minutes(int count, IntToDoubleFunction tps) {
    List<IntervalResult> minutes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      minutes.add(withKind(interval(60.0 * i, 60.0 * i + 60, tps.applyAsDouble(i), 5.0)));
    }
    return minutes;
  }

  private static IntervalResult interval(double from, double to, double tps, double p95) {
    return Made.of(IntervalResult.class)
        .set("fromSeconds", from)
        .set("toSeconds", to)
        .set("transactions", Math.round(tps * (to - from)))
        .set("tps", tps)
        .set("qps", 20 * tps)
        .set("meanMs", 2.0)
        .set("percentileMs", p95)
        .set("maxMs", 9.0)
        .record();
  }

  private static IntervalResult withKind(IntervalResult of) {
    return Made.like(of)
        .set("readsPerSecond", 0)
        .set("writesPerSecond", 0)
        .set("othersPerSecond", 0)
        .set("errors", 0)
        .set("reconnects", 0)
        .set("backlog", null)
        .set("borrowPercentileMs", null)
        .set("borrowMaxMs", null)
        .set(
            "kinds",
            List.of(
                new KindInterval(
                    "order", of.transactions(), of.tps(), of.percentileMs(), 0, 0, 0, 0)))
        .record();
  }
}
