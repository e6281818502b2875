package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import io.github.bmt4j.failover.balance.BalanceFigures.Staleness;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.outcome.Outcome;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which reads did not see the application's own writes. */
class OwnWritesTest {
  private static SpreadLog written() {
    return new SpreadLog(1, "a", "b")
        .write(1, 11, Outcome.OK)
        .write(2, 12, Outcome.OK)
        .write(3, 13, Outcome.OK);
  }

  private static Staleness before(SpreadLog log) {
    return Objects.requireNonNull(stale(log, 10).before());
  }

  private static Phases<Staleness> stale(SpreadLog log, double end) {
    return Objects.requireNonNull(BalanceAnalysis.figures(log.until(end)).staleReads());
  }

  @Test
  void aReadThatSeesTheNewestAcknowledgedWriteIsFresh() {
    assertThat(before(written().saw(0.5, Operation.NEVER).saw(1.5, 11).saw(2.5, 12).saw(9, 13)))
        .isEqualTo(new Staleness(4, 0, null, null));
  }

  @Test
  void aReadMaySeeAWriteBeforeItIsAcknowledged() {
    assertThat(before(written().saw(1.5, 12).saw(1.9, 13)).stale()).isZero();
  }

  @Test
  void aWriteThatIsAcknowledgedWhileAReadIsUnderWayNeedNotBeSeen() {
    assertThat(before(written().saw(1.9995, 11).saw(2, 11)).stale()).isZero();
  }

  @Test
  void theLagIsTheAgeOfTheOldestWriteThatIsNotSeen() {
    assertThat(before(written().saw(2.25, 11))).isEqualTo(new Staleness(1, 1, 250.0, 250.0));
    assertThat(before(written().saw(3.5, 11))).isEqualTo(new Staleness(1, 1, 1500.0, 1500.0));
    assertThat(before(written().saw(5, Operation.NEVER)))
        .isEqualTo(new Staleness(1, 1, 4000.0, 4000.0));
  }

  @Test
  void writesMayBeAcknowledgedInAnotherOrderThanThatOfTheirIds() {
    SpreadLog log =
        new SpreadLog(1, "a").write(1, 12, Outcome.OK).write(1.5, 11, Outcome.OK).saw(1.2, 11);

    assertThat(before(log)).isEqualTo(new Staleness(1, 1, 200.0, 200.0));
    assertThat(before(log.saw(1.7, 10)).largestLagMs()).isEqualTo(700);
  }

  @Test
  void onlyAcknowledgedWritesHaveToBeSeen() {
    SpreadLog log = written().write(4, 14, Outcome.FAILED).write(4, 15, Outcome.UNKNOWN).saw(5, 13);

    assertThat(before(log).stale()).isZero();
  }

  @Test
  void staleReadsAreCountedInThePhaseInWhichTheyEnd() {
    SpreadLog log =
        written()
            .lost("b", 4, 6)
            .saw(3.1, 12)
            .saw(3.2, 12)
            .saw(3.4, 12)
            .saw(5, 13)
            .saw(7, 12)
            .saw(8, 13);

    assertThat(stale(log, 10))
        .isEqualTo(
            new Phases<>(
                new Staleness(3, 3, 200.0, 400.0),
                new Staleness(1, 0, null, null),
                new Staleness(2, 1, 4000.0, 4000.0)));
    assertThat(BalanceAnalysis.figures(log.until(10)).staleInAll())
        .isEqualTo(new Staleness(6, 4, null, 4000.0));
  }

  @Test
  void withoutWritesNothingIsKnown() {
    BalanceFigures figures = BalanceAnalysis.figures(new SpreadLog(1, "a").saw(1, 5).until(5));

    assertThat(figures.staleReads()).isNull();
    assertThat(figures.staleInAll()).isNull();
  }
}
