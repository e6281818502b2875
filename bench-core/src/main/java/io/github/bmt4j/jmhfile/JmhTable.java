package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.report.Lines.line;

import io.github.bmt4j.jmhfile.JmhResult.Benchmark;
import io.github.bmt4j.jmhfile.JmhResult.Metric;
import io.github.bmt4j.jmhfile.JmhResult.Score;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A line for each benchmark, with its other metrics below it. */
final class JmhTable {
  /** JMH's name for a percentile of mode sample. */
  private static final Pattern PERCENTILE = Pattern.compile("p(0\\.\\d+)");

  /** Operations that must lie beyond a percentile that is shown. */
  private static final int BEYOND = 10;

  private JmhTable() {}

  static String of(List<Benchmark> benchmarks) {
    List<Row> rows = new ArrayList<>();
    for (Benchmark benchmark : benchmarks) {
      rows.add(Row.of(benchmark.label(), benchmark.primary()));
      benchmark
          .secondary()
          .forEach(
              (name, metric) -> {
                if (supported(name, metric.score().samples())) {
                  rows.add(Row.of("  " + name, metric));
                }
              });
    }
    int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(1);
    StringBuilder text = new StringBuilder();
    rows.add(0, new Row("", "samples", "score", "± 99.9 %", "unit"));
    for (Row row : rows) {
      text.append(
          line(
              "  %-" + width + "s %10s %14s %12s  %s",
              row.name(),
              row.samples(),
              row.score(),
              row.error(),
              row.unit()));
    }
    return text.toString();
  }

  /** Whether ten samples or more lie beyond, if it is a percentile. */
  private static boolean supported(String name, @Nullable Long samples) {
    Matcher percentile = PERCENTILE.matcher(name);
    if (!percentile.matches() || samples == null) {
      return true;
    }
    double share = Double.parseDouble(percentile.group(1));
    return share == 0 || Math.round(samples * (1 - share)) >= BEYOND;
  }

  /** A line of the table. */
  private record Row(String name, String samples, String score, String error, String unit) {
    static Row of(String name, Metric metric) {
      Score score = metric.score();
      return new Row(
          name,
          score.samples() == null ? "-" : String.format(Locale.ROOT, "%,d", score.samples()),
          Numbers.score(score.value()),
          Numbers.score(score.error()),
          metric.unit());
    }
  }
}
