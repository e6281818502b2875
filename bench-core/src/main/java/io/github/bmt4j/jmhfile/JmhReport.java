package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Numbers.count;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.jmhfile.JmhResult.Benchmark;
import io.github.bmt4j.jmhfile.JmhResult.Metric;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Table;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A result of JMH as text. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class JmhReport extends ResultKind<JmhResult> {
  /** JMH's name for a percentile of mode sample. */
  private static final Pattern PERCENTILE = Pattern.compile("p(0\\.\\d+)");

  /** Operations that must lie beyond a percentile that is shown. */
  private static final int BEYOND = 10;

  public JmhReport() {
    super(JmhResult.KIND, JmhResult.class, "jmh");
  }

  @Override
  protected List<Figure> compared(JmhResult result) {
    return result.jmh().benchmarks().stream()
        .map(
            benchmark ->
                new Figure(
                    benchmark.label(),
                    benchmark.primary().score().value(),
                    benchmark.primary().unit(),
                    benchmark.mode().equals("thrpt") ? Better.HIGHER : Better.LOWER))
        .toList();
  }

  @Override
  protected String head(JmhResult result) {
    StringBuilder text =
        new StringBuilder(
            line(
                "%s of JMH, measured at %s",
                result.file(), result.measuredAt().truncatedTo(ChronoUnit.SECONDS)));
    result.jmh().benchmarks().stream()
        .map(Benchmark::jvm)
        .distinct()
        .forEach(
            jvm ->
                text.append(
                    line(
                        "jvm      %s %s, JMH %s%s",
                        jvm.vmName(),
                        jvm.vmVersion(),
                        jvm.jmhVersion(),
                        jvm.arguments().isEmpty()
                            ? ""
                            : ", " + String.join(" ", jvm.arguments()))));
    List<Environment> servers = result.servers();
    if (servers != null) {
      servers.forEach(
          one ->
              text.append(server(one, ", " + one.server().description()))
                  .append(driver(one, ", " + one.driver().url())));
    }
    return text.toString();
  }

  /** A line for each benchmark, with its other metrics below it. */
  @Override
  protected String figures(JmhResult result, int columns) {
    List<Row> rows = new ArrayList<>();
    for (Benchmark benchmark : result.jmh().benchmarks()) {
      rows.add(new Row(benchmark.label(), benchmark.primary()));
      benchmark
          .secondary()
          .forEach(
              (name, metric) -> {
                if (isSupported(name, metric.score().samples())) {
                  rows.add(new Row("  " + name, metric));
                }
              });
    }
    return "\n"
        + new Table<Row>(columns)
            .column("", -1, 0, row -> "  " + row.name())
            .column("samples", 10, 0, row -> count(row.metric().score().samples()))
            .column("score", 14, 0, row -> Numbers.score(row.metric().score().value()))
            .column("± 99.9 %", 12, 0, row -> Numbers.score(row.metric().score().error()))
            .column("unit", -4, 0, row -> row.metric().unit())
            .text(rows)
        + "\n";
  }

  /** Whether ten samples or more lie beyond, if it is a percentile. */
  private static boolean isSupported(String name, @Nullable Long samples) {
    Matcher percentile = PERCENTILE.matcher(name);
    if (!percentile.matches() || samples == null) {
      return true;
    }
    double share = Double.parseDouble(percentile.group(1));
    return share == 0 || Math.round(samples * (1 - share)) >= BEYOND;
  }

  private record Row(String name, Metric metric) {}
}
