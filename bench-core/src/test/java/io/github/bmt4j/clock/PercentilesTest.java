package io.github.bmt4j.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentilesTest {
  @ParameterizedTest(name = "p{0} takes {1} operations")
  @CsvSource({"50, 20", "90, 100", "95, 200", "99, 1000", "99.9, 10000"})
  void aPercentileTakesTenOperationsBeyondIt(double percentile, int operations) {
    assertThat(Percentiles.percentile(milliseconds(operations - 1), 0, percentile)).isNull();
    assertThat(Percentiles.percentile(milliseconds(operations), 0, percentile)).isNotNull();
  }

  @Test
  void timesOfAKnownSampleAreRightToThreeDigits() {
    Times times = Percentiles.times(milliseconds(10_000), 0);

    assertThat(times.count()).isEqualTo(10_000);
    assertThat(times.min()).isCloseTo(1, within(0.001));
    assertThat(times.mean()).isCloseTo(5000.5, within(5.0));
    assertThat(times.p50()).isCloseTo(5000, within(5.0));
    assertThat(times.p90()).isCloseTo(9000, within(9.0));
    assertThat(times.p95()).isCloseTo(9500, within(9.5));
    assertThat(times.p99()).isCloseTo(9900, within(9.9));
    assertThat(times.p999()).isCloseTo(9990, within(9.99));
    assertThat(times.max()).isCloseTo(10_000, within(10.0));
  }

  @Test
  void nothingObservedIsNothingSaid() {
    assertThat(Percentiles.times(new Histogram(3), 0))
        .isEqualTo(new Times(0, null, null, null, null, null, null, null, null));
  }

  @ParameterizedTest(name = "p{0} allows for {1} missing of 20,000")
  @CsvSource({"50, 10000", "90, 2000", "95, 1000", "99, 200", "99.9, 20"})
  void noPercentileIsGivenWhereMissingOperationsMayLieBeyondItAlone(
      double percentile, int missing) {
    assertThat(Percentiles.percentile(milliseconds(20_000 - missing), missing, percentile))
        .isNotNull();
    assertThat(Percentiles.percentile(milliseconds(19_999 - missing), missing + 1, percentile))
        .isNull();
  }

  @Test
  void missingOperationsRankAsTheSlowest() {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1_000_000, 9_860);
    histogram.recordValueWithCount(1_000_000_000, 90);
    // Of 10,000 operations the 9,900th took 1 s, though 99 % of those with a time took 1 ms.
    assertThat(Percentiles.percentile(histogram, 50, 99)).isCloseTo(1000, within(1.0));
    assertThat(Percentiles.percentile(histogram, 50, 98)).isCloseTo(1, within(0.001));
  }

  @Test
  void aSmallSampleHasExtremesAndAMeanAndNoPercentile() {
    Times times = Percentiles.times(milliseconds(5), 0);

    assertThat(times.min()).isNotNull();
    assertThat(times.max()).isNotNull();
    assertThat(times.p50()).isNull();
    assertThat(times.p999()).isNull();
  }

  @Test
  void whatWasSeenIsShownHoweverFewThereAre() {
    assertThat(Percentiles.seen(milliseconds(3), 50)).isCloseTo(2, within(0.002));
    assertThat(Percentiles.seen(new Histogram(3), 50)).isNull();
  }

  private static Histogram milliseconds(int upTo) {
    Histogram histogram = new Histogram(3);
    for (int i = 1; i <= upTo; i++) {
      histogram.recordValue(i * 1_000_000L);
    }
    return histogram;
  }
}
