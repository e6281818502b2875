package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.outcome.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalanceJudgementTest {
  @Test
  void aLossWithAProvenReturnIsValid() {
    assertThat(BalanceJudgement.judge(healthy().until(30), List.of()).reasons()).isEmpty();
    assertThat(BalanceJudgement.judge(healthy().until(30), List.of()).status())
        .isEqualTo(Status.VALID);
    assertThat(BalanceJudgement.notes(healthy().until(30))).isEmpty();
  }

  @Test
  void aProblemOfTheRunMakesItInvalid() {
    assertThat(BalanceJudgement.judge(healthy().until(30), List.of("interrupted")).reasons())
        .containsExactly("interrupted");
  }

  @Test
  void failuresWhileAServerIsLostAreAFigureAndNoReason() {
    SpreadLog log = healthy();
    for (int i = 0; i < 500; i++) {
      log.read("", 10.1, 5, Outcome.FAILED);
    }

    assertThat(BalanceJudgement.judge(log.until(30), List.of()).reasons()).isEmpty();
  }

  @Test
  void anApplicationThatWasNotWellBeforeTheLossProvesNothing() {
    SpreadLog log =
        new SpreadLog(400, "a", "b")
            .reads("a", 0, 10, 200)
            .reads("b", 0, 10, 175)
            .connections("a", 0, 10, 5);

    assertThat(reasons(log, 10))
        .containsExactly(
            "operations failed or were missing with all servers up: 3,750 of 4,000 operations of"
                + " the reader ended OK; if the servers are too slow, lower --read-rate");
  }

  @Test
  void ashortTimeBeforeTheLossProvesNothing() {
    assertThat(reasons(new SpreadLog(10, "a", "b").reads("a", 0, 1.5, 10), 1.5))
        .containsExactly("only 1.5 s of load were observed with all servers up");
  }

  @Test
  void aServerThatTakesOperationsWasNotLost() {
    SpreadLog log = healthy().reads("b", 12, 14, 10);

    assertThat(reasons(log, 30))
        .containsExactly("replica-b took 20 operations while it was reported as lost");
  }

  @Test
  void operationsThatEndAroundTheLossAndTheReturnAreNoReason() {
    SpreadLog log = healthy().read("b", 10.9, 950, Outcome.OK).read("b", 19.2, 1, Outcome.OK);

    assertThat(reasons(log, 30)).isEmpty();
  }

  @Test
  void withoutASampleNothingSaysThatAServerWasBack() {
    SpreadLog log =
        new SpreadLog(400, "a", "b")
            .reads("a", 0, 30, 400)
            .reads("b", 0, 10, 200)
            .connections("a", 0, 30, 10)
            .connections("b", 0, 10, 10)
            .lost("b", 10, 20);

    assertThat(reasons(log, 30)).containsExactly("nothing shows that replica-b was back");
  }

  @Test
  void aPauseOfOursIsNeverSoldAsAnEffectOfTheLoss() {
    assertThat(reasons(healthy().pause(10.5, 11.1), 30))
        .containsExactly("the client itself stood still for 600 ms (hiccup)");
    assertThat(reasons(healthy().pause(10.5, 10.7), 30)).isEmpty();
    assertThat(BalanceJudgement.notes(healthy().pause(10.5, 10.7).until(30)))
        .containsExactly("the client itself stood still for 200 ms (hiccup)");
  }

  @Test
  void aClientWithoutAWorkerForEveryArrivalIsSaturated() {
    assertThat(reasons(healthy().pending(15, false), 30))
        .containsExactly("the client was saturated: 1 arrivals found no worker");
    assertThat(reasons(healthy().late(15, 15.6, "a"), 30))
        .containsExactly(
            "the client was saturated: 1 arrivals waited longer than 500 ms for a worker");
  }

  @Test
  void aPoolThatNeedsAConnectionOrTwoIsNotSpread() {
    SpreadLog log =
        new SpreadLog(200, "a", "b")
            .taking(9)
            .reads("a", 0, 10, 200)
            .connections("a", 0, 10, 15)
            .connections("b", 0, 10, 15);

    assertThat(BalanceJudgement.notes(log.until(10)))
        .containsExactly(
            "only 1.8 operations were under way at once: a pool hands out the same few connections"
                + " again and again, so operations may be uneven where connections are even");
  }

  @Test
  void fewOperationsLeaveTheRebalanceToChance() {
    SpreadLog log =
        new SpreadLog(100, "a", "b")
            .taking(25)
            .reads("a", 0, 30, 50)
            .reads("b", 0, 10, 50)
            .reads("b", 20, 30, 50)
            .reads("y", 22, 30, 1)
            .lost("b", 10, 20);

    assertThat(BalanceJudgement.notes(log.until(30)))
        .containsExactly(
            "server y executed operations but is not a server of this run",
            "connections were not sampled",
            "100 operations/s over 2 servers are few: chance may delay rebalanceMs; 157/s would be"
                + " enough");
  }

  @Test
  void onlyItsOwnOperationsBeforeTheLossProveThatTheApplicationWasWell() {
    SpreadLog log =
        new SpreadLog(400, "a", "b")
            .taking(10)
            .reads("a", 0, 10, 200)
            .reads("b", 0, 10, 175)
            .reads("a", 10, 30, 400)
            .writes(0, 30, 10)
            .connections("a", 0, 30, 10)
            .connections("b", 0, 30, 10)
            .read("a", 5, 1, Outcome.FAILED)
            .lost("b", 10, 20);

    assertThat(reasons(log, 30))
        .containsExactly(
            "operations failed or were missing with all servers up: 3,750 of 4,000 operations of"
                + " the reader ended OK; if the servers are too slow, lower --read-rate");
  }

  @Test
  void fromNinetyFivePercentOnTheApplicationWasWell() {
    SpreadLog log = new SpreadLog(400, "a", "b").reads("a", 0, 10, 380);

    assertThat(reasons(log, 10)).isEmpty();
    assertThat(reasons(new SpreadLog(400.1, "a", "b").reads("a", 0, 10, 380), 10)).isEmpty();
    assertThat(reasons(new SpreadLog(400.2, "a", "b").reads("a", 0, 10, 380), 10))
        .containsExactly(
            "operations failed or were missing with all servers up: 3,800 of 4,002 operations of"
                + " the reader ended OK; if the servers are too slow, lower --read-rate");
  }

  @Test
  void twoSecondsBeforeTheLossAreEnough() {
    assertThat(reasons(new SpreadLog(10, "a", "b").reads("a", 0, 2, 10), 2)).isEmpty();
  }

  @Test
  void arrivalsAfterTheEndDoNotSaturateTheClient() {
    assertThat(reasons(healthy().pending(31, false).late(31, 32, "a"), 30)).isEmpty();
    assertThat(reasons(healthy().pending(-1, false).late(-1, -0.3, "a"), 30)).isEmpty();
  }

  @Test
  void halfAStallIsThePauseAndTheWaitFromWhichTheClientIsToBlame() {
    assertThat(reasons(healthy().pause(10.5, 11), 30))
        .containsExactly("the client itself stood still for 500 ms (hiccup)");
    assertThat(BalanceJudgement.notes(healthy().pause(10.5, 11).until(30)))
        .as("said by the verdict")
        .isEmpty();
    assertThat(reasons(healthy().late(15, 15.5, "a"), 30)).isEmpty();
  }

  @Test
  void pausesOutsideTheObservationAndShortOnesAreNotMentioned() {
    SpreadLog log = healthy().pause(-2, 0).pause(30, 33);

    assertThat(reasons(log, 30)).isEmpty();
    assertThat(BalanceJudgement.notes(log.until(30))).isEmpty();
    assertThat(BalanceJudgement.notes(healthy().pause(10, 10.099).until(30))).isEmpty();
    assertThat(BalanceJudgement.notes(healthy().pause(10, 10.1).until(30)))
        .containsExactly("the client itself stood still for 100 ms (hiccup)");
  }

  @Test
  void loadAfterTheLossDoesNotMakeThePoolBusyBeforeIt() {
    SpreadLog log =
        new SpreadLog(200, "a", "b")
            .taking(9)
            .reads("a", 0, 10, 200)
            .taking(100)
            .reads("a", 10, 20, 200)
            .connections("a", 0, 20, 15)
            .lost("b", 10);

    assertThat(BalanceJudgement.notes(log.until(20)))
        .singleElement()
        .asString()
        .startsWith("only 1.8 operations were under way at once");
  }

  @Test
  void moreServersNeedMoreOperationsForARebalanceThatIsNotChance() {
    SpreadLog log =
        new SpreadLog(312, "a", "b", "c")
            .taking(25)
            .reads("a", 0, 30, 312)
            .connections("a", 0, 30, 15)
            .lost("b", 10, 20);

    assertThat(BalanceJudgement.notes(log.until(30)))
        .containsExactly(
            "312 operations/s over 3 servers are few: chance may delay rebalanceMs; 313/s would be"
                + " enough");
  }

  private static List<String> reasons(SpreadLog log, double end) {
    return BalanceJudgement.judge(log.until(end), List.of()).reasons();
  }

  /** Two replicas; b is lost after 10 s and back after 20 s. */
  private static SpreadLog healthy() {
    return new SpreadLog(400, "a", "b")
        .taking(10)
        .reads("a", 0, 10, 200)
        .reads("b", 0, 10, 200)
        .reads("a", 10, 30, 400)
        .connections("a", 0, 30, 10)
        .connections("b", 0, 10, 10)
        .connections("b", 20, 30, 0)
        .lost("b", 10, 20);
  }
}
