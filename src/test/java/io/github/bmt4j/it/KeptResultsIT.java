package io.github.bmt4j.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Verdict.Status;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every kind of experiment that is ended: what was finished is in the folder, and exit code and
 * output are true.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class KeptResultsIT {
  private static final Duration SOON = Duration.ofSeconds(40);

  @AutoClose private final Cache cache = Cache.forSignals();

  @ParameterizedTest
  @EnumSource
  void sigtermKeepsWhatWasMeasured(ExperimentKind kind) {
    Path runs = ExperimentKind.runs();
    try (Running running = kind.start(kind.longer, cache, runs)) {
      awaitAPart(kind, runs);
      running.signal("TERM");
      Ended ended = running.await(SOON).exits(143);
      Result result = ExperimentKind.stored(runs);
      assertThat(result.kind()).isEqualToIgnoringCase(kind.name().replace('_', '-'));
      assertThat(result.verdict().status()).isEqualTo(Status.INVALID);
      assertThat(result.verdict().texts()).anyMatch(reason -> reason.contains("interrupted"));
      assertThat(ended.out()).contains("INVALID", "interrupted");
      assertThat(ExperimentKind.lastLine(ended)).startsWith("stored").contains(result.id());
      assertThat(
              Bmt.command()
                  .run("show", "latest", "--command", "--runs-dir", runs.toString())
                  .exits(0)
                  .out())
          .contains(kind.common + " " + kind.longer);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATEMENTS", "FAILOVER"})
  void killKeepsTheFinishedParts(ExperimentKind kind) {
    Path runs = ExperimentKind.runs();
    try (Running running = kind.start(kind.longer, cache, runs)) {
      awaitAPart(kind, runs);
      running.signal("KILL");
      running.await(SOON).exits(137);
      assertThat(ExperimentKind.stored(runs).verdict().texts()).contains("cut off before its end");
    }
  }

  /** Waits until a part is stored, or, for an experiment with one part, until it has started. */
  private static void awaitAPart(ExperimentKind kind, Path runs) {
    String file = kind.parts ? "result.json" : kind == ExperimentKind.RUN ? "intervals.csv" : ".";
    Await.until(
        file,
        () ->
            Ended.folders(runs).stream()
                .map(folder -> folder.resolve(file).toFile())
                .anyMatch(found -> found.length() > 0));
  }
}
