package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.run.Clients;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.load.run.StageFigures;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KneeStepsTest {
  private static final Verdict VALID = Verdict.of(List.of());
  private static final Search SEARCH = new Search(4, 64, Search.TOLERANCE, null, false);

  @Test
  void batchesAreOfWholeIntervalsAndTheTailIsLeftOut() throws JsonProcessingException {
    // 12 intervals of 0.5 s until 6 s, the last one 0.1 s longer, and a tail after the deadline.
    RunResult run = run(6, 0.5, 12);

    assertThat(KneeSteps.batches(run)).hasSize(6);
    assertThat(KneeSteps.batches(run).subList(0, 5)).containsOnly(200.0);
    assertThat(KneeSteps.batches(run).get(5)).isBetween(180.0, 199.0);
    assertThat(KneeSteps.batches(run(60, 1, 60))).hasSize(12);
    assertThat(KneeSteps.batches(run(10, 1, 10))).hasSize(10);
  }

  @Test
  void aStepWhoseClientWasFullEndsTheSearchAndIsExcused() throws JsonProcessingException {
    RunResult run = run(6, 0.5, 12);
    KneeSteps steps = new KneeSteps(SEARCH, OltpJob.of(100, 64));
    steps.add(new Step(4, 42, VALID, run, null));
    RunResult full = SampleResult.with(run, Clients.of(3, 22.1, 8, 0.94), null);
    Step last =
        new Step(
            8,
            43,
            Verdict.of(List.of(Code.CLIENT_SATURATED.of("the client used 94 %"))),
            full,
            null);
    steps.add(last);

    assertThat(steps.next()).isEmpty();
    assertThat(steps.excuses(last)).isTrue();
    assertThat(steps.answer().noKnee())
        .startsWith("with 8 threads the client used 94 % of the processors that it may use");
    assertThat(steps.answer().best()).isEqualTo(4);
  }

  @Test
  void aStepThatIsInvalidForAnotherReasonIsRepeatedOnce() throws JsonProcessingException {
    KneeSteps steps = new KneeSteps(SEARCH, OltpJob.of(100, 64));
    steps.add(new Step(4, 42, VALID, run(6, 0.5, 12), null));
    Step first = paused(43);
    steps.add(first);

    assertThat(steps.next().orElseThrow().scenario().load().threads()).isEqualTo(8);
    assertThat(steps.unfinished()).contains("the search had not ended");
    assertThat(steps.excuses(first)).isFalse();
    steps.add(new Step(8, 44, VALID, run(6, 0.5, 12), null));
    assertThat(steps.next().orElseThrow().scenario().load().threads()).isEqualTo(16);
    assertThat(steps.excuses(first)).isTrue();
    assertThat(steps.notes(List.of()))
        .containsExactly("8 threads: repeated, because it was INVALID at first: it stood still");
  }

  private static Step paused(long seed) throws JsonProcessingException {
    Verdict stoodStill = Verdict.of(List.of(Code.CLIENT_PAUSED.of("it stood still")));
    return new Step(8, seed, stoodStill, run(6, 0.5, 12), null);
  }

  @Test
  void aStepThatIsInvalidTwiceEndsTheSearchAndIsNotExcused() throws JsonProcessingException {
    KneeSteps steps = new KneeSteps(SEARCH, OltpJob.of(100, 64));
    steps.add(new Step(4, 42, VALID, run(6, 0.5, 12), null));
    Step first = paused(43);
    Step last = paused(44);
    steps.add(first);
    steps.add(last);

    assertThat(steps.next()).isEmpty();
    assertThat(steps.excuses(first)).isFalse();
    assertThat(steps.excuses(last)).isFalse();
    assertThat(steps.notes(List.of())).isEmpty();
    assertThat(steps.answer().noKnee()).isEqualTo("with 8 threads it stood still");
  }

  @Test
  void aLimitOfTheServerIsNamed() throws JsonProcessingException {
    ObjectNode tree = ResultJson.tree(run(6, 0.5, 12)).deepCopy();
    ArrayNode errors = tree.putArray("errorsByCode");
    errors
        .addObject()
        .put("phase", "statement")
        .put("code", 1461)
        .put("sqlState", "42000")
        .put("count", 3)
        .put("retried", 0)
        .put("message", "Can't create more than max_prepared_stmt_count statements");
    RunResult failed = ResultJson.read(tree.toString(), RunResult.class);
    KneeSteps steps = new KneeSteps(SEARCH, OltpJob.of(100, 64));
    steps.add(new Step(4, 42, VALID, failed, null));
    steps.add(
        new Step(
            8,
            43,
            Verdict.of(List.of(Code.NOTHING_MEASURED.of("no operation succeeded"))),
            failed,
            null));

    assertThat(steps.answer().noKnee())
        .isEqualTo(
            "with 8 threads the server prepares no more statements (error 1461,"
                + " max_prepared_stmt_count)");
  }

  /** Of a server outside the MySQL family, whose limits are not known before. */
  @Test
  void aStepThatGetsNoConnectionsEndsTheSearchAndIsExcused() throws JsonProcessingException {
    KneeSteps steps = new KneeSteps(SEARCH, OltpJob.of(100, 64));
    steps.add(new Step(4, 42, VALID, run(6, 0.5, 12), null));
    Step last =
        new Step(8, 43, Verdict.of(List.of(Code.SERVER_LOST.of("it could not begin"))), null, null);
    steps.failed(new SQLException("FATAL: sorry, too many clients already", "53300"));
    steps.add(last);

    assertThat(steps.excuses(last)).isTrue();
    assertThat(steps.answer().noKnee())
        .isEqualTo("with 8 threads the server takes no more connections (SQLState 53300)");
  }

  @Test
  void aRefusedStepEndsTheSearch() throws JsonProcessingException {
    KneeSteps steps = new KneeSteps(SEARCH, OltpJob.of(100, 64));
    steps.add(new Step(4, 42, VALID, run(6, 0.5, 12), null));
    assertThat(steps.leavesOut(job -> Optional.of("it cannot run: max_connections is 10")))
        .isTrue();

    assertThat(steps.next()).isEmpty();
    assertThat(steps.answer().noKnee())
        .isEqualTo("with 8 threads it cannot run: max_connections is 10");
  }

  @Test
  void aSearchOfStepsWithTooFewIntervalsHasNotEnded() throws JsonProcessingException {
    KneeSteps steps = new KneeSteps(SEARCH, OltpJob.of(100, 64));
    steps.add(new Step(4, 42, VALID, run(6, 0.5, 5), null));

    assertThat(steps.unfinished()).contains("with 4 threads the step had too few intervals");
    assertThat(steps.next()).isEmpty();
  }

  @Test
  void aRateThatWasOnlyMissedIsAnswerAndNoFault() throws JsonProcessingException {
    KneeSteps steps = ofRate();
    steps.add(new Step(8, 42, VALID, run(6, 0.5, 12), 100));
    assertThat(steps.next().orElseThrow().scenario().load().rate()).isEqualTo(200);
    RunResult missed = missed();
    Reason reason = Code.RATE_MISSED.of("missed its rate");
    Step step = new Step(8, 43, Verdict.of(List.of(reason)), missed, 200);
    steps.add(step);

    assertThat(steps.excuses(step)).isTrue();
    assertThat(steps.answer().keeps()).isEqualTo(100);
    assertThat(steps.answer().breaks()).isEqualTo(200);
    assertThat(steps.notes(List.of(step))).isEmpty();
  }

  @Test
  void aRateThatWasMissedOnABusyMachineIsNoAnswer() throws JsonProcessingException {
    KneeSteps steps = ofRate();
    steps.add(new Step(8, 42, VALID, run(6, 0.5, 12), 100));
    RunResult missed = missed();
    Reason reason = Code.RATE_MISSED.of("missed its rate");
    Step step =
        new Step(
            8,
            43,
            Verdict.of(List.of(reason, Code.CLIENT_DISTURBED.of("other programs used 60 %"))),
            missed,
            200);
    steps.add(step);

    assertThat(steps.excuses(step)).isFalse();
    assertThat(steps.answer().breaks()).isNull();
  }

  /** All that was due was served, and a tenth of it too late. */
  @Test
  void aRateWhoseWorkPiledUpIsMissed() throws JsonProcessingException {
    KneeSteps steps = ofRate();
    steps.add(new Step(8, 42, VALID, run(6, 0.5, 12), 100));
    RunResult run = run(6, 0.5, 12);
    StageFigures stage = Made.of(StageFigures.class).set("kept", false).record();
    Step late = new Step(8, 43, VALID, Made.like(run).set("stages", List.of(stage)).record(), 200);
    steps.add(late);

    assertThat(late.keepsRate()).isFalse();
    assertThat(steps.answer().keeps()).isEqualTo(100);
    assertThat(steps.answer().breaks()).isEqualTo(200);
  }

  private static KneeSteps ofRate() {
    return new KneeSteps(new Search(100, 5000, Search.TOLERANCE, null, true), OltpJob.of(100, 8));
  }

  private static RunResult missed() throws JsonProcessingException {
    ObjectNode tree = ResultJson.tree(run(6, 0.5, 12)).deepCopy();
    tree.withObject("/totals").put("arrivals", 1200).put("unserved", 400);
    return ResultJson.read(tree.toString(), RunResult.class);
  }

  @Test
  void stepsWhoseThreadsWereNotBusyAreNamed() {
    RunResult run = SampleResult.closedLoop(); // 199.92/s of 2.8 ms are 0.56 threads.

    assertThat(
            KneeSteps.little(
                List.of(new Step(4, 42, VALID, run, null), new Step(4, 43, VALID, run, null))))
        .singleElement()
        .asString()
        .contains(": 0.6 with 4 threads; threads were not busy");
    assertThat(
            KneeSteps.little(
                List.of(new Step(4, 42, Verdict.of(List.of(Code.UNSPECIFIED.of("x"))), run, null))))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1040, 08004, the server takes no more connections (error 1040",
    "1203, 42000, the server takes no more connections of this account (error 1203",
    "1226, 42000, the server takes no more connections of this account (error 1226",
    "1461, 42000, the server prepares no more statements (error 1461",
    "0, 53300, the server takes no more connections (SQLState 53300"
  })
  void aServerThatTakesNoMoreEndsTheSearch(int code, String sqlState, String words)
      throws JsonProcessingException {
    KneeSteps steps = new KneeSteps(SEARCH, OltpJob.of(100, 64));
    steps.add(new Step(4, 42, VALID, run(6, 0.5, 12), null));
    steps.failed(new SQLException("refused", sqlState, code));
    Step last =
        new Step(8, 43, Verdict.of(List.of(Code.SERVER_LOST.of("it did not begin"))), null, null);
    steps.add(last);

    assertThat(steps.next()).isEmpty();
    assertThat(steps.excuses(last)).isTrue();
    assertThat(steps.answer().noKnee()).startsWith("with 8 threads " + words);
  }

  /** A run with intervals of 200 transactions a second. */
  private static RunResult run(double seconds, double interval, int intervals)
      throws JsonProcessingException {
    ObjectNode tree = ResultJson.tree(SampleResult.closedLoop()).deepCopy();
    tree.withObject("/scenario/times").put("timeSeconds", seconds).put("intervalSeconds", interval);
    ObjectNode first = (ObjectNode) tree.path("intervals").get(0);
    ArrayNode all = tree.putArray("intervals");
    for (int i = 0; i < intervals; i++) {
      double late = i == intervals - 1 ? 0.1 : 0;
      all.add(
          first
              .deepCopy()
              .put("fromSeconds", i * interval)
              .put("toSeconds", (i + 1) * interval + late)
              .put("transactions", Math.round(200 * interval)));
    }
    all.add(
        first
            .deepCopy()
            .put("fromSeconds", seconds + 0.1)
            .put("toSeconds", seconds + 3)
            .put("transactions", 1));
    return ResultJson.read(tree.toString(), RunResult.class);
  }
}
