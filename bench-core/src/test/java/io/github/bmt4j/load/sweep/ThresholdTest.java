package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.load.report.RunReport;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.load.run.RunMetrics;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.load.run.Threshold;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdTest {
  private static final Job OLTP = OltpJob.of(1_000, 4);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99>7.5ms | p99: 7.90 ms is above the limit of 7.50 ms",
        "p95 > 0.004s | p95: 4.59 ms is above the limit of 4.00 ms",
        "max>100ms | max: 142.48 ms is above the limit of 100.00 ms",
        "p50<5000us | p50: 2.48 ms is below the limit of 5.00 ms",
        "tps<500 | tps: 199.92/s is below the limit of 500/s",
        "qps<4000/s | qps: 3,998.40/s is below the limit of 4,000/s",
        "p99>7.9ms | ",
        "p99>8ms | ",
        "tps<199.92 | ",
        "p99>7.8999ms | p99: 7.9 ms is above the limit of 7.8999 ms",
        "p99>0.0001ms | p99: 7.9 ms is above the limit of 0.0001 ms",
        "p99>0.0006ms | p99: 7.90 ms is above the limit of 0.001 ms",
        "errors>0 | ",
        "errors>0.1% | ",
        "not OK>0 | ",
      })
  void aFigureBeyondItsLimitBreaksIt(String text, String words) {
    assertThat(broken(text, OLTP, SampleResult.closedLoop())).isEqualTo(Optional.ofNullable(words));
  }

  /** A condition says what must be: at the limit it does not hold. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99<8ms | ",
        "p99 < 0.008s | ",
        "p99<7.9ms | p99<7.9ms does not hold: p99 is 7.9 ms",
        "tps>199 | ",
        "tps>199.92/s | tps>199.92/s does not hold: tps is 199.92/s",
        "errors<1 | ",
        "errors<0 | errors<0 does not hold: errors is 0",
        "errors<0.1% | ",
        "outage<2s | outage<2s does not hold: outage is 100 ms, 2000 ms",
        "outage<3s | ",
        "outage>200ms | outage>200ms does not hold: outage is 100 ms, 2000 ms",
        "open<2s | open<2s does not hold: open is at least 1000 ms",
        "open>2s | open>2s does not hold: open is at least 1000 ms",
        "open>0.9s | ",
        "none<1s | none<1s cannot be judged: none was not measured",
      })
  void aConditionHoldsForEverySampleOrIsUnmet(String condition, String words) {
    List<Figure> figures =
        new ArrayList<>(RunMetrics.figures(SampleResult.closedLoop(), Use.LIMIT).toList());
    figures.add(new Figure("outage", List.of(100.0, 2000.0), "ms", Better.LOWER));
    figures.add(new Figure("open", List.of(1000.0), "ms", Better.LOWER, List.of(true), 0));
    figures.add(new Figure("none", (Double) null, "ms", Better.LOWER));

    assertThat(Threshold.unmet("c", condition, Verdict.of(List.of()), figures))
        .isEqualTo(Optional.ofNullable(words));
    assertThat(
            Threshold.unmet("c", condition, Verdict.of(List.of(Code.CUT_OFF.of("cut"))), figures))
        .hasValue(condition + " cannot be judged: the result is INVALID");
  }

  @Test
  void aConditionOfAFigureThatIsNotThereIsRefused() {
    List<Figure> figures = List.of(new Figure("outage", 3.0, "ms", Better.LOWER));

    assertThatThrownBy(
            () -> Threshold.unmet("condition", "outages<1s", Verdict.of(List.of()), figures))
        .isInstanceOf(BadInputException.class)
        .hasMessage("condition='outages<1s': there is no figure 'outages': choose one of outage");
    assertThatThrownBy(() -> Threshold.unmet("c", "outage<1", Verdict.of(List.of()), figures))
        .isInstanceOf(BadInputException.class)
        .hasMessage("c='outage<1': outage is a time: give us, ms or s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order: p99>5ms | order: p99: 8.00 ms is above the limit of 5.00 ms",
        "payment: not OK>3% | payment: not OK: 3.33 % is above the limit of 3.00 %",
        "payment: errors>9 | payment: errors: 10 is above the limit of 9",
        "payment: errors>9.999 | payment: errors: 10 is above the limit of 9.999",
        "NOPM<8400 | NOPM: 8,396.40 is below the limit of 8,400",
        "order: p95>4.8ms | ",
      })
  void kindsAndAWorkloadsOwnFiguresHaveLimitsToo(String text, String words) {
    RunResult run = SampleResult.ofTwoKinds();
    Threshold limit = Threshold.of("--fail-if", List.of(tpcc(text)), tpcc()).get(0);
    Threshold ofSample =
        new Threshold(
            limit.text(),
            text.replaceFirst("\\s*[<>].*", ""),
            limit.above(),
            limit.limit(),
            limit.unit());

    assertThat(ofSample.broken(run)).isEqualTo(Optional.ofNullable(words));
  }

  /** The sample's kinds have other names than TPC-C's. */
  private static String tpcc(String text) {
    return text.replace("order:", "new-order:");
  }

  /** The only operation failed: that is all of them. */
  @ParameterizedTest
  @CsvSource({"0, 1, 99.9, true", "1, 1, 49.9, true", "1, 1, 50, false", "0, 0, 0, false"})
  void aShareIsOfAllThatEnded(long ok, long failed, double percent, boolean broken) {
    RunResult run = SampleResult.closedLoop();
    RunResult few =
        Made.like(run)
            .set(
                "totals",
                Made.like(run.totals()).set("transactions", ok).set("failed", failed).record())
            .record();

    assertThat(broken("not OK>" + percent + "%", OLTP, few).isPresent()).isEqualTo(broken);
  }

  @Test
  void whatWasNotMeasuredIsBroken() {
    assertThat(broken("p99.9>1s", OLTP, SampleResult.closedLoop()))
        .contains("p99.9>1s cannot be judged: p99.9 was not measured (too few operations)");
    assertThat(broken("p99>1000s", OLTP, SampleResult.openLoop()))
        .contains("p99>1000s cannot be judged: the run is INVALID");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99 | give a figure, > or <, and a number with its unit",
        "p99>20 | p99 is a time: give us, ms or s",
        "p99>20% | p99 is a time: give us, ms or s",
        "p99>-1ms | give a figure",
        "p99>>1ms | give a figure",
        "p99=1ms | give a figure",
        ">1ms | give a figure",
        "tps<5ms | tps takes a number without a unit",
        "tps<50% | tps takes a number without a unit",
        "errors>1ms | errors are a count, or a share with %",
        "errors>100% | a share is at most 100 %",
        "NOPM<500 | there is no figure 'NOPM': choose one of tps, qps, min, mean, p50",
        "new-order: p99>1ms | there is no figure 'new-order: p99'",
        "p97>1ms | there is no figure 'p97'",
        "connect p95>20ms | connect p95 requires --connect-rate",
        "lost idle connections>0 | lost idle connections requires --idle-connections",
      })
  void refusesNonsenseAndFiguresThatTheRunLacks(String text, String words) {
    assertThatThrownBy(() -> Threshold.of("--fail-if", List.of(text), OLTP))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--fail-if='" + text + "': ")
        .hasMessageContaining(words)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aResultHasItsLimitsAndTheFirstLineWhatBroke() throws JsonProcessingException {
    RunResult run = limited(SampleResult.closedLoop(), "p99>5ms", "tps<100");

    assertThat(run.failedChecks()).containsExactly("p99: 7.90 ms is above the limit of 5.00 ms");
    assertThat(run.passed()).isFalse();
    assertThat(new RunReport().summary(run, 120))
        .startsWith("\nFAILED: p99: 7.90 ms is above the limit of 5.00 ms. Measured: 200 trans")
        .contains("\nFAILED   p99: 7.90 ms is above the limit of 5.00 ms\n");
    assertThat(new RunReport().text(run, 120)).contains("fail if  p99>5ms, tps<100\n");
    JsonNode stored = ResultJson.tree(run);
    assertThat(stored.path("failedChecks")).hasSize(1);
    assertThat(stored.path("scenario").path("failIf")).hasSize(2);
    assertThat(limited(SampleResult.closedLoop(), "tps<100").passed()).isTrue();
  }

  @Test
  void eachStepOfASweepKeepsTheLimits() throws JsonProcessingException {
    SweepResult half = SampleSweep.half();
    RunResult run = limited(SampleResult.closedLoop(), "p99>5ms");
    SweepResult sweep =
        Made.like(half)
            .set("scenario", new SweepScenario(List.of(4, 8), run.scenario(), null))
            .set("steps", List.of(new Step(4, 42, run.verdict(), run, null), half.steps().get(1)))
            .set("knee", null)
            .record();

    assertThat(sweep.failedChecks())
        .containsExactly(
            "4 threads: p99: 7.90 ms is above the limit of 5.00 ms",
            "8 threads: p99>5ms cannot be judged: it did not run");
    assertThat(ResultJson.read(ResultJson.write(sweep), SweepResult.class)).isEqualTo(sweep);
  }

  /** Steps with few threads are slow, and those with too many have long times: so they end. */
  @Test
  void aSearchKeepsTheLimitsWithTheThreadsOfItsAnswer() throws JsonProcessingException {
    RunResult good = limited(SampleResult.closedLoop(), "p99>8ms");
    RunResult bad = limited(SampleResult.closedLoop(), "p99>5ms");

    assertThat(search(List.of(), List.of(step(4, good), step(8, bad))).failedChecks()).isEmpty();
    assertThat(search(List.of(), List.of(step(8, good), step(4, bad), step(4, bad))).failedChecks())
        .containsExactly("4 threads: p99: 7.90 ms is above the limit of 5.00 ms");
    assertThat(search(List.of("interrupted"), List.of(step(4, bad))).failedChecks())
        .containsExactly("p99>5ms cannot be judged: the search has no VALID answer");
  }

  private static Step step(int threads, RunResult run) {
    return new Step(threads, 42, run.verdict(), run, null);
  }

  /** A search whose answer is 4 threads. */
  private static SweepResult search(List<String> reasons, List<Step> steps) {
    SweepResult half = SampleSweep.half();
    RunScenario common =
        Objects.requireNonNull(steps.get(steps.size() - 1).run(), "each ran").scenario();
    return Made.like(half)
        .set("verdict", Verdict.of(reasons.stream().map(Code.UNSPECIFIED::of).toList()))
        .set("warnings", List.of())
        .set(
            "scenario",
            new SweepScenario(List.of(4, 8), common, new Search(1, 64, 0.03, null, false)))
        .set("steps", steps)
        .set("knee", new Knee(3, 4, 200.0, 8, 201.0, null, null, null))
        .record();
  }

  private static RunResult limited(RunResult run, String... limits) throws JsonProcessingException {
    ObjectNode tree = ResultJson.tree(run).deepCopy();
    for (String limit : limits) {
      tree.withObject("/scenario").withArray("failIf").add(limit);
    }
    return ResultJson.read(tree.toString(), RunResult.class);
  }

  private static Optional<String> broken(String text, Job job, RunResult run) {
    return Threshold.of("--fail-if", List.of(text), job).get(0).broken(run);
  }

  private static Job tpcc() {
    Workload workload = Catalogue.byName("tpcc");
    Params params = Params.resolve(workload.info(), Map.of());
    return new Job(workload, params, SampleResult.scenario("tpcc", null));
  }
}
