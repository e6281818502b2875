package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.load.run.Trend.Point;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slopes by hand. */
class TrendTest {
  /** Values of minutes; the first and the last three are compared. */
  private static Trend of(String unit, double... values) {
    List<Point> points =
        IntStream.range(0, values.length).mapToObj(i -> new Point(30 + 60 * i, values[i])).toList();
    return Trend.of("transactions", unit, points, 180);
  }

  private static Trend of(double... values) {
    return of("1/s", values);
  }

  /** Six of ten pairs grow by 1 a minute, and the others, with the last, by more. */
  @Test
  void theSlopeIsTheMedianOfAllPairs() {
    assertThat(of(0, 1, 2, 3, 100).slopePerHour()).isEqualTo(60);
    assertThat(of(0, -1, -2, -3, -100).slopePerHour()).isEqualTo(-60);
  }

  /**
   * 45 pairs of 10 minutes. Kendall's sum has the variance 10 x 9 x 25 / 18 = 125: the interval is
   * from the 12th of the slopes to the 34th, as 22.5 -+ 1.96 x 11.18 / 2 is 11.5 and 33.5, of which
   * the upper one is moved up by 1 (Sen 1968).
   */
  @Test
  void theIntervalHasTheRanksOfSen() {
    double[] values = {0, 9, 1, 11, 2, 12, 4, 13, 5, 17};
    double[] slopes =
        IntStream.range(0, 10)
            .boxed()
            .flatMapToDouble(
                i ->
                    IntStream.range(i + 1, 10)
                        .mapToDouble(j -> 60 * (values[j] - values[i]) / (j - i)))
            .sorted()
            .toArray();
    Trend trend = of(values);

    assertThat(slopes).hasSize(45);
    assertThat(trend.slopePerHour()).isCloseTo(slopes[22], within(1e-4));
    assertThat(trend.slopeFrom()).isCloseTo(slopes[11], within(1e-4));
    assertThat(trend.slopeTo()).isCloseTo(slopes[33], within(1e-4));
  }

  /**
   * 66 pairs of 12 minutes, of which 27 fall by 2, 30 are level and 9 rise. The correlation of
   * neighbours is 5/12, as 8 of 11 are alike and 3 are not: the variance is 212.67 x 17/7, and the
   * interval from the 11th slope, -2 in three minutes, to the 56th. Without the correlation it were
   * from the 19th, -2 in seven.
   */
  @Test
  void neighboursThatAreAlikeWidenTheInterval() {
    Trend alike = of(1, 1, 1, -1, -1, -1, 1, 1, 1, -1, -1, -1);

    assertThat(alike.slopePerHour()).isZero();
    assertThat(alike.slopeFrom()).isEqualTo(-40);
    assertThat(alike.slopeTo()).isZero();
    assertThat(alike.shown()).isFalse();
  }

  /** The same with 1 more in each minute: every slope is larger by 60 an hour. */
  @Test
  void theCorrelationIsThatAboutTheSlope() {
    Trend rising = of(1, 2, 3, 2, 3, 4, 7, 8, 9, 8, 9, 10);

    assertThat(rising.slopePerHour()).isEqualTo(60);
    assertThat(rising.slopeFrom()).isEqualTo(20);
    assertThat(rising.slopeTo()).isEqualTo(60);
    assertThat(rising.shown()).isTrue();
  }

  /** A correlation of 0.68: 33 -+ 32.6 is beyond the first and the last of 66 slopes. */
  @Test
  void theIntervalHasNoMoreThanAllSlopes() {
    Trend bump = of(0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0);

    assertThat(bump.slopePerHour()).isZero();
    assertThat(bump.slopeFrom()).isEqualTo(-60);
    assertThat(bump.slopeTo()).isEqualTo(60);
  }

  /** Neighbours of a slow wave are alike, but no more than 0.95 is believed. */
  @Test
  void aWaveHasAnIntervalWithinItsSteepestSlopes() {
    Trend wave = of(IntStream.range(0, 200).mapToDouble(i -> Math.cos(i * Math.PI / 50)).toArray());
    double steepest = 60 * 2 * Math.sin(Math.PI / 100);

    assertThat(wave.slopeFrom()).isBetween(-steepest / 2, -0.1);
    assertThat(wave.slopeTo()).isBetween(0.1, steepest / 2);
    assertThat(wave.shown()).isFalse();
  }

  @Test
  void aTrendIsShownWhereItsIntervalIsAboveOrBelowZero() {
    assertThat(of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).shown()).isTrue();
    assertThat(of(10, 9, 8, 7, 6, 5, 4, 3, 2, 1).shown()).isTrue();
    assertThat(of(5, 5, 5, 5, 5, 5, 5, 5, 5, 5).shown()).isFalse();
    assertThat(of(5, 5, 5, 5, 5, 5, 5, 5, 5, 5).slopeTo()).isZero();
  }

  @Test
  void itsEndsAreComparedAndItsSlowMinutesCounted() {
    Trend trend = of(10, 11, 12, 100, 100, 90, 89.9, 101, 102, 103, 104, 105);

    assertThat(trend.periods()).isEqualTo(12);
    assertThat(trend.first()).isEqualTo(11);
    assertThat(trend.last()).isEqualTo(104);
    assertThat(trend.median()).isEqualTo(100);
    assertThat(trend.below90()).as("10, 11, 12 and 89.9").isEqualTo(4);
    assertThat(trend.min()).isEqualTo(10);
    assertThat(trend.max()).isEqualTo(105);
    assertThat(of("ms", 10, 11, 12, 13).below90()).isNull();
  }

  /** Sample standard deviation: the squares of 2, 0, -2, divided by 2. */
  @Test
  void theDeviationIsThatOfASample() {
    assertThat(of(8, 10, 12).deviation()).isEqualTo(2);
    assertThat(DoubleStream.of(of(8, 10, 12).mean(), of(8, 10, 12).median()))
        .containsExactly(10.0, 10.0);
  }
}
