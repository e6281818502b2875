package io.github.bmt4j.catchup;

import static io.github.bmt4j.catchup.SampleCatchUp.PARALLEL;
import static io.github.bmt4j.catchup.SampleCatchUp.caughtUp;
import static io.github.bmt4j.catchup.SampleCatchUp.differing;
import static io.github.bmt4j.catchup.SampleCatchUp.ended;
import static io.github.bmt4j.catchup.SampleCatchUp.never;
import static io.github.bmt4j.catchup.SampleCatchUp.scenario;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.catchup.CatchUpResult.CatchUp;
import io.github.bmt4j.catchup.CatchUpResult.Outcome;
import io.github.bmt4j.catchup.CatchUpResult.Rank;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.report.Reason.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatchUpJudgementTest {
  private static final int SIMULATIONS = 10_000;
  private static final CatchUpScenario TWO = scenario(false, "", PARALLEL);

  @Test
  void settingsRankByTheirMedianSpeed() {
    assertThat(SampleCatchUp.result().verdict().texts()).isEmpty();
    assertThat(SampleCatchUp.result().ranking())
        .extracting(Rank::place, Rank::setting)
        .containsExactly(tuple(1, PARALLEL), tuple(2, ""));
    assertThat(SampleCatchUp.result().ranking().get(0).speed()).isCloseTo(5 / 2.2, within(1e-9));
  }

  @Test
  void settingsWithoutAShownDifferenceShareAPlace() {
    List<CatchUp> all = new ArrayList<>(SampleCatchUp.rounds());
    all.set(0, caughtUp("", 1, 2.25, 1.5));
    assertThat(SampleCatchUp.result(TWO, all).ranking())
        .extracting(Rank::place)
        .containsExactly(1, 1);
  }

  /**
   * By the test that compare uses, for every pair: at most 5 % of the rankings of equal settings.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
  void equalSettingsHardlyEverHaveDifferentPlaces(int settings) {
    int ranked = 0;
    for (int seed = 0; seed < SIMULATIONS; seed++) {
      Random random = new Random(seed);
      ranked +=
          places(random, settings, 3 + seed % 3, setting -> 2).stream().distinct().count() > 1
              ? 1
              : 0;
    }
    assertThat(ranked).isLessThanOrEqualTo(SIMULATIONS / 20);
  }

  @Test
  void threeSettingsThatDifferHaveThreePlacesInFiveRounds() {
    int right = 0;
    for (int seed = 0; seed < 200; seed++) {
      List<Integer> places = places(new Random(seed), 3, 5, setting -> 2 * Math.pow(1.25, setting));
      right += places.equals(List.of(1, 2, 3)) ? 1 : 0;
    }
    assertThat(right).isGreaterThan(180);
  }

  /**
   * Places by speeds with a noise of 4 %, and rounds that differ by 10 % for all settings alike.
   */
  private static List<Integer> places(
      Random random, int settings, int rounds, IntToDoubleFunction speed) {
    Map<String, List<Double>> speeds = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      double mood = Math.exp(0.1 * random.nextGaussian());
      for (int setting = 0; setting < settings; setting++) {
        speeds
            .computeIfAbsent("s" + setting, name -> new ArrayList<>())
            .add(mood * speed.applyAsDouble(setting) * Math.exp(0.04 * random.nextGaussian()));
      }
    }
    List<Figure> figures = new ArrayList<>();
    speeds.forEach((name, some) -> figures.add(new Figure(name, some, "s/s", Better.HIGHER)));
    return CatchUpJudgement.ranking(figures).stream().map(Rank::place).toList();
  }

  @Test
  void fewerThanThreeRoundsAndInvalidResultsHaveNoRanking() {
    List<CatchUp> all = SampleCatchUp.rounds();
    assertThat(SampleCatchUp.result(TWO, all.subList(0, 4)).ranking()).isEmpty();
    List<CatchUp> differing = new ArrayList<>(all);
    differing.set(5, differing(PARALLEL, 3, 2, 1.2));
    assertThat(SampleCatchUp.result(TWO, differing).ranking()).isEmpty();
    assertThat(SampleCatchUp.result(TWO, differing).verdict().texts())
        .containsExactly(PARALLEL + ", round 3: the replica differs from the primary: bmt.sbtest1");
  }

  @Test
  void aDiskThatBecameMoreThanTwiceAsSlowIsNoComparison() {
    List<CatchUp> all = new ArrayList<>(SampleCatchUp.rounds());
    all.set(5, caughtUp(PARALLEL, 3, 2.3, 2.39));
    assertThat(SampleCatchUp.result(TWO, all).verdict().texts()).isEmpty();
    all.set(5, caughtUp(PARALLEL, 3, 2.3, 2.41));
    assertThat(SampleCatchUp.result(TWO, all).verdict().texts())
        .containsExactly(
            "a small forced write took 1.20 to 2.41 ms on the replica's disk before the catch-ups,"
                + " more than 2 times as long: they cannot be compared");
  }

  @Test
  void aReplicaThatNeverCatchesUpIsAResult() {
    CatchUpScenario load = scenario(true, "");
    assertThat(never().closing()).isEqualTo(-0.5);
    assertThat(never().speed(true)).isEqualTo(0.5);
    List<CatchUp> all = List.of(never(), never(), never());
    assertThat(CatchUpJudgement.judge(load, all, false).texts()).isEmpty();
    assertThat(new CatchUpReport().summary(SampleCatchUp.result(load, all), 200))
        .contains(
            "The replica does not catch up: within 600 s the backlog grew by 0.50 s each second");
  }

  @Test
  void theHeadlineCountsCatchUpsThatWereGivenUp() {
    CatchUpScenario load = scenario(true, "");
    List<CatchUp> most = List.of(never(), caughtUp("", 2, 100, 1.5), never());
    assertThat(CatchUpJudgement.judge(load, most, false).texts()).isEmpty();
    assertThat(new CatchUpReport().summary(SampleCatchUp.result(load, most), 200))
        .contains("The replica did not catch up in 2 of 3: from 5.0 s in >= 600.00 s: ")
        .contains("100.00 … >= 600.00");
    List<CatchUp> one = List.of(never(), caughtUp("", 2, 100, 1.5), caughtUp("", 3, 101, 1.5));
    assertThat(new CatchUpReport().summary(SampleCatchUp.result(load, one), 200))
        .contains("The replica did not catch up in 1 of 3: from 5.0 s in 101.00 s: ");
  }

  @Test
  void eachEndBeforeTheEndHasOneReason() {
    CatchUpScenario one = scenario(false, "");
    assertThat(reasons(one, Outcome.BROKEN, "Duplicate entry '7'"))
        .containsExactly(
            "no setting, round 1: replication broke: Duplicate entry '7'",
            "ended after 0 of 3 catch-ups");
    assertThat(reasons(one, Outcome.LOST, "Connection refused"))
        .containsExactly(
            "no setting, round 1: the replica was lost: Connection refused",
            "ended after 0 of 3 catch-ups");
    CatchUp interrupted = ended(Outcome.INTERRUPTED, null);
    assertThat(CatchUpJudgement.judge(one, List.of(interrupted), true).texts())
        .containsExactly("interrupted after 0 of 3 catch-ups");
  }

  @Test
  void theLastCatchUpThatIsInterruptedIsInvalidAndACompleteOneIsNot() {
    List<CatchUp> all = new ArrayList<>(SampleCatchUp.rounds());
    assertThat(CatchUpJudgement.judge(TWO, all, true).texts()).isEmpty();
    all.set(5, ended(Outcome.INTERRUPTED, null));
    assertThat(CatchUpJudgement.judge(TWO, all, true).texts())
        .containsExactly("interrupted after 5 of 6 catch-ups");
    assertThat(CatchUpJudgement.judge(TWO, all.subList(0, 5), false).texts())
        .containsExactly("ended after 5 of 6 catch-ups");
  }

  @Test
  void aBacklogBelowFourFifthsIsNotWhatWasAskedFor() {
    List<CatchUp> all = new ArrayList<>(SampleCatchUp.rounds());
    all.set(0, Made.like(all.get(0)).set("backlogSeconds", 4.0).record());
    assertThat(CatchUpJudgement.judge(TWO, all, false).texts()).isEmpty();
    all.set(0, Made.like(all.get(0)).set("backlogSeconds", 3.99).record());
    assertThat(CatchUpJudgement.judge(TWO, all, false).texts())
        .containsExactly(
            "no setting, round 1: a backlog of 4.0 s instead of 5.0 s: the heartbeat was late");
  }

  @Test
  void problemsOfACatchUpAreReasonsWithItsName() {
    List<CatchUp> all = new ArrayList<>(SampleCatchUp.rounds());
    all.set(
        1,
        Made.like(all.get(1))
            .set("problems", List.of(Code.SERVER_RESTARTED.of("the primary was restarted")))
            .record());
    assertThat(CatchUpJudgement.judge(TWO, all, false).texts())
        .containsExactly(PARALLEL + ", round 1: the primary was restarted");
  }

  private static List<String> reasons(CatchUpScenario scenario, Outcome outcome, String words) {
    return CatchUpJudgement.judge(scenario, List.of(ended(outcome, words)), false).texts();
  }
}
