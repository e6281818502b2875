package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.progress.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadEventsTest {
  private static final Interval MEASURED =
      new Interval(
          0,
          1_000_000_000,
          false,
          Counts.ZERO,
          new Latencies(),
          List.of(),
          List.of(),
          new Interval.End(0, 0, 0, List.of()));

  private final List<String> lines = new ArrayList<>();

  /** A load may end before its first interval. */
  @Test
  void theHeadStandsAboveARow() {
    RunResult run = SampleResult.openLoop();
    try (LoadEvents events = new LoadEvents(listed(), run.scenario(), true)) {
      events.begin("load");
      assertThat(lines).isEmpty();

      events.interval(run.intervals().get(0), MEASURED);
      events.interval(run.intervals().get(0), MEASURED);
    }
    assertThat(lines).hasSize(3).first().asString().contains("time", "tps", "errors");
  }

  private Events listed() {
    return new Events() {
      @Override
      public void started(Started what, Path folder) {}

      @Override
      public void line(String line) {
        lines.add(line);
      }

      @Override
      public Progress.Step step(String what, long total, String unit) {
        return Progress.SILENT.begin(what, total, unit);
      }
    };
  }
}
