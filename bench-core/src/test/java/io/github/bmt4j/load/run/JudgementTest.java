package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgementTest {
  @Test
  void aCleanRunIsValid() {
    assertThat(new JudgementCase().verdict()).isEqualTo(new Verdict(Status.VALID, List.of()));
  }

  @Test
  void aRunWithoutASuccessIsInvalid() {
    assertThat(new JudgementCase().ended(0, 0, 0).reasons())
        .containsExactly("no operation succeeded");
  }

  @Test
  void aRunWithoutAStatementIsInvalid() {
    assertThat(new JudgementCase().silent().reasons())
        .containsExactly("no statement was sent: operations did nothing");
  }

  @Test
  void moreThanOneFailureInAHundredIsInvalid() {
    assertThat(new JudgementCase().ended(990, 10, 0).reasons()).isEmpty();
    assertThat(new JudgementCase().ended(989, 5, 6).reasons())
        .containsExactly("11 of 1,000 operations did not succeed (1.1 %)");
  }

  @Test
  void timeInWhichOperationsFailedAndNoneSucceededIsInvalidFromOneHundredthOn() {
    assertThat(Judgement.failingTime(null, 10, 10)).isEmpty();
    assertThat(Judgement.failingTime(0.5, 10, 10)).isEmpty();
    assertThat(Judgement.failingTime(1.0, 100, 0)).isEmpty();
    assertThat(Judgement.failingTime(1.0, 10, 100))
        .contains(
            Code.OPERATIONS_FAILED.of("operations failed and none succeeded for 1.0 of 10.0 s"));
  }

  /** Operations that end long after the deadline make it no smaller share. */
  @Test
  void timeInWhichOperationsFailedIsAShareOfTheTimeUntilTheDeadline() {
    assertThat(Judgement.failingTime(0.6, 70, 5))
        .contains(
            Code.OPERATIONS_FAILED.of("operations failed and none succeeded for 0.6 of 5.0 s"));
  }

  @Test
  void aClientThatStoodStillIsInvalidFromOneHundredthOn() {
    JudgementCase held = new JudgementCase().ended(100_000, 0, 0);
    held.stoodStillSeconds = 0.1;
    assertThat(held.reasons()).isEmpty();
    held.stoodStillSeconds = 3.0;
    assertThat(held.reasons())
        .singleElement()
        .asString()
        .startsWith("the client itself stood still for 3.0 of 10.0 s");
  }

  @Test
  void aMissedRateIsInvalid() {
    assertThat(new JudgementCase().ended(59_400, 0, 0).arrivals(60_000, 600).reasons()).isEmpty();
    assertThat(new JudgementCase().ended(59_399, 0, 0).arrivals(60_000, 601).reasons())
        .containsExactly(
            "missed its rate: 601 of 60,000 arrivals were unserved, and no response time is counted"
                + " for them");
    JudgementCase terminals = new JudgementCase().ended(59_399, 0, 0).arrivals(60_000, 601);
    terminals.terminals = true;
    assertThat(terminals.reasons())
        .containsExactly(
            "601 of 60,000 transactions that were due at terminals were not served, and no response"
                + " time is counted for them");
  }

  @Test
  void theLastFewArrivalsOfAShortRunMayStayUnservedButNoMoreThanOneInTen() {
    assertThat(new JudgementCase().ended(95, 0, 0).arrivals(100, 5).reasons()).isEmpty();
    assertThat(new JudgementCase().ended(94, 0, 0).arrivals(100, 6).reasons()).hasSize(1);
    assertThat(new JudgementCase().ended(18, 0, 0).arrivals(20, 2).reasons()).isEmpty();
    assertThat(new JudgementCase().ended(17, 0, 0).arrivals(20, 3).reasons()).hasSize(1);
    assertThat(new JudgementCase().ended(2, 0, 0).arrivals(5, 3).reasons()).hasSize(1);
  }

  @Test
  void aServerThatCouldNotBeReachedMakesTheRunInvalidHoweverRarely() {
    JudgementCase refused = new JudgementCase().ended(100_000, 2, 0);
    refused.errors = List.of(new ErrorCount("connect", 0, "08000", 2, 0, "Connection refused"));

    assertThat(refused.reasons())
        .containsExactly(
            "the server could not be reached for a time: 2 failed attempts to get a connection");
  }

  @Test
  void onlyFailuresToGetAConnectionMeanThatTheServerCouldNotBeReached() {
    JudgementCase failing = new JudgementCase().ended(100_000, 5, 0);
    failing.errors =
        List.of(
            new ErrorCount("statement", 1213, "40001", 3, 3, "Deadlock"),
            new ErrorCount("commit", 1213, "40001", 2, 0, "Deadlock"));
    assertThat(failing.reasons()).isEmpty();

    failing.errors = List.of(new ErrorCount("borrow", 0, "", 1, 0, "timed out"));
    assertThat(failing.reasons()).hasSize(1);
  }

  @Test
  void aClientMayUseNineTenthsOfItsMachineAndIsJudgedFromASecondOn() {
    JudgementCase busy = new JudgementCase();
    busy.utilization = 0.9;
    assertThat(busy.reasons()).isEmpty();

    busy.utilization = 0.91;
    busy.elapsedSeconds = 1;
    assertThat(busy.reasons()).hasSize(1);
  }

  @Test
  void theWarmupMayRunIntoTheMeasurementAsLongAsTheLongestOperation() {
    JudgementCase waiting = new JudgementCase();
    waiting.longestMillis = 300.0;
    waiting.warmupOverrunMillis = 300;
    assertThat(waiting.reasons()).isEmpty();
    waiting.warmupOverrunMillis = 301;
    assertThat(waiting.reasons())
        .containsExactly(
            "an operation of the warm-up ran 301 ms into the measurement, longer than any measured"
                + " one took: a stall that no measured time shows");
    waiting.crowd = true;
    waiting.warmupOverrunMillis = 600;
    assertThat(waiting.reasons()).isEmpty();
    waiting.warmupOverrunMillis = 601;
    assertThat(waiting.reasons())
        .containsExactly(
            "an operation of the warm-up ran 601 ms into the measurement, longer than any measured"
                + " one took, more than twice as long: a stall that no measured time shows");

    waiting.longestMillis = 10.0;
    waiting.warmupOverrunMillis = 100;
    assertThat(waiting.reasons()).as("a tenth of a second is always allowed").isEmpty();
    assertThat(Judgement.overrunNote(300.0, 300)).isEmpty();
  }

  /** Others use a quarter of its processors, and a little more: at the limit it is noted. */
  @Test
  void aReasonIsNotNotedAgain() {
    JudgementCase noted = new JudgementCase();
    noted.waited = 0.75;
    assertThat(noted.reasons()).isEmpty();
    assertThat(noted.judgement().notes()).hasSize(1);

    noted.waited = 0.76;
    assertThat(noted.reasons()).hasSize(1);
    assertThat(noted.judgement().notes()).isEmpty();
  }

  @Test
  void aClientThatSetsThePaceIsInvalid() {
    JudgementCase saturated = new JudgementCase();
    saturated.utilization = 0.95;

    assertThat(saturated.reasons()).singleElement().asString().contains("95 %");
  }

  @Test
  void aClientThatWorksHardForAnInstantIsNotJudged() {
    JudgementCase instant = new JudgementCase();
    instant.utilization = 0.95;
    instant.elapsedSeconds = 0.5;

    assertThat(instant.reasons()).isEmpty();
    assertThat(instant.judgement().notes())
        .containsExactly("too short to judge the client: measure for 5 s or longer");
    instant.elapsedSeconds = 5;
    assertThat(instant.judgement().notes()).isEmpty();
  }

  @Test
  void anInterruptedRunIsInvalidAndSaysWhen() {
    JudgementCase interrupted = new JudgementCase();
    interrupted.interrupted = true;

    assertThat(interrupted.reasons()).containsExactly("interrupted after 10.0 s of measurement");
  }

  @Test
  void problemsOfTheLoadComeFirst() {
    JudgementCase spoiled = new JudgementCase().ended(0, 1, 0);
    spoiled.problems = List.of(Code.BUG.of("a worker ended early"));

    assertThat(spoiled.reasons()).startsWith("a worker ended early").hasSizeGreaterThan(1);
  }

  @Test
  void aStallThatBeganInTheWarmupIsInvalidWhenNoTimeShowsIt() {
    JudgementCase stalled = new JudgementCase();
    stalled.longestMillis = 27.0;
    stalled.warmupOverrunMillis = 2000;

    assertThat(stalled.reasons())
        .singleElement()
        .asString()
        .contains("an operation of the warm-up ran 2,000 ms into the measurement");
  }

  @Test
  void theLongestOfManyWaitsMayBeOneOfTheWarmup() {
    JudgementCase waiting = new JudgementCase();
    waiting.longestMillis = 300.0;
    waiting.warmupOverrunMillis = 599;
    assertThat(waiting.reasons()).as("a few threads do not wait so").hasSize(1);
    waiting.crowd = true;
    assertThat(waiting.reasons()).isEmpty();
    assertThat(Judgement.overrunNote(300.0, 599))
        .hasValue(
            "an operation of the warm-up ran 599 ms into the measurement; the longest measured one"
                + " took 300 ms");

    waiting.warmupOverrunMillis = 601;
    assertThat(waiting.reasons()).hasSize(1);
    assertThat(Judgement.overrunNote(300.0, 601)).as("said by the verdict").isEmpty();
    assertThat(Judgement.overrunNote(300.0, 299)).isEmpty();
    assertThat(Judgement.overrunNote(20.0, 39)).as("nothing to speak of").isEmpty();
    assertThat(Judgement.overrunNote(null, 5000)).as("said by the verdict").isEmpty();
  }

  @Test
  void longOperationsMayRunFromTheWarmupIntoTheMeasurement() {
    JudgementCase slow = new JudgementCase();
    slow.longestMillis = 2500.0;
    slow.warmupOverrunMillis = 2000;

    assertThat(slow.reasons()).isEmpty();
  }

  /** The excused ones are those that bmt opened, and failed ones. */
  @Test
  void aServerThatItStartedCountedTheNewConnections() {
    assertThat(new JudgementCase().opened(50, 50, 50).reasons()).isEmpty();
    assertThat(new JudgementCase().opened(53, 50, 53).reasons()).isEmpty();
    assertThat(new JudgementCase().opened(54, 50, 53).reasons())
        .containsExactly("the server counted 54 new connections and bmt opened 50");
    assertThat(new JudgementCase().opened(49, 50, 53).reasons())
        .containsExactly("the server counted 49 new connections and bmt opened 50");
  }

  @Test
  void onAQuietServerTheCountsMustAgreeExactly() {
    assertThat(new JudgementCase().counted(100, 100, 0).reasons()).isEmpty();
    assertThat(new JudgementCase().counted(101, 100, 0).reasons())
        .containsExactly("the server counted 101 statements and bmt counted 100");
    assertThat(new JudgementCase().counted(99, 100, 0).reasons()).hasSize(1);
  }

  @Test
  void failuresExplainSoManyStatementsMoreAndNeverLess() {
    assertThat(new JudgementCase().counted(105, 100, 5).reasons()).isEmpty();
    assertThat(new JudgementCase().counted(106, 100, 5).reasons()).hasSize(1);
    assertThat(new JudgementCase().counted(99, 100, 5).reasons()).hasSize(1);
  }

  @Test
  void aServerOfOursThatDoesNotConfirmOurCountsMakesTheRunInvalid() {
    JudgementCase silent = new JudgementCase();
    silent.server = null;

    assertThat(silent.reasons()).singleElement().asString().contains("could not be read");
  }

  @Test
  void onSomebodysServerOthersMayWorkTooAndCountersMayBeSecret() {
    JudgementCase busy = new JudgementCase().counted(5000, 100, 0);
    busy.quietServer = false;
    JudgementCase silent = new JudgementCase();
    silent.quietServer = false;
    silent.server = null;

    assertThat(busy.reasons()).isEmpty();
    assertThat(silent.reasons()).isEmpty();
  }
}
