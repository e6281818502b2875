package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Estimates from visits whose spread the test sets. */
class KneeVisitsTest {
  private final KneeVisits visits = new KneeVisits(0.03);

  /** A visit of six batches with a mean, and a standard deviation as a share of it. */
  private static double[] batches(double mean, double deviation) {
    double half = deviation * Math.sqrt(5 / 6.0);
    return DoubleStream.of(1, -1, 1, -1, 1, -1).map(sign -> mean * (1 + sign * half)).toArray();
  }

  /** By hand: shares of 1 and -1 % at 4 threads, 2 and -2 % at 8; one visit to 16 shows nothing. */
  @Test
  void theDeviationIsThatOfVisitsToTheSameStep() {
    visits.add(4, batches(101, 0));
    assertThat(visits.deviation()).isZero();
    assertThat(visits.freedom()).isZero();
    visits.add(4, batches(99, 0));
    visits.add(8, batches(204, 0));
    visits.add(8, batches(196, 0));
    visits.add(16, batches(300, 0));

    assertThat(visits.freedom()).isEqualTo(2);
    assertThat(visits.deviation()).isCloseTo(Math.sqrt((2 * 1e-4 + 2 * 4e-4) / 2), within(1e-12));
  }

  /**
   * Six batches with 5 degrees of freedom: from 2.57 standard errors on, growth by more than 3 % is
   * shown at 2.5 %. Batches of 3 % have an error of 1.22 % of the new rate, and the same of the
   * best one, of which 1.03 counts.
   */
  @Test
  void growthIsShownBeyondTheNoiseOfBatches() {
    visits.add(1, batches(100, 0.03));

    // The difference from 103 in standard errors: 3.85 at 110, with 10 degrees of freedom 2.23.
    assertThat(visits.isGrowth(batches(110, 0.03))).isTrue();
    assertThat(visits.isGrowth(batches(105, 0.03))).isFalse();
    assertThat(visits.isGrowth(batches(103.1, 0))).isFalse();
    assertThat(new KneeVisits(0.03).isGrowth(batches(1, 0.03))).isTrue();
  }

  @Test
  void withoutNoiseTheToleranceDecides() {
    visits.add(1, batches(100, 0));
    assertThat(visits.isGrowth(batches(103.01, 0))).isTrue();
    assertThat(visits.isGrowth(batches(102.99, 0))).isFalse();
  }

  /** The mean of all visits of the plateau, each with the same weight. */
  @Test
  void theBestRateIsTheMeanOfTheVisitsThatAreAlike() {
    visits.add(1, batches(50, 0.03));
    visits.add(2, batches(100, 0.03));
    visits.add(4, batches(101, 0.03));
    visits.add(4, batches(101, 0.03));
    visits.add(4, batches(103, 0.03));

    assertThat(visits.best()).isEqualTo(4);
    assertThat(visits.bestRate()).isCloseTo((100 + 101 + 101 + 103) / 4.0, within(1e-9));
    assertThat(visits.lastShare()).isEqualTo(1);
    assertThat(visits.knee()).isEqualTo(2);
  }

  /** 4 and 8 threads have about the best rate: twice as many are a plateau. */
  @Test
  void aPlateauHasTwiceTheThreads() {
    visits.add(4, batches(100, 0));
    visits.add(7, batches(100, 0));
    assertThat(visits.isPlateau()).isFalse();
    visits.add(8, batches(100, 0));
    assertThat(visits.isPlateau()).isTrue();
    assertThat(visits.highest()).isEqualTo(4);
  }

  /** Nothing is known of 9 to 11 threads: the rate may still grow there. */
  @Test
  void theKneeIsBelowTheFirstStepThatIsWorse() {
    visits.add(4, batches(50, 0));
    visits.add(8, batches(100, 0));
    visits.add(12, batches(80, 0));

    assertThat(visits.knee()).isEqualTo(8);
    assertThat(visits.best()).isEqualTo(8);
    assertThat(visits.lastShare()).isEqualTo(0.8);
    assertThat(visits.highest()).isEqualTo(11);
  }
}
