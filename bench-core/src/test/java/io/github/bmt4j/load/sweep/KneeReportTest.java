package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Band;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KneeReportTest {
  private static final Verdict VALID = Verdict.of(List.of());
  private static final Knee FOUND = new Knee(3, 4, 4810.0, 8, 4870.5, null, null, null);

  @Test
  void theFirstLineIsTheAnswer() {
    assertThat(headline(sweep(FOUND, null)))
        .isEqualTo(
            "Rate stops growing at 3 to 4 connections (4,871 transactions/s, p95 4.59 ms with 4)");
    assertThat(headline(sweep(new Knee(1, 1, 9.5, 1, 9.5, null, null, null), null)))
        .isEqualTo("Rate stops growing at 1 connection (9.5 transactions/s with 1)");
    assertThat(
            headline(sweep(new Knee(null, null, null, 4, 99.0, "it was full", null, null), null)))
        .isEqualTo(
            "No end of growth was found, at least 4 connections (99.0 transactions/s, p95 4.59 ms"
                + " with 4): it was full");
  }

  @Test
  void theMostThreadsThatKeepALimitAreTheSecondAnswer() {
    assertThat(headline(sweep(new Knee(3, 4, 4810.0, 4, 4810.0, null, 91, 108), "p99=20ms")))
        .endsWith("with 4). 91 connections keep p99=20ms; 108 did not");
    assertThat(headline(sweep(new Knee(3, 4, 4810.0, 4, 4810.0, null, 1, 2), "p99=20ms")))
        .endsWith(". 1 connection keeps p99=20ms; 2 did not");
    assertThat(headline(sweep(new Knee(3, 4, 4810.0, 4, 4810.0, null, 8, null), "p99=20ms")))
        .endsWith(". 8 connections keep p99=20ms, the most that was tried");
    assertThat(headline(sweep(new Knee(3, 4, 4810.0, 4, 4810.0, null, null, 1), "p99=20ms")))
        .endsWith("No step keeps p99=20ms: 1 did not");
    assertThat(headline(sweep(new Knee(3, 4, 4810.0, 4, 4810.0, null, null, null), "p99=20ms")))
        .endsWith("with 4). p99=20ms could not be judged: too few operations");
  }

  @Test
  void theHighestRateThatIsKeptIsTheAnswer() {
    Knee found = new Knee(null, null, null, 400, 401.2, null, 400, 800);
    assertThat(headline(rates(found, null)))
        .isEqualTo(
            "The highest sustained rate: 400/s (p95 4.59 ms); at 800/s it" + " reached only 200/s");
    assertThat(headline(rates(found, "p99=20ms")))
        .startsWith("The highest sustained rate with p99=20ms: 400/s (");
    assertThat(headline(rates(new Knee(null, null, null, null, null, null, null, 800), null)))
        .isEqualTo("No rate is sustained: at 800/s it reached only 200/s");
    // Of few arrivals, more may be due than the rate, and some unserved all the same.
    assertThat(headline(rates(new Knee(null, null, null, null, null, null, null, 199), null)))
        .isEqualTo("No rate is sustained: 199/s was missed");
    assertThat(headline(rates(new Knee(null, null, null, 400, 401.2, null, 400, null), null)))
        .endsWith(" ms), the most that was tried");
    assertThat(headline(rates(new Knee(null, null, null, 400, 401.2, "full", 400, null), null)))
        .isEqualTo("At least 400/s is sustained (p95 4.59 ms): full");
    assertThat(headline(rates(new Knee(null, null, null, null, null, null, null, null), "p99=1s")))
        .isEqualTo("No rate could be judged by p99=1s: too few operations");
  }

  /** Steps at 400/s, VALID, and at 199/s and 800/s, which missed their rates. */
  private static SweepResult rates(Knee knee, @Nullable String limit) {
    RunResult run = SampleResult.closedLoop();
    return Made.like(SampleSweep.half())
        .set("verdict", VALID)
        .set(
            "scenario",
            new SweepScenario(
                List.of(8), run.scenario(), new Search(400, 5000, Search.TOLERANCE, limit, true)))
        .set(
            "steps",
            List.of(
                new Step(8, 42, VALID, run, 400),
                new Step(
                    8, 43, Verdict.of(List.of(Code.RATE_MISSED.of("missed its rate"))), run, 199),
                new Step(
                    8, 43, Verdict.of(List.of(Code.RATE_MISSED.of("missed its rate"))), run, 800)))
        .set("knee", knee)
        .record();
  }

  @Test
  void visitsOfOneNumberAreOnePointAndTheIntervalIsMarked() {
    SweepResult sweep = sweep(FOUND, null);

    assertThat(new SweepReport().describe(sweep, null).judged("VALID", List.of(), List.of()))
        .satisfies(
            shown ->
                assertThat(shown.all(Chart.class))
                    .hasSize(2)
                    .allSatisfy(
                        chart -> {
                          assertThat(chart.plots().get(0).x()).containsExactly(2.0, 4.0, 8.0);
                          assertThat(chart.bands())
                              .containsExactly(new Band("growth ends", 2.5, 4.5));
                        }));
    assertThat(new SweepReport().compared(sweep))
        .filteredOn(figure -> figure.name().equals("tps with 4 threads"))
        .singleElement()
        .extracting(Figure::samples)
        .isEqualTo(List.of(199.92, 199.92));
    assertThat(new SweepReport().text(sweep, 80))
        .contains("\nload     2 to 64 threads, until the rate stops growing");
  }

  @Test
  void theAnswerIsStored() throws JsonProcessingException {
    SweepResult sweep = sweep(FOUND, "p99=20ms");

    assertThat(ResultJson.read(ResultJson.write(sweep), SweepResult.class)).isEqualTo(sweep);
    assertThat(ResultJson.tree(sweep).path("knee").path("highest").asInt()).isEqualTo(4);
    assertThat(ResultJson.tree(sweep).path("knee").has("keeps")).isFalse();
  }

  /** Headline and cards have the same centre, and the response time is that of the answer. */
  @Test
  void theAnswerHasItsBestRateEverywhere() throws JsonProcessingException {
    SweepResult sweep =
        sweep(FOUND, null, List.of(visit(4, 200, 4), visit(4, 100, 7), visit(4, 150, 5)));

    assertThat(headline(sweep)).endsWith("(4,871 transactions/s, p95 5.33 ms with 4)");
    assertThat(new SweepReport().text(sweep, 80)).contains("4,871 transactions/s, p95 5.33 ms");
    assertThat(new Knee(92, 107, 99.0, 99, 99.0, null, null, null).answer()).isEqualTo(99);
    assertThat(new Knee(92, 97, 99.0, 99, 99.0, null, null, null).answer()).isEqualTo(97);
  }

  /** The fastest of several visits is luck. */
  @Test
  void visitsOfOneNumberCountByTheirMean() throws JsonProcessingException {
    SweepResult sweep =
        sweep(
            FOUND,
            null,
            List.of(visit(2, 100, 9), visit(4, 200, 4), visit(8, 190, 8), visit(4, 120, 5)));
    SweepResult more =
        sweep(FOUND, null, List.of(visit(4, 200, 4), visit(4, 100, 7), visit(4, 150, 5)));

    assertThat(new SweepReport().compared(sweep).get(0).samples()).containsExactly(4870.5);
    assertThat(new SweepReport().compared(more).get(0).samples()).containsExactly(4870.5);
    sweep = Made.like(sweep).set("knee", null).record();
    more = Made.like(more).set("knee", null).record();
    assertThat(new SweepReport().compared(sweep).get(0).samples()).containsExactly(190.0);
    assertThat(new SweepReport().compared(more).get(0).samples()).containsExactly(150.0);
  }

  private static Step visit(int threads, double tps, double p95) throws JsonProcessingException {
    ObjectNode tree = ResultJson.tree(SampleResult.closedLoop()).deepCopy();
    tree.withObject("/throughput").put("tps", tps);
    tree.withObject("/latency/response").put("p95", p95);
    return new Step(threads, 42, VALID, ResultJson.read(tree.toString(), RunResult.class), null);
  }

  private static String headline(SweepResult sweep) {
    return new SweepReport().describe(sweep, null).judged("VALID", List.of(), List.of()).headline();
  }

  private static SweepResult sweep(Knee knee, @Nullable String limit) {
    RunResult run = SampleResult.closedLoop();
    return sweep(
        knee,
        limit,
        List.of(
            new Step(2, 42, VALID, run, null),
            new Step(4, 43, VALID, run, null),
            new Step(8, 44, VALID, run, null),
            new Step(4, 45, VALID, run, null)));
  }

  private static SweepResult sweep(Knee knee, @Nullable String limit, List<Step> steps) {
    Search search = new Search(2, 64, Search.TOLERANCE, limit, false);
    RunScenario common = SampleResult.closedLoop().scenario();
    return Made.like(SampleSweep.half())
        .set("verdict", VALID)
        .set("scenario", new SweepScenario(List.of(2, 4, 8, 4), common, search))
        .set("steps", steps)
        .set("knee", knee)
        .record();
  }
}
