package io.github.bmt4j.load.run;

import io.github.bmt4j.load.run.RunResult.IntervalResult;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One line of text for an interval, and the head above all of them. */
final class IntervalLine {
  private static final String WARMUP = "  warm-up";

  private final Table table;

  /**
   * @param columns of the terminal
   */
  public IntervalLine(RunScenario scenario, int columns) {
    List<Table.Column> all =
        new ArrayList<>(
            List.of(
                new Table.Column("time", 9, 0),
                new Table.Column("tps", 9, 0),
                new Table.Column("qps", 10, 0),
                new Table.Column("reads/s", 10, 1),
                new Table.Column("writes/s", 9, 2),
                new Table.Column("others/s", 9, 3),
                new Table.Column(Numbers.percentileName(scenario.percentile()) + " ms", 9, 0),
                new Table.Column("max ms", 9, 0),
                new Table.Column("errors", 7, 0)));
    if (scenario.loop().equals("open")) {
      all.add(new Table.Column("backlog", 8, 0));
    }
    this.table = new Table(columns - WARMUP.length(), all);
  }

  /** The names of the columns. */
  public String head() {
    return table.head();
  }

  /** The figures of an interval. */
  public String line(IntervalResult interval, boolean warmup) {
    Long backlog = interval.backlog();
    return table.row(
            List.of(
                decimal("%.1f s", interval.toSeconds()),
                decimal("%,.1f", interval.tps()),
                decimal("%,.1f", interval.qps()),
                decimal("%,.1f", interval.readsPerSecond()),
                decimal("%,.1f", interval.writesPerSecond()),
                decimal("%,.1f", interval.othersPerSecond()),
                millis(interval.percentileMs()),
                millis(interval.maxMs()),
                String.format(Locale.ROOT, "%,d", interval.errors()),
                backlog == null ? "" : String.format(Locale.ROOT, "%,d", backlog)))
        + (warmup ? WARMUP : "");
  }

  private static String decimal(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static String millis(@Nullable Double value) {
    return Numbers.millis(value);
  }
}
