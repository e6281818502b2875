package io.github.bmt4j.load.sweep;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.report.Reason.Code;
import java.util.List;

/** Sweeps as they may come out. */
public final class SampleSweep {
  private SampleSweep() {}

  /** Two steps, of which the second could not begin. */
  public static SweepResult half() {
    RunResult run = SampleResult.closedLoop();
    return new SweepResult(
        "0badcafe",
        run.startedAt(),
        Verdict.of(
            List.of(Code.SERVER_LOST.of("8 threads: it could not begin: Too many connections"))),
        List.of("client and server share this machine's processors"),
        new SweepScenario(
            List.of(4, 8), Made.like(run.scenario()).set("threads", 8).record(), null),
        run.environment(),
        List.of(
            new Step(4, 42, run.verdict(), run, null),
            new Step(
                8,
                4711,
                Verdict.of(
                    List.of(Code.SERVER_LOST.of("it could not begin: Too many connections"))),
                null,
                null)),
        null);
  }
}
