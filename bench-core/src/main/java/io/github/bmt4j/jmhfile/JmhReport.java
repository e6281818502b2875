package io.github.bmt4j.jmhfile;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.jmhfile.JmhBenchmark.Metric;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Table;
import io.github.bmt4j.report.Tone;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A result of JMH for people. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class JmhReport extends ResultKind<JmhResult> {
  /** JMH's name for a percentile of mode sample. */
  private static final Pattern PERCENTILE = Pattern.compile("p(0\\.\\d+)");

  private static final int BEYOND = 10;

  public JmhReport() {
    super(JmhResult.KIND, JmhResult.class);
  }

  @Override
  protected List<Figure> compared(JmhResult result) {
    return result.benchmarks().stream()
        .map(
            benchmark ->
                new Figure(
                    benchmark.label(),
                    benchmark.primaryMetric().value(),
                    benchmark.primaryMetric().scoreUnit(),
                    benchmark.mode().equals("thrpt") ? Better.HIGHER : Better.LOWER))
        .toList();
  }

  @Override
  protected Description.Builder describe(JmhResult result, @Nullable Path folder) {
    List<JmhBenchmark> all = result.benchmarks();
    Description.Builder built =
        new Description.Builder(setup(result)).headline(headline(all), Tone.PLAIN);
    List<Row> rows = new ArrayList<>();
    for (JmhBenchmark benchmark : all) {
      rows.add(new Row(benchmark.label(), benchmark.primaryMetric()));
      Objects.requireNonNull(benchmark.secondaryMetrics()).entrySet().stream()
          .filter(one -> isSupported(one.getKey(), one.getValue().samples()))
          .forEach(one -> rows.add(new Row("  " + one.getKey(), one.getValue())));
    }
    return built.figure(
        new Table<Row>()
            .column("", -1, 0, Row::name)
            .column("samples", 10, 0, row -> count(row.metric().samples()))
            .column("score", 14, 0, row -> Numbers.score(row.metric().value()))
            .column("± 99.9 %", 12, 0, row -> Numbers.score(row.metric().error()))
            .column("unit", -4, 0, row -> row.metric().scoreUnit())
            .grid("Benchmarks", rows));
  }

  private static String headline(List<JmhBenchmark> all) {
    if (all.isEmpty()) {
      return "No benchmarks";
    }
    JmhBenchmark first = all.get(0);
    Double error = first.primaryMetric().error();
    return words(
        "%s: %s%s %s%s",
        first.label(),
        Numbers.score(first.primaryMetric().value()),
        error == null ? "" : " ± " + Numbers.score(error),
        first.primaryMetric().scoreUnit(),
        all.size() == 1 ? "" : "; the first of " + counted(all.size(), "benchmark"));
  }

  private static Setup setup(JmhResult result) {
    List<Fact> facts = new ArrayList<>();
    result.benchmarks().stream()
        .map(
            one ->
                words(
                    "%s %s, JMH %s%s",
                    one.vmName(),
                    one.vmVersion(),
                    one.jmhVersion(),
                    one.jvmArgs().isEmpty() ? "" : ", " + String.join(" ", one.jvmArgs())))
        .distinct()
        .forEach(jvm -> facts.add(new Fact("jvm", jvm)));
    for (Environment one : Objects.requireNonNullElse(result.servers(), List.<Environment>of())) {
      facts.addAll(facts(one, ", " + one.server().description(), ", " + one.driver().url()));
    }
    String at = result.measuredAt().truncatedTo(ChronoUnit.SECONDS).toString();
    return new Setup(result.file() + " of JMH, measured at " + at, facts);
  }

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
