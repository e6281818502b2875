package io.github.bmt4j.load.report;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.load.run.OverTime;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.Trend;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import org.jspecify.annotations.Nullable;

/** Describes how a run went over its time. */
final class OverTimeReport {
  private static final double LARGE_CHANGE = 0.1;

  private OverTimeReport() {}

  static void add(RunResult run, Description.Builder built) {
    OverTime over = run.overTime();
    if (over == null) {
      return;
    }
    Double stall = over.longestStallSeconds();
    built.fact(
        "over time",
        words(
            "%s of %.0f s; longest time without a success %s",
            counted(over.throughput().periods(), "period"),
            over.periodSeconds(),
            stall == null ? "below 0.2 s" : words("%.1f s", stall)));
    built.figure(grid(over));
  }

  static String headline(RunResult run) {
    OverTime over = run.overTime();
    if (over == null) {
      return "";
    }
    Trend trend = over.throughput();
    Integer low = trend.below90();
    return (trend.shown()
            ? changed("throughput", trend)
            : "; no trend of throughput shown" + interval(trend, " an hour"))
        + (low == null || low == 0
            ? ""
            : words(
                ", %d of %s below 90 %% of the median", low, counted(trend.periods(), "period")))
        + edges(over)
        + over.response().filter(Trend::shown).map(time -> changed(time.figure(), time)).orElse("");
  }

  /** A change by a step, which is no trend: credits that run out, a table that no longer fits. */
  private static String edges(OverTime over) {
    Trend trend = over.throughput();
    return Math.abs(trend.last() - trend.first()) <= LARGE_CHANGE * trend.first()
        ? ""
        : words(
            ", %s/s in the first %.0f min and %s/s in the last",
            amount(trend.first()), over.edgeSeconds() / 60, amount(trend.last()));
  }

  private static String changed(String figure, Trend trend) {
    return words(
            "; %s %s by %.1f %% an hour",
            figure,
            trend.slopePerHour() < 0 ? "fell" : "rose",
            Math.abs(percent(trend.slopePerHour(), trend)))
        + interval(trend, "");
  }

  private static String interval(Trend trend, String unit) {
    return words(
        " (95 %% interval %+.1f to %+.1f %%%s)",
        percent(trend.slopeFrom(), trend), percent(trend.slopeTo(), trend), unit);
  }

  private static Grid grid(OverTime over) {
    String edge = words("%.0f min", over.edgeSeconds() / 60);
    return new Columns<Trend>()
        .column("over time", -14, 0, row -> row.figure() + " " + row.unit().replace("1/", "/"))
        .column("mean", 9, 0, row -> amount(row.mean()))
        .column("min", 9, 0, row -> amount(row.min()))
        .column("max", 9, 0, row -> amount(row.max()))
        .column("deviation", 9, 2, row -> amount(row.deviation()))
        .column("first\n" + edge, 9, 1, row -> amount(row.first()))
        .column("last\n" + edge, 9, 1, row -> amount(row.last()))
        .column("%/h", 7, 0, row -> words("%+.1f", percent(row.slopePerHour(), row)))
        .column(
            "95 %\ninterval",
            14,
            0,
            row ->
                words("%+.1f to %+.1f", percent(row.slopeFrom(), row), percent(row.slopeTo(), row)))
        .column("below\n90 %", 6, 3, row -> number("%d", row.below90()))
        .grid("Over time", over.trends());
  }

  private static String amount(@Nullable Double value) {
    return value == null ? "-" : words(value < 100 ? "%,.2f" : "%,.0f", value);
  }

  private static double percent(double value, Trend of) {
    return of.median() == 0 ? 0 : 100 * value / of.median();
  }
}
