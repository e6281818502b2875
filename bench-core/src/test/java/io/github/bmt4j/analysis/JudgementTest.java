package io.github.bmt4j.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.result.RunResult.Client;
import io.github.bmt4j.result.RunResult.ErrorCount;
import io.github.bmt4j.result.RunResult.ServerCounts;
import io.github.bmt4j.result.RunResult.Status;
import io.github.bmt4j.result.RunResult.Totals;
import io.github.bmt4j.result.RunResult.Verdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private static final Client EASY = new Client(1.0, 20.0, 3, 0.3);

  @Test
  void aCleanRunIsValid() {
    assertThat(judge(totals(1000, 0, 0, null, 0), List.of()))
        .isEqualTo(new Verdict(Status.VALID, List.of()));
  }

  @Test
  void aRunWithoutASuccessIsInvalid() {
    assertThat(reasons(totals(0, 0, 0, null, 0))).containsExactly("no operation succeeded");
  }

  @Test
  void moreThanOneFailureInAHundredIsInvalid() {
    assertThat(reasons(totals(990, 10, 0, null, 0))).isEmpty();
    assertThat(reasons(totals(989, 5, 6, null, 0)))
        .containsExactly("11 of 1,000 operations did not succeed (1.1 %)");
  }

  @Test
  void timeInWhichAllFailsIsSaidHoweverFewTheFailuresAre() {
    assertThat(Judgement.failingTime(11, 20))
        .contains("operations failed and none succeeded for 11.0 of 20.0 s");
    assertThat(Judgement.failingTime(1, 600)).isEmpty();
    assertThat(Judgement.failingTime(0, 0)).isEmpty();
  }

  @Test
  void aMissedRateIsInvalid() {
    assertThat(reasons(totals(59_400, 0, 0, 60_000L, 600))).isEmpty();
    assertThat(reasons(totals(59_399, 0, 0, 60_000L, 601)))
        .containsExactly(
            "missed its rate: 601 of 60,000 arrivals were never begun, and no response time is counted for them");
  }

  @Test
  void theLastFewArrivalsOfAShortRunMayStayUnserved() {
    assertThat(reasons(totals(15, 0, 0, 20L, 5))).isEmpty();
    assertThat(reasons(totals(14, 0, 0, 20L, 6))).hasSize(1);
  }

  @Test
  void aServerThatCouldNotBeReachedMakesTheRunInvalidHoweverRarely() {
    ErrorCount refused = new ErrorCount("connect", 0, "08000", 2, 0, "Connection refused");

    assertThat(judge(totals(100_000, 2, 0, null, 0), List.of(refused)).reasons())
        .containsExactly(
            "the server could not be reached for a time: 2 failed attempts to get a connection");
  }

  @Test
  void aClientThatSetsThePaceIsInvalid() {
    Verdict verdict =
        Judgement.judge(
            new Judgement.Evidence(
                totals(10, 0, 0, null, 0),
                List.of(),
                new Client(9.5, 1.0, 0, 0.95),
                null,
                List.of(),
                false,
                true,
                true));

    assertThat(verdict.reasons()).singleElement().asString().contains("95 %");
  }

  @Test
  void aClientThatWorksHardForAnInstantIsNotJudged() {
    Totals instant = new Totals(10, 10, 10, 0, 0, 0, 0, 0, 0, null, 0, null, 0, 0, 0.05);
    Verdict verdict =
        Judgement.judge(
            new Judgement.Evidence(
                instant,
                List.of(),
                new Client(0.1, 1.0, 0, 1.0),
                null,
                List.of(),
                false,
                true,
                true));

    assertThat(verdict.status()).isEqualTo(Status.VALID);
  }

  @Test
  void anInterruptedRunIsInvalidAndSaysWhen() {
    Verdict verdict =
        Judgement.judge(
            new Judgement.Evidence(
                totals(10, 0, 0, null, 0), List.of(), EASY, null, List.of(), true, true, true));

    assertThat(verdict.reasons()).containsExactly("interrupted after 10.0 s of measurement");
  }

  @Test
  void problemsOfTheLoadComeFirst() {
    Verdict verdict =
        Judgement.judge(
            new Judgement.Evidence(
                totals(0, 1, 0, null, 0),
                List.of(),
                EASY,
                null,
                List.of("a worker ended early"),
                false,
                true,
                true));

    assertThat(verdict.reasons()).startsWith("a worker ended early");
  }

  @Test
  void onSomebodysServerOthersMayWorkToo() {
    Verdict verdict =
        Judgement.judge(
            new Judgement.Evidence(
                totals(100, 0, 0, null, 0),
                List.of(),
                EASY,
                new ServerCounts(5000, 100, Map.of()),
                List.of(),
                false,
                false,
                true));

    assertThat(verdict.status()).isEqualTo(Status.VALID);
  }

  private static List<String> reasons(Totals totals) {
    return judge(totals, List.of()).reasons();
  }

  private static Verdict judge(Totals totals, List<ErrorCount> errors) {
    return Judgement.judge(
        new Judgement.Evidence(totals, errors, EASY, null, List.of(), false, true, true));
  }

  private static Totals totals(
      long transactions, long failed, long unknown, @Nullable Long arrivals, long unserved) {
    return new Totals(
        transactions,
        transactions,
        transactions,
        0,
        0,
        failed,
        0,
        failed,
        unknown,
        arrivals,
        unserved,
        null,
        0,
        0,
        10.0);
  }
}
