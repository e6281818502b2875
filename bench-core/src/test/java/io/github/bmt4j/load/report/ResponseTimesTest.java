package io.github.bmt4j.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.report.Chart.Plot;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {
  /** 990 operations of 1 to 990 ms, and 10 that were never served. */
  @Test
  void operationsWithoutATimeAreTheSlowestOfTheCurveWhichEndsWhereTheSampleDoes() {
    Histogram times = new Histogram(3);
    for (long millis = 1; millis <= 990; millis++) {
      times.recordValue(millis * 1_000_000);
    }

    Plot curve = new ResponseTimes(times, List.of()).percentiles(10);

    assertThat(curve.x().get(24)).isCloseTo(10, within(1e-9));
    assertThat(curve.lines().get(0).y().get(24)).isCloseTo(900, within(1.0));
    assertThat(curve.x()).as("up to p98.9").hasSize(48);
  }
}
