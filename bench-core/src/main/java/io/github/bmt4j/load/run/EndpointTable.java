package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The figures of each endpoint of a run, as a table. */
final class EndpointTable {
  private EndpointTable() {}

  /** The table; nothing where there was but one endpoint. */
  static String of(@Nullable List<EndpointFigures> endpoints) {
    if (endpoints == null) {
      return "";
    }
    StringBuilder text =
        new StringBuilder(
            line(
                "threads",
                "transactions",
                "queries",
                "tps",
                "qps",
                "errors",
                "reconnects",
                "p50 ms",
                "p95 ms",
                "p99 ms",
                "max ms",
                "  endpoint"));
    for (EndpointFigures figures : endpoints) {
      Times times = figures.response();
      text.append(
          line(
              count(figures.threads()),
              count(figures.transactions()),
              count(figures.queries()),
              rate(figures.tps()),
              rate(figures.qps()),
              count(figures.errors()),
              count(figures.reconnects()),
              Numbers.millis(times.p50()),
              Numbers.millis(times.p95()),
              Numbers.millis(times.p99()),
              Numbers.millis(times.max()),
              "  " + figures.url() + ", " + figures.server()));
    }
    return text.toString();
  }

  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String rate(@Nullable Double perSecond) {
    return perSecond == null ? "-" : String.format(Locale.ROOT, "%,.2f", perSecond);
  }

  private static String line(Object... values) {
    return String.format(
        Locale.ROOT, "  %7s %14s %14s %11s %12s %7s %10s %9s %9s %9s %9s%s\n", values);
  }
}
