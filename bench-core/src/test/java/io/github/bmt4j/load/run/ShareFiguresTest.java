package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore;
import io.github.bmt4j.load.Measurement.ShareCount;
import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.load.run.ShareFigures.Kept;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.workload.ShareRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a share is outside its limits. */
class ShareFiguresTest {
  /** Rollbacks of TPC-C 5.11, 5.5.1.5. */
  private static final ShareRule ROLLBACKS =
      new ShareRule("new orders rolled back", 0.009, 0.011, null);

  private static final ShareRule LINES =
      new ShareRule("order lines per new order", 9.5, 10.5, Math.sqrt(10));

  /** The edges are those of exact fractions: P(X >= 23) of 1,000 with 1.1 % is below 0.001. */
  @ParameterizedTest
  @CsvSource({
    "1000, 10, KEPT",
    "1000, 9, KEPT",
    "1000, 11, KEPT",
    "1000, 12, BY_CHANCE",
    "1000, 22, BY_CHANCE",
    "1000, 23, OUTSIDE",
    "1000, 1, BY_CHANCE",
    "1000, 0, OUTSIDE",
    "100, 0, BY_CHANCE",
    "100000, 1100, KEPT",
    "100000, 1203, BY_CHANCE",
    "100000, 1204, OUTSIDE",
    "100000, 809, BY_CHANCE",
    "100000, 808, OUTSIDE",
    "4000000000, 44000000, KEPT",
    "4000000000, 44020300, BY_CHANCE",
    "4000000000, 44020500, OUTSIDE",
    "0, 0, NOT_JUDGED"
  })
  void aShareIsOutsideWhenChanceDoesNotExplainIt(long trials, long hits, Kept kept) {
    assertThat(judged(ROLLBACKS, hits, trials)).isEqualTo(kept);
  }

  /** With a standard error of 0.316, 3.09 of them are 0.977. */
  @ParameterizedTest
  @CsvSource({
    "1000, KEPT",
    "1050, KEPT",
    "1051, BY_CHANCE",
    "1147, BY_CHANCE",
    "1148, OUTSIDE",
    "853, BY_CHANCE",
    "852, OUTSIDE"
  })
  void aMeanIsJudgedByItsStandardError(long hits, Kept kept) {
    assertThat(judged(LINES, hits, 100)).isEqualTo(kept);
  }

  /** TPC-C 5.11, 2.7.4.2: at most 1 %, or one, whichever is greater. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, KEPT",
    "99, 1, KEPT",
    "99, 2, BY_CHANCE",
    "200, 2, KEPT",
    "1000, 10, KEPT",
    "1000, 30, OUTSIDE"
  })
  void soManyHitsAreKeptHoweverFewTheTrials(long trials, long hits, Kept kept) {
    assertThat(judged(new ShareRule("skipped", 0.0, 0.01, null, 1), hits, trials)).isEqualTo(kept);
  }

  @Test
  void oneTrialHasAShareAndNoneHasNot() {
    assertThat(of(ROLLBACKS, 1, 1).share()).isEqualTo(1);
    assertThat(of(ROLLBACKS, 1, 3).share()).isEqualTo(0.333333);
    assertThat(of(ROLLBACKS, 0, 0).share()).isNull();
  }

  @Test
  void aSideWithoutALimitIsNotJudged() {
    assertThat(judged(new ShareRule("some", null, null, null), 9, 9)).isEqualTo(Kept.NOT_JUDGED);
    assertThat(judged(new ShareRule("some", 0.5, null, null), 100, 100)).isEqualTo(Kept.KEPT);
    assertThat(judged(new ShareRule("some", 0.5, null, null), 2, 20)).isEqualTo(Kept.OUTSIDE);
    assertThat(judged(new ShareRule("some", null, 0.5, null), 17, 20)).isEqualTo(Kept.BY_CHANCE);
    assertThat(judged(new ShareRule("some", null, 0.5, null), 18, 20)).isEqualTo(Kept.OUTSIDE);
    assertThat(judged(new ShareRule("all or none", 0.0, 1.0, null), 20, 20)).isEqualTo(Kept.KEPT);
  }

  @Test
  void aLimitThatNoShareCanPassIsNotShown() {
    assertThat(of(new ShareRule("some", 0.43, 1.0, null), 1, 2).limits()).isEqualTo("from 43.00 %");
    assertThat(of(new ShareRule("some", 0.0, 0.01, null), 1, 2).limits()).isEqualTo("up to 1.00 %");
    assertThat(of(new ShareRule("some", 0.0, 1.0, null), 1, 2).limits()).isEqualTo("-");
    assertThat(of(new ShareRule("some", 0.0, 1.0, 2.0), 1, 2).limits()).isEqualTo("0.00 to 1.00");
  }

  @Test
  void onlyAShareThatIsOutsideSpoilsTheRun() {
    assertThat(of(ROLLBACKS, 22, 1_000).problem()).isEmpty();
    assertThat(of(ROLLBACKS, 23, 1_000).problem())
        .map(Reason::text)
        .contains(
            "new orders rolled back: 2.30 % in 1,000, outside the limits 0.90 % to 1.10 %;"
                + " chance does not explain it");
    assertThat(of(LINES, 1_200, 100).problem())
        .map(Reason::text)
        .contains(
            "order lines per new order: 12.00 in 100, outside the limits 9.50 to 10.50; chance"
                + " does not explain it");
  }

  @Test
  void sharesAndFiguresAreStoredAndShown() throws Exception {
    RunResult run = SampleResult.ofTwoKinds();
    String text = new RunReport().summary(run, 120);
    assertThat(text)
        .contains(
            """
              transactions            1,000         199.92 /s
              NOPM                                8,396.40 /min
              NOPM without rollbacks              8,312.44 /min
              queries                20,000       3,998.40 /s
            """,
            """
              shares                                        hits           of     share           limits
              new orders rolled back                           7          700    1.00 % 0.90 % to 1.10 %  kept
              order lines per new order                    6,950          700      9.93    9.50 to 10.50  kept
              skipped                                          0            0         -                -  not judged
            """);
    String json = ResultJson.write(run);
    assertThat(json).contains("\"verdict\" : \"not judged\"", "\"name\" : \"NOPM\"");
    assertThat(ResultJson.read(json, RunResult.class)).isEqualTo(run);
    assertThat(new RunStore.Stored(Path.of(""), run, new Given(Map.of(), List.of())).figures())
        .extracting(figure -> figure.name() + " " + figure.amount())
        .startsWith(
            "tps 200/s", "NOPM 8,396 1/min", "NOPM without rollbacks 8,312 1/min", "p50 2.48 ms");
  }

  @Test
  void aWorkloadWithoutSharesHasNone() {
    assertThat(ShareFigures.of(List.of(), List.of())).isNull();
    assertThat(new RunReport().summary(SampleResult.closedLoop(), 120)).doesNotContain("shares");
  }

  private static ShareFigures of(ShareRule rule, long hits, long trials) {
    return ShareFigures.of(rule, new ShareCount(hits, trials));
  }

  private static @Nullable Kept judged(ShareRule rule, long hits, long trials) {
    return of(rule, hits, trials).kept();
  }
}
