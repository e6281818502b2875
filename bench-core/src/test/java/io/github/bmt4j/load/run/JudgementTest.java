package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.run.RunResult.ErrorCount;
import io.github.bmt4j.load.run.RunResult.Latency;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JudgementTest {
  @Test
  void aCleanRunIsValid() {
    assertThat(new Case().verdict()).isEqualTo(new Verdict(Status.VALID, List.of()));
  }

  @Test
  void aRunWithoutASuccessIsInvalid() {
    assertThat(new Case().ended(0, 0, 0).reasons()).containsExactly("no operation succeeded");
  }

  @Test
  void aRunWithoutAStatementIsInvalid() {
    assertThat(new Case().silent().reasons())
        .containsExactly("no statement was sent: operations did nothing");
  }

  @Test
  void moreThanOneFailureInAHundredIsInvalid() {
    assertThat(new Case().ended(990, 10, 0).reasons()).isEmpty();
    assertThat(new Case().ended(989, 5, 6).reasons())
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
    Case held = new Case().ended(100_000, 0, 0);
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
    assertThat(new Case().ended(59_400, 0, 0).arrivals(60_000, 600).reasons()).isEmpty();
    assertThat(new Case().ended(59_399, 0, 0).arrivals(60_000, 601).reasons())
        .containsExactly(
            "missed its rate: 601 of 60,000 arrivals were unserved, and no response time is counted"
                + " for them");
    Case terminals = new Case().ended(59_399, 0, 0).arrivals(60_000, 601);
    terminals.terminals = true;
    assertThat(terminals.reasons())
        .containsExactly(
            "601 of 60,000 transactions that were due at terminals were not served, and no response"
                + " time is counted for them");
  }

  @Test
  void theLastFewArrivalsOfAShortRunMayStayUnservedButNoMoreThanOneInTen() {
    assertThat(new Case().ended(95, 0, 0).arrivals(100, 5).reasons()).isEmpty();
    assertThat(new Case().ended(94, 0, 0).arrivals(100, 6).reasons()).hasSize(1);
    assertThat(new Case().ended(18, 0, 0).arrivals(20, 2).reasons()).isEmpty();
    assertThat(new Case().ended(17, 0, 0).arrivals(20, 3).reasons()).hasSize(1);
    assertThat(new Case().ended(2, 0, 0).arrivals(5, 3).reasons()).hasSize(1);
  }

  @Test
  void aServerThatCouldNotBeReachedMakesTheRunInvalidHoweverRarely() {
    Case refused = new Case().ended(100_000, 2, 0);
    refused.errors = List.of(new ErrorCount("connect", 0, "08000", 2, 0, "Connection refused"));

    assertThat(refused.reasons())
        .containsExactly(
            "the server could not be reached for a time: 2 failed attempts to get a connection");
  }

  @Test
  void onlyFailuresToGetAConnectionMeanThatTheServerCouldNotBeReached() {
    Case failing = new Case().ended(100_000, 5, 0);
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
    Case busy = new Case();
    busy.utilization = 0.9;
    assertThat(busy.reasons()).isEmpty();

    busy.utilization = 0.91;
    busy.elapsedSeconds = 1;
    assertThat(busy.reasons()).hasSize(1);
  }

  @Test
  void theWarmupMayRunIntoTheMeasurementAsLongAsTheLongestOperation() {
    Case waiting = new Case();
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
    Case noted = new Case();
    noted.waited = 0.75;
    assertThat(noted.reasons()).isEmpty();
    assertThat(noted.judgement().notes()).hasSize(1);

    noted.waited = 0.76;
    assertThat(noted.reasons()).hasSize(1);
    assertThat(noted.judgement().notes()).isEmpty();
  }

  @Test
  void aClientThatSetsThePaceIsInvalid() {
    Case saturated = new Case();
    saturated.utilization = 0.95;

    assertThat(saturated.reasons()).singleElement().asString().contains("95 %");
  }

  @Test
  void aClientThatWorksHardForAnInstantIsNotJudged() {
    Case instant = new Case();
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
    Case interrupted = new Case();
    interrupted.interrupted = true;

    assertThat(interrupted.reasons()).containsExactly("interrupted after 10.0 s of measurement");
  }

  @Test
  void problemsOfTheLoadComeFirst() {
    Case spoiled = new Case().ended(0, 1, 0);
    spoiled.problems = List.of(Code.BUG.of("a worker ended early"));

    assertThat(spoiled.reasons()).startsWith("a worker ended early").hasSizeGreaterThan(1);
  }

  @Test
  void aStallThatBeganInTheWarmupIsInvalidWhenNoTimeShowsIt() {
    Case stalled = new Case();
    stalled.longestMillis = 27.0;
    stalled.warmupOverrunMillis = 2000;

    assertThat(stalled.reasons())
        .singleElement()
        .asString()
        .contains("an operation of the warm-up ran 2,000 ms into the measurement");
  }

  @Test
  void theLongestOfManyWaitsMayBeOneOfTheWarmup() {
    Case waiting = new Case();
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
    Case slow = new Case();
    slow.longestMillis = 2500.0;
    slow.warmupOverrunMillis = 2000;

    assertThat(slow.reasons()).isEmpty();
  }

  /** The excused ones are those that bmt opened, and failed ones. */
  @Test
  void aServerThatItStartedCountedTheNewConnections() {
    assertThat(new Case().opened(50, 50, 50).reasons()).isEmpty();
    assertThat(new Case().opened(53, 50, 53).reasons()).isEmpty();
    assertThat(new Case().opened(54, 50, 53).reasons())
        .containsExactly("the server counted 54 new connections and bmt opened 50");
    assertThat(new Case().opened(49, 50, 53).reasons())
        .containsExactly("the server counted 49 new connections and bmt opened 50");
  }

  @Test
  void onAQuietServerTheCountsMustAgreeExactly() {
    assertThat(new Case().counted(100, 100, 0).reasons()).isEmpty();
    assertThat(new Case().counted(101, 100, 0).reasons())
        .containsExactly("the server counted 101 statements and bmt counted 100");
    assertThat(new Case().counted(99, 100, 0).reasons()).hasSize(1);
  }

  @Test
  void failuresExplainSoManyStatementsMoreAndNeverLess() {
    assertThat(new Case().counted(105, 100, 5).reasons()).isEmpty();
    assertThat(new Case().counted(106, 100, 5).reasons()).hasSize(1);
    assertThat(new Case().counted(99, 100, 5).reasons()).hasSize(1);
  }

  @Test
  void aServerOfOursThatDoesNotConfirmOurCountsMakesTheRunInvalid() {
    Case silent = new Case();
    silent.server = null;

    assertThat(silent.reasons()).singleElement().asString().contains("could not be read");
  }

  @Test
  void onSomebodysServerOthersMayWorkTooAndCountersMayBeSecret() {
    Case busy = new Case().counted(5000, 100, 0);
    busy.quietServer = false;
    Case silent = new Case();
    silent.quietServer = false;
    silent.server = null;

    assertThat(busy.reasons()).isEmpty();
    assertThat(silent.reasons()).isEmpty();
  }

  /** A clean run of 1,000 operations and 10 s, and what is different about it. */
  private static final class Case {
    private long transactions = 1000;
    private long failed;
    private long unknown;
    private @Nullable Long arrivals;
    private long unserved;
    private boolean silent;
    private double elapsedSeconds = 10;
    @Nullable Double stoodStillSeconds;
    private List<ErrorCount> errors = List.of();
    private double utilization = 0.3;
    private @Nullable ServerCounts server = new ServerCounts(100, 100, Map.of());
    private List<Reason> problems = List.of();
    private boolean interrupted;
    private boolean quietServer = true;
    private long excused;
    private Counts connects = Counts.ZERO;
    private @Nullable Double longestMillis = 50.0;
    private double warmupOverrunMillis;
    private boolean terminals;
    private boolean crowd;
    private @Nullable Double waited;

    BusyMachine.MachineUse load() {
      return new BusyMachine.MachineUse(
          "",
          Made.like(Clients.of(1.0, 20.0, 3, utilization))
              .set("stoodStillSeconds", stoodStillSeconds)
              .set("runQueueShare", waited)
              .set("othersShare", waited == null ? null : 0.26)
              .record(),
          4,
          2,
          1000,
          1.0);
    }

    Case ended(long ok, long notApplied, long notKnown) {
      transactions = ok;
      failed = notApplied;
      unknown = notKnown;
      return this;
    }

    Case silent() {
      silent = true;
      return this;
    }

    Case arrivals(long due, long neverBegun) {
      arrivals = due;
      unserved = neverBegun;
      return this;
    }

    Case counted(long byServer, long byUs, long mayBeMore) {
      server = new ServerCounts(byServer, byUs, Map.of());
      excused = mayBeMore;
      return this;
    }

    Case opened(long byServer, long byUs, long mayBeMore) {
      counted(100, 100, mayBeMore);
      server = new ServerCounts(100, 100, Map.of("Connections", byServer));
      connects = Counts.from(Map.of(Counter.TRANSACTIONS, byUs));
      return this;
    }

    List<String> reasons() {
      return verdict().texts();
    }

    Verdict verdict() {
      return judgement().verdict();
    }

    Judgement judgement() {
      Totals totals =
          Made.of(Totals.class)
              .set("transactions", transactions)
              .set("queries", silent ? 0 : transactions)
              .set("reads", silent ? 0 : transactions)
              .set("errors", failed)
              .set("failed", failed)
              .set("unknown", unknown)
              .set("arrivals", arrivals)
              .set("unserved", unserved)
              .set("elapsedSeconds", elapsedSeconds)
              .record();
      RunScenario scenario =
          Made.like(OltpJob.of(1000, crowd ? 1000 : 1).scenario())
              .set("terminals", terminals ? 10 : null)
              .record();
      RunFigures figures =
          Made.of(RunFigures.class)
              .set("totals", totals)
              .set("errors", errors)
              .set("latency", Made.of(Latency.class).set("response", times()).record())
              .record();
      return Judgement.of(
          new Judgement.Evidence(
              scenario,
              figures,
              new BusyMachine.Uses(load(), List.of(load())),
              server,
              problems,
              interrupted,
              quietServer,
              connects,
              excused,
              warmupOverrunMillis));
    }

    private Times times() {
      return Made.of(Times.class).set("max", longestMillis).record();
    }
  }
}
