package io.github.bmt4j.failover.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalanceJudgementTest {
  private static final String MISSING =
      "operations failed or were missing with all servers up: %s operations of the reader ended OK;"
          + " if the servers are too slow, lower --read-rate";
  private static final String FEW =
      " operations/s over %d servers are few: chance may delay rebalanceMs; %d/s would be enough";

  @Test
  void aLossWithAProvenReturnIsValidUnlessAProblemSpoiledTheRun() {
    assertThat(BalanceJudgement.judge(healthy().until(30), List.of()).status())
        .isEqualTo(Status.VALID);
    notes(healthy(), 30);
    assertThat(
            BalanceJudgement.judge(
                healthy().until(30), List.of(Code.INTERRUPTED.of("interrupted"))))
        .isEqualTo(new Verdict(Status.INVALID, List.of(Code.INTERRUPTED.of("interrupted"))));
  }

  @Test
  void failuresWhileAServerIsLostAreAFigureAndNoReason() {
    SpreadLog log = healthy();
    for (int i = 0; i < 500; i++) {
      log.read("", 10.1, 5, Outcome.FAILED);
    }
    reasons(log, 30);
  }

  @Test
  void anApplicationThatWasNotWellBeforeTheLossProvesNothing() {
    reasons(
        spread(10).reads("a", 0, 1.5, 10),
        1.5,
        "only 1.5 s of load were observed with all servers up");
    reasons(spread(10).reads("a", 0, 2, 10), 2);
    SpreadLog few =
        spread(400).reads("a", 0, 10, 200).reads("b", 0, 10, 175).connections("a", 0, 10, 5);
    reasons(few, 10, MISSING.formatted("3,750 of 4,000"));
    // Only its own operations before the loss count.
    few.taking(10)
        .reads("a", 10, 30, 400)
        .writes(0, 30, 10)
        .connections("a", 0, 30, 10)
        .connections("b", 0, 30, 10)
        .read("a", 5, 1, Outcome.FAILED)
        .lost("b", 10, 20);
    // Four were under way when it was lost.
    reasons(few, 30, MISSING.formatted("3,754 of 4,000"));
    // From 95 % on it was well.
    reasons(spread(400).reads("a", 0, 10, 380), 10);
    reasons(spread(400.1).reads("a", 0, 10, 380), 10);
    reasons(spread(400.2).reads("a", 0, 10, 380), 10, MISSING.formatted("3,800 of 4,002"));
  }

  /** The first end 0.6 s after the start, and as many are under way at the end. */
  @Test
  void longReadsAreNotMissing() {
    SpreadLog slow =
        spread(400)
            .taking(600)
            .reads("a", 0.6, 10.6, 200)
            .reads("b", 0.6, 10.6, 200)
            .connections("a", 0, 10, 10)
            .connections("b", 0, 10, 10);
    reasons(slow, 10);
    // In the last stall limit none was due.
    reasons(
        spread(400).taking(600).reads("a", 0.6, 9.6, 200).reads("b", 0.6, 9.6, 200),
        10,
        MISSING.formatted("3,600 of 4,000"));
  }

  @Test
  void aServerThatTakesOperationsWasNotLost() {
    reasons(
        healthy().reads("b", 12, 14, 10), 30, "b took 20 operations while it was reported as lost");
    // Operations may end around the loss and the return.
    reasons(healthy().read("b", 10.9, 950, Outcome.OK).read("b", 19.2, 1, Outcome.OK), 30);
  }

  @Test
  void withoutASampleNothingSaysThatAServerWasBack() {
    reasons(
        spread(400)
            .reads("a", 0, 30, 400)
            .reads("b", 0, 10, 200)
            .connections("a", 0, 30, 10)
            .connections("b", 0, 10, 10)
            .lost("b", 10, 20),
        30,
        "nothing shows that b was back");
  }

  @Test
  void aPauseOfTheClientIsNeverAnEffectOfTheLoss() {
    for (int millis : List.of(600, 500)) {
      SpreadLog half = healthy().pause(10.5, 10.5 + millis / 1e3);
      reasons(half, 30, "the client itself stood still for " + millis + " ms (hiccup)");
      notes(half, 30);
    }
    for (int millis : List.of(200, 100)) {
      SpreadLog shorter = healthy().pause(10, 10 + millis / 1e3);
      reasons(shorter, 30);
      notes(shorter, 30, "the client itself stood still for " + millis + " ms (hiccup)");
    }
    notes(healthy().pause(10, 10.099), 30);
    SpreadLog outside = healthy().pause(-2, 0).pause(30, 33);
    reasons(outside, 30);
    notes(outside, 30);
  }

  @Test
  void aClientWithoutAThreadForEveryArrivalIsSaturated() {
    String saturated =
        "the client was saturated: 1 arrivals waited longer than 500 ms for a request thread: give"
            + " more --request-threads, or lower rates";
    reasons(healthy().pending(5, false), 30, saturated);
    reasons(healthy().late(5, 5.6, "a"), 30, saturated);
    reasons(healthy().late(5, 5.5, "a"), 30);
    reasons(healthy().pending(15, false).late(15, 15.6, "a"), 30); // During the loss.
    reasons(healthy().pending(31, false).late(31, 32, "a"), 30);
    reasons(healthy().pending(-1, false).late(-1, -0.3, "a"), 30);
  }

  @Test
  void aPoolThatNeedsAConnectionOrTwoIsNotSpread() {
    String few =
        "only 1.8 operations were under way at once: a pool hands out the same few connections"
            + " again and again, so operations may be uneven where connections are even";
    SpreadLog log =
        spread(200)
            .taking(9)
            .reads("a", 0, 10, 200)
            .connections("a", 0, 10, 15)
            .connections("b", 0, 10, 15);
    notes(log, 10, few);
    // Load after the loss does not make the pool busy before it.
    notes(log.taking(100).reads("a", 10, 20, 200).lost("b", 10), 20, few);
  }

  @Test
  void fewOperationsLeaveTheRebalanceToChance() {
    notes(
        spread(100)
            .taking(25)
            .reads("a", 0, 30, 50)
            .reads("b", 0, 10, 50)
            .reads("b", 20, 30, 50)
            .reads("y", 22, 30, 1)
            .lost("b", 10, 20),
        30,
        "server y executed operations but is not a server of this run",
        "connections were not sampled",
        100 + FEW.formatted(2, 157));
    notes(
        new SpreadLog(312, "a", "b", "c")
            .taking(25)
            .reads("a", 0, 30, 312)
            .connections("a", 0, 30, 15)
            .lost("b", 10, 20),
        30,
        312 + FEW.formatted(3, 313));
  }

  private static void reasons(SpreadLog log, double end, String... expected) {
    assertThat(BalanceJudgement.judge(log.until(end), List.of()).texts()).containsExactly(expected);
  }

  private static void notes(SpreadLog log, double end, String... expected) {
    assertThat(BalanceJudgement.notes(log.until(end))).containsExactly(expected);
  }

  private static SpreadLog spread(double readsPerSecond) {
    return new SpreadLog(readsPerSecond, "a", "b");
  }

  /** Two replicas; b is lost after 10 s and back after 20 s. */
  private static SpreadLog healthy() {
    return spread(400)
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
