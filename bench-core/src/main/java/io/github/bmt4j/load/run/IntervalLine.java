package io.github.bmt4j.load.run;

import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.report.Numbers;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One line of text for an interval, and the head above all of them. */
final class IntervalLine {
  private final boolean openLoop;
  private final String percentile;

  IntervalLine(RunScenario scenario) {
    this.openLoop = scenario.loop().equals("open");
    this.percentile = Numbers.percentileName(scenario.percentile());
  }

  /** The names of the columns. */
  String head() {
    return String.format(
        Locale.ROOT,
        "%9s %9s %10s %10s %9s %9s %9s %9s %7s%s",
        "time",
        "tps",
        "qps",
        "reads/s",
        "writes/s",
        "others/s",
        percentile + " ms",
        "max ms",
        "errors",
        openLoop ? "  backlog" : "");
  }

  /** The figures of an interval. */
  String line(IntervalResult interval, boolean warmup) {
    String line =
        String.format(
            Locale.ROOT,
            "%9s %,9.1f %,10.1f %,10.1f %,9.1f %,9.1f %9s %9s %,7d",
            String.format(Locale.ROOT, "%.1f s", interval.toSeconds()),
            interval.tps(),
            interval.qps(),
            interval.readsPerSecond(),
            interval.writesPerSecond(),
            interval.othersPerSecond(),
            millis(interval.percentileMs()),
            millis(interval.maxMs()),
            interval.errors());
    Long backlog = interval.backlog();
    String open = backlog == null ? "" : String.format(Locale.ROOT, " %,8d", backlog);
    return line + open + (warmup ? "  warm-up" : "");
  }

  private static String millis(@Nullable Double value) {
    return Numbers.millis(value);
  }
}
