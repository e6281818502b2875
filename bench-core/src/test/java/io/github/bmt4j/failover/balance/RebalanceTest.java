package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a server that came back had its share again. */
class RebalanceTest {
  @Test
  void aServerHasRebalancedFromTheFirstOfFiveSecondsWithItsShare() {
    SpreadLog log =
        new SpreadLog(200, "a", "b")
            .reads("a", 0, 10, 100)
            .reads("b", 0, 10, 100)
            .reads("a", 10, 27.3, 200)
            .reads("a", 27.3, 40, 120)
            .reads("b", 27.3, 40, 80)
            .lost("b", 10, 20.3);

    assertThat(figures(log, 40).rebalanceMs()).isEqualTo(7000);
    assertThat(figures(log, 40).resolutionMs()).isEqualTo(1000);
  }

  /** It had its share in the last four seconds, and a fifth might have followed. */
  @Test
  void whatWasNotObservedLastedUntilTheLastFiveSecondsAtLeast() {
    SpreadLog log =
        new SpreadLog(20, "a", "b")
            .reads("a", 0, 30, 10)
            .reads("b", 0, 4, 10)
            .reads("b", 11, 15, 10)
            .reads("b", 16, 30, 10)
            .lost("b", 4, 6);

    assertThat(figures(log, 15.9).rebalanceMs()).isNull();
    assertThat(figures(log, 15.9).rebalanceOrBoundMs()).isEqualTo(5000);
    assertThat(figures(log, 10.9).rebalanceOrBoundMs()).as("nothing is known").isNull();
    assertThat(figures(log, 30).rebalanceOrBoundMs()).isEqualTo(10_000);
    assertThat(figures(new SpreadLog(20, "a", "b").lost("b", 4), 30).rebalanceOrBoundMs()).isNull();
  }

  @Test
  void aShareJustBelowEightyPercentOfTheFairOneIsNotEnough() {
    SpreadLog log =
        new SpreadLog(200, "a", "b")
            .reads("a", 0, 20, 121)
            .reads("b", 0, 2, 79)
            .reads("b", 4, 20, 79)
            .lost("b", 2, 4);

    assertThat(figures(log, 20).rebalanceMs()).isNull();
  }

  @Test
  void aShareThatComesAndGoesIsThereWhenItStays() {
    SpreadLog log =
        new SpreadLog(20, "a", "b")
            .reads("a", 0, 30, 10)
            .reads("b", 0, 10, 10)
            .reads("b", 12, 16, 10)
            .reads("b", 17, 30, 10)
            .lost("b", 10, 12);

    assertThat(figures(log, 30).rebalanceMs()).isEqualTo(5000);
    assertThat(figures(log, 21.9).rebalanceMs()).isNull();
  }

  @Test
  void aSecondInWhichNobodyTookAnythingHasNoShare() {
    SpreadLog log =
        new SpreadLog(20, "a", "b")
            .reads("a", 0, 14, 10)
            .reads("a", 15, 19, 10)
            .reads("b", 0, 4, 10)
            .reads("b", 11, 14, 10)
            .reads("b", 15, 19, 10)
            .lost("b", 4, 10);

    assertThat(figures(log, 19).rebalanceMs()).isNull();
  }

  @Test
  void aServerWithItsShareFromTheReturnOnNeededNoTime() {
    SpreadLog log =
        new SpreadLog(20, "a", "b")
            .reads("a", 0, 20, 10)
            .reads("b", 0, 4, 10)
            .reads("b", 6, 20, 10)
            .lost("b", 4, 6);

    assertThat(figures(log, 20).rebalanceMs()).isEqualTo(0);
  }

  private static BalanceFigures figures(SpreadLog log, double end) {
    return BalanceAnalysis.figures(log.until(end));
  }
}
