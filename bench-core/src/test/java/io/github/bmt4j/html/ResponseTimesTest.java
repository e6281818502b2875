package io.github.bmt4j.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.compare.Comparison.Side;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.html.Chart.Plot;
import io.github.bmt4j.load.run.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {
  /** 990 operations of 1 to 990 ms, and 10 that were never served. */
  @Test
  void operationsWithoutATimeAreTheSlowestOfTheCurveWhichEndsWhereTheSampleDoes() throws Exception {
    Path folder = Path.of("src", "test", "resources", "stored-results", "run");
    String json = Files.readString(folder.resolve("result.json"));
    RunResult result =
        ResultJson.read(json.replace("\"unserved\" : 0", "\"unserved\" : 10"), RunResult.class);
    Stored stored = new Stored(folder, result, Map.of());
    Shown run = new Shown(0, 1, List.of(new Side("A", List.of(stored))), stored);
    Histogram times = new Histogram(3);
    for (long millis = 1; millis <= 990; millis++) {
      times.recordValue(millis * 1_000_000);
    }

    Plot curve = new ResponseTimes(run, times, List.of()).percentiles();

    assertThat(curve.x().get(24)).isCloseTo(10, within(1e-9));
    assertThat(curve.lines().get(0).y().get(24)).isCloseTo(900, within(1.0));
    assertThat(curve.x()).as("up to p98.9").hasSize(48);
  }
}
