package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.SampleResults;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.run.RunResult.Client;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results made up by hand, for tests of their forms. */
public final class SampleResult {
  private SampleResult() {}

  /** A run with another client, and with times by statement if there are any. */
  public static RunResult with(
      RunResult run, Client client, @Nullable List<StatementTimes> statements) {
    return Made.like(run).set("client", client).set("statements", statements).record();
  }

  /** The run in a closed loop, of two kinds of transactions, with shares and figures. */
  public static RunResult ofTwoKinds() {
    return SampleResults.read("run-kinds", RunResult.class);
  }

  /** The same scenario at terminals. */
  public static RunScenario atTerminals(RunScenario closed, int terminals) {
    return Made.like(closed)
        .set("parameters", Map.of("pacing", "spec"))
        .set("loop", "terminals")
        .set("terminals", terminals)
        .record();
  }

  /** A VALID run of 1,000 operations: too few for p99.9. */
  public static RunResult closedLoop() {
    return SampleResults.read("run", RunResult.class);
  }

  /** A run in a closed loop of these counts, with errors of one kind. */
  static RunResult measured(
      Instant startedAt, Verdict verdict, Totals totals, List<IntervalResult> intervals) {
    return Made.like(closedLoop())
        .set("startedAt", startedAt)
        .set("verdict", verdict)
        .set("totals", totals)
        .set("errorsByCode", openLoop().errorsByCode())
        .set("intervals", intervals)
        .set("server", null)
        .set("fairness", null)
        .record();
  }

  /** An INVALID run that could not keep its rate. */
  public static RunResult openLoop() {
    return SampleResults.read("run-open", RunResult.class);
  }

  /** The scenario of the runs, but for its workload and its rate. */
  public static RunScenario scenario(String workload, @Nullable Double rate) {
    RunScenario scenario = (rate == null ? closedLoop() : openLoop()).scenario();
    return Made.like(scenario).set("workload", workload).set("rate", rate).record();
  }
}
