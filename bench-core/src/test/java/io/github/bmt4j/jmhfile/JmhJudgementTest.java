package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.load.run.SampleJmh.averageTime;
import static io.github.bmt4j.load.run.SampleJmh.sampled;
import static io.github.bmt4j.load.run.SampleJmh.score;
import static io.github.bmt4j.load.run.SampleJmh.withForks;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.jmhfile.JmhBenchmark.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class JmhJudgementTest {
  private static final String NAME =
      "StatementBenchmark.execute driver=mariadb workload=oltp_read_only avgt";
  private static final JmhBenchmark CLEAN = averageTime(score(100.0, 10.0, 10L));

  @Test
  void aCleanResultIsValidWithoutAWarning() {
    List<JmhBenchmark> benchmarks = List.of(CLEAN, sampled(20_000L));

    assertThat(JmhJudgement.judge(benchmarks, List.of()))
        .isEqualTo(new Verdict(Status.VALID, List.of()));
    assertThat(JmhJudgement.warnings(benchmarks, List.of())).isEmpty();
  }

  @Test
  void aBenchmarkWithoutAScoreMakesTheResultInvalid() {
    assertThat(JmhJudgement.judge(List.of(CLEAN, averageTime(score(null, null, 10L))), List.of()))
        .isEqualTo(new Verdict(Status.INVALID, List.of(NAME + " has no score")));
  }

  @Test
  void iterationsThatAreMissingMakeTheResultInvalid() {
    assertThat(JmhJudgement.judge(List.of(withForks(CLEAN, 3)), List.of()).reasons())
        .containsExactly(NAME + " has 10 of 15 ordered iterations");
  }

  @Test
  void jmhsOwnJvmCountsAsOne() {
    assertThat(JmhJudgement.judge(List.of(withForks(CLEAN, 0)), List.of()).reasons())
        .containsExactly(NAME + " has 10 of 5 ordered iterations");
  }

  @Test
  void serversThatAreNotKnownAreSaid() {
    assertThat(JmhJudgement.warnings(List.of(CLEAN), null))
        .containsExactly("server and driver are not known");
  }

  @Test
  void oneForkIsSaidOnceAndOfHowMany() {
    JmhBenchmark one = withForks(CLEAN, 1);
    String warning = "one fork: differences between JVM runs are not in the error";

    assertThat(JmhJudgement.warnings(List.of(one, one), List.of())).containsExactly(warning);
    assertThat(JmhJudgement.warnings(List.of(one, CLEAN, CLEAN), List.of()))
        .containsExactly("1 of 3 benchmarks with " + warning);
  }

  @Test
  void noForkIsSaid() {
    assertThat(JmhJudgement.warnings(List.of(withForks(CLEAN, 0)), List.of()))
        .singleElement()
        .asString()
        .startsWith("no fork: measured in JMH's own JVM");
  }

  @Test
  void fewerThanFiveSamplesAreSaid() {
    assertThat(warnings(score(100.0, 1.0, 5L))).isEmpty();
    assertThat(warnings(score(100.0, 1.0, 4L))).containsExactly(NAME + ": only 4 samples");
    assertThat(warnings(score(100.0, 1.0, 1L))).containsExactly(NAME + ": only 1 sample");
    assertThat(warnings(score(100.0, 1.0, null)))
        .containsExactly(NAME + ": the file has no raw data, so its samples are not known");
  }

  @Test
  void anErrorOfMoreThanATenthOfTheScoreIsSaid() {
    assertThat(warnings(score(100.0, 10.0, 10L))).isEmpty();
    assertThat(warnings(score(100.0, 27.6, 10L)))
        .containsExactly(NAME + ": the error is 28 % of the score");
    assertThat(warnings(score(-100.0, 20.0, 10L)))
        .containsExactly(NAME + ": the error is 20 % of the score");
    assertThat(warnings(score(0.0, 0.0, 10L))).isEmpty();
    assertThat(warnings(score(0.0, 1.0, 10L)))
        .containsExactly(NAME + ": its score is 0 and has an error");
  }

  @Test
  void anErrorThatIsNotKnownIsSaidOfAScoreThatIs() {
    assertThat(warnings(score(100.0, null, 10L)))
        .containsExactly(NAME + ": the error of its score is not known");
    assertThat(warnings(score(null, null, 10L))).isEmpty();
  }

  private static List<String> warnings(Metric score) {
    return JmhJudgement.warnings(List.of(averageTime(score)), List.of());
  }

  @Test
  void whatTheRunnerKnowsToBeMissingMakesItInvalid() {
    Verdict verdict = JmhJudgement.judge(List.of(CLEAN), List.of("Other.benchmark failed"));

    assertThat(verdict).isEqualTo(new Verdict(Status.INVALID, List.of("Other.benchmark failed")));
  }
}
