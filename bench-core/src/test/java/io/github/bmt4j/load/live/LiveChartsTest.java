package io.github.bmt4j.load.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.Output;
import io.github.bmt4j.experiment.ReportForm;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Interval;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.run.LoadInterval;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.load.run.SampleResult;
import io.github.bmt4j.progress.Progress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveChartsTest {
  private static final long SECOND = 1_000_000_000L;

  private final Foot shown = new Foot();

  @Test
  void drawsAColumnForEachInterval() {
    LiveCharts charts = begun(80);

    interval(charts, -2, 500, 8.0, 1);
    interval(charts, -1, 1000, 4.0, 0);
    interval(charts, 0, 2000, null, 2);
    interval(charts, 1, 1, 0.5, 0);

    assertThat(shown.lines)
        .containsExactly(
            "tps        1.0          4 threads, 3 errors",
            "   2,000.0│  █ ",
            "          │  █ ",
            "          │ ██ ",
            "         0│███▁",
            "p95 ms     0.500",
            "      8.00│█   ",
            "          │█   ",
            "          │██  ",
            "         0│██ ▂",
            "          └┄┄──",
            "           -2.0 s  2.0 s");
  }

  @Test
  void mostRecentIntervalsStayWhereThereIsNoRoomForAll() {
    LiveCharts charts = begun(60);

    for (int second = 0; second < 500; second++) {
      interval(charts, second, second == 0 ? 1e6 : 100, null, 1);
    }

    assertThat(shown.lines)
        .allMatch(line -> line.length() <= 60)
        .contains("     100.0│" + "█".repeat(48));
    assertThat(shown.lines.get(0)).isEqualTo("tps        100.0        4 threads, 500 errors");
    assertThat(shown.lines.get(5)).isEqualTo("p95 ms     -");
    assertThat(shown.lines.get(6)).isEqualTo("         -│" + " ".repeat(48));
    assertThat(shown.lines.get(11)).startsWith("           452.0 s").endsWith(" 500.0 s");
  }

  @Test
  void nextLoadOfASweepBeginsAnew() {
    LiveCharts charts = begun(80);
    interval(charts, 0, 1e6, 1e6, 9);

    charts.begun(SampleResult.closedLoop().scenario(), false);
    interval(charts, 0, 10, 1.0, 0);

    assertThat(shown.lines.get(0)).isEqualTo("tps        10.0         4 threads, 0 errors");
    assertThat(shown.lines.get(1)).isEqualTo("      10.0│█");
  }

  private LiveCharts begun(int columns) {
    LiveCharts charts = new LiveCharts(ReportForm.of("text", RunResult.KIND).open(shown), columns);
    charts.begun(SampleResult.closedLoop().scenario(), false);
    return charts;
  }

  private static void interval(
      LiveCharts charts, long second, double tps, @Nullable Double percentile, long errors) {
    charts.interval(
        new LoadInterval(
            Made.of(IntervalResult.class)
                .set("fromSeconds", second)
                .set("toSeconds", second + 1)
                .set("transactions", 1)
                .set("tps", tps)
                .set("errors", errors)
                .set("percentileMs", percentile)
                .record(),
            new Interval(
                second * SECOND,
                (second + 1) * SECOND,
                second < 0,
                Counts.ZERO,
                new Latencies(),
                List.of(),
                List.of(),
                new Interval.End(0, 0, 0, List.of()))));
  }

  /** What stands at the foot of the terminal. */
  private static final class Foot implements Output {
    private List<String> lines = List.of();

    @Override
    public void foot(List<String> foot) {
      lines = foot;
    }

    @Override
    public void line(String line) {}

    @Override
    public void result(String text) {}

    @Override
    public void say(String line) {}

    @Override
    public Progress.Step begin(String what, long total, String unit) {
      return Progress.SILENT.begin(what, total, unit);
    }

    @Override
    public Progress.Step beginQuietly(String what, long total, String unit) {
      return begin(what, total, unit);
    }

    @Override
    public String program() {
      return "bmt4j";
    }

    @Override
    public int columns() {
      return 80;
    }
  }
}
