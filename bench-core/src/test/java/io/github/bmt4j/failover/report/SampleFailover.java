package io.github.bmt4j.failover.report;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.SampleResults;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Stalls;
import io.github.bmt4j.failover.figures.FailoverFigures.Writes;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Summary.Spread;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.FailoverScenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results of a failover made up by hand, for tests of their forms. */
public final class SampleFailover {
  private SampleFailover() {}

  /** Two VALID repetitions and one INVALID, which never recovered. */
  static FailoverResult result() {
    return SampleResults.read("failover", FailoverResult.class);
  }

  /** Of exact figures. */
  public static Spread spread(int repetitions, double median, double min, double max) {
    return new Spread(repetitions, median, min, max, List.of());
  }

  /** Every figure, with a value of its own. */
  static FailoverFigures allFigures() {
    try {
      return ResultJson.read(
          Files.readString(SampleResults.FOLDER.resolve("failover-figures.json")),
          FailoverFigures.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of the user's own cluster. */
  static FailoverScenario triggered(String url) {
    FailoverScenario scenario = result().scenario();
    return Made.like(scenario)
        .set("cluster", Made.like(scenario.cluster()).set("target", url).record())
        .set(
            "change",
            ChangeScenario.of(new ChangeScenario.External("command", 20_000, List.of(), null)))
        .set("ha", "endpoint")
        .record();
  }

  /** A repetition of which only the figures matter. */
  static Repetition repetition(int number, Verdict.Status status, FailoverFigures figures) {
    return new Repetition(
        number, new Verdict(status, List.of()), figures, List.of(), List.of(), List.of());
  }

  /** Writes that stopped, and were few for a time. */
  static FailoverFigures degraded(@Nullable Double outageMs, @Nullable Double degradedMs) {
    return Made.of(FailoverFigures.class)
        .set("windowMs", 30_000)
        .set(
            "writes",
            Made.of(Writes.class)
                .set("outageMs", outageMs)
                .set("degradedMs", degradedMs)
                .set("stalls", new Stalls(outageMs == null ? 0 : 1, null, outageMs, null))
                .record())
        .set("lostWrites", 0)
        .record();
  }

  static FailoverFigures unrecovered() {
    return Made.of(FailoverFigures.class)
        .set("outageAtLeastMs", 59_990.0)
        .set("recoveryAtLeastMs", 60_000.0)
        .set("windowMs", 60_000)
        .record();
  }
}
