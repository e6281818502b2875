package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Times;
import io.github.bmt4j.load.run.RunResult.StatementTimes;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Times of each statement of a transaction, as text. */
final class ByStatementTable {
  private ByStatementTable() {}

  /** The table; empty when there are no figures by statement. */
  static String of(@Nullable List<StatementTimes> statements) {
    if (statements == null) {
      return "";
    }
    int width = 14;
    for (StatementTimes one : statements) {
      width = Math.max(width, one.statement().length());
    }
    String columns = "  %-" + width + "s %-5s %12s %9s %9s %9s %9s %9s %9s\n";
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            columns,
            "by statement",
            "kind",
            "count",
            "min",
            "mean",
            "p50",
            "p95",
            "p99",
            "max"));
    for (StatementTimes one : statements) {
      Times times = one.service();
      text.append(
          String.format(
              Locale.ROOT,
              columns,
              one.statement(),
              one.kind(),
              String.format(Locale.ROOT, "%,d", times.count()),
              Numbers.millis(times.min()),
              Numbers.millis(times.mean()),
              Numbers.millis(times.p50()),
              Numbers.millis(times.p95()),
              Numbers.millis(times.p99()),
              Numbers.millis(times.max())));
    }
    return text.toString();
  }
}
