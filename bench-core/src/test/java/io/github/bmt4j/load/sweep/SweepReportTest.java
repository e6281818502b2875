package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SweepReportTest {
  private static final SweepResult SWEEP = SampleSweep.half();
  private static final Verdict VALID = Verdict.of(List.of());
  private static final Verdict INVALID =
      Verdict.of(List.of(Code.CLIENT_SATURATED.of("it used 95 % of the processors")));

  @Test
  void saysWhichStepsThereAre() {
    assertThat(SweepReport.setup(SWEEP.scenario(), SWEEP.environment()).text())
        .contains(
            "load     4, 8 threads, one load after the other, closed loop, 5 s after 2 s of"
                + " warm-up\n");
  }

  @Test
  void showsALineForEachStepAndWhatCameOutOfAll() {
    assertThat(new SweepReport().text(SWEEP, 200))
        .endsWith(
            """

              threads  elapsed       reads      writes      others        tps          qps  errors   lost       min       avg       max       p95       p99  client  server scaling  verdict
                    4     5.00      14,000       4,000       2,000     199.92     3,998.40       0      0     0.817      2.80    142.48      4.59      7.90    32 %       -   100 %  VALID
                    8        -           -           -           -          -            -       -      -         -         -         -         -         -       -       -       -  INVALID

            INVALID
                     because: 8 threads: it could not begin: Too many connections
            note     client and server share this machine's processors
            """);
  }

  @Test
  void stepsAreComparedWithTheFirstThatIsValid() {
    SweepResult sweep = of(step(1, INVALID), step(2, VALID), step(4, VALID));

    assertThat(sweep.base()).isEqualTo(sweep.steps().get(1));
    assertThat(row(sweep.steps().get(0), null)).endsWith("       -  INVALID");
    assertThat(row(sweep.steps().get(2), sweep.base())).endsWith("    50 %  VALID");
  }

  @Test
  void theHeadlineSaysNothingOfWhatAnInvalidStepShowed() {
    assertThat(headline(of(step(2, VALID), step(4, INVALID))))
        .isEqualTo(
            "Throughput was highest with 2 threads, the most of a VALID step: 200 transactions/s,"
                + " p95 4.59 ms; 1 of 2 steps is INVALID");
    assertThat(headline(of(step(1, VALID), step(2, VALID), step(4, INVALID))))
        .doesNotContain("up to 4");
    assertThat(headline(of(step(2, VALID), step(1, VALID))))
        .startsWith("Throughput was highest with 2 threads, the most measured: ");
  }

  private static String headline(SweepResult sweep) {
    return new SweepReport().describe(sweep, null).judged("VALID", List.of(), List.of()).headline();
  }

  @Test
  void withoutAValidStepNothingIsCompared() {
    SweepResult sweep = of(step(1, INVALID), step(2, INVALID));

    assertThat(sweep.base()).isNull();
    assertThat(headline(sweep)).isEqualTo("No step is VALID");
  }

  @Test
  void saysWhereTimesByStatementAre() {
    RunResult run = SampleResult.closedLoop();
    RunResult timed =
        SampleResult.with(
            run,
            run.client(),
            List.of(new StatementTimes("commit", "other", run.latency().service())));

    assertThat(new SweepReport().summary(of(new Step(1, 42, VALID, timed, null)), 200))
        .contains("  by statement   steps[].run.statements of result.json\n")
        .doesNotContain("by endpoint");
    assertThat(new SweepReport().summary(of(step(1, VALID)), 200)).doesNotContain("by statement");
  }

  @Test
  void aStepWithUnservedOperationsShowsThem() {
    RunResult run = SampleResult.openLoop();
    Step step = new Step(4, 42, VALID, run, null);

    assertThat(row(step, null)).contains(" 4,003 ");
    assertThat(SweepReport.table(80, "threads").row(new SweepReport.Row(step, null)))
        .contains(" 4,003 ");
  }

  @Test
  void kindsAndOwnFiguresOfEachStepAreShown() {
    RunResult run = SampleResult.ofTwoKinds();
    SweepResult sweep = of(new Step(1, 42, VALID, run, null), new Step(2, 42, INVALID, run, null));

    assertThat(new SweepReport().summary(sweep, 200))
        .contains(
            """
              most NOPM                           8,396.40 /min with 1 thread
              most NOPM without rollbacks         8,312.44 /min with 1 thread
              threads  by kind              count   share        tps       p50       p95       p99 rollbacks
                    1  order                  700  70.0 %     139.94      2.90      4.80      8.00         7
                    1  payment                290  30.0 %      57.98      1.90      2.90      3.30         0
                    2  order                  700  70.0 %     139.94      2.90      4.80      8.00         7
                    2  payment                290  30.0 %      57.98      1.90      2.90      3.30         0
            """);
    assertThat(new SweepReport().compared(sweep))
        .extracting(Figure::name)
        .contains("NOPM with 1 thread", "NOPM with 2 threads");
  }

  private static Step step(int threads, Verdict verdict) {
    return new Step(threads, 42, verdict, SampleResult.closedLoop(), null);
  }

  private static SweepResult of(Step... steps) {
    return Made.like(SWEEP)
        .set("verdict", VALID)
        .set("warnings", List.of())
        .set("steps", List.of(steps))
        .set("knee", null)
        .record();
  }

  private static String row(Step step, @Nullable Step base) {
    return SweepReport.table(200, "threads").row(new SweepReport.Row(step, base));
  }
}
