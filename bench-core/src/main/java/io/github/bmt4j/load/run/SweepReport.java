package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.percent;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import io.github.bmt4j.load.run.SweepResult.Step;
import io.github.bmt4j.report.Table;
import io.github.bmt4j.workload.WorkloadFigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A sweep as text: what runs, a line for each step, and what came out of all of them. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class SweepReport extends ResultKind<SweepResult> {
  public SweepReport() {
    super(SweepResult.KIND, SweepResult.class, "steps");
  }

  /**
   * A line of the table.
   *
   * @param base the first VALID step; absent while there is none
   */
  record Row(Step step, @Nullable Step base) {
    /** The step's transactions a second and thread over those of {@code base}. */
    private @Nullable Double scaling() {
      Double now = tps(step);
      Double before = base == null ? null : tps(base);
      return now == null || base == null || before == null || before == 0
          ? null
          : (Double) (now / step.threads() / (before / base.threads()));
    }
  }

  @Override
  protected List<Figure> compared(SweepResult result) {
    List<Figure> figures = new ArrayList<>();
    figures.add(Figure.rate("most tps", best(result.steps()).map(SweepReport::tps).orElse(null)));
    for (Step step : result.steps()) {
      RunResult run = step.run();
      String with = " with " + counted(step.threads(), "thread");
      figures.add(Figure.rate("tps" + with, tps(step)));
      if (run != null) {
        for (WorkloadFigure figure : run.ownFigures()) {
          String name = figure.name() + with;
          figures.add(new Figure(name, figure.value(), figure.unit(), Better.HIGHER));
        }
      }
      figures.add(Figure.millis("p95" + with, run == null ? null : run.latency().response().p95()));
    }
    return figures;
  }

  @Override
  protected String head(SweepResult result) {
    return head(result.scenario(), result.environment());
  }

  /** What is about to run, on what. */
  static String head(SweepScenario scenario, Environment environment) {
    String threads =
        scenario.threads().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return TextReport.head(
        scenario.common(), environment, threads + " threads, one load after the other");
  }

  @Override
  protected String parts(SweepResult result, int columns) {
    return table(columns)
        .text(result.steps().stream().map(step -> new Row(step, result.base())).toList());
  }

  /** Figures of steps: times in ms of the response, and the client's share of its processors. */
  static Table<Row> table(int columns) {
    return new Table<Row>(columns)
        .column("threads", 7, 0, row -> count((long) row.step().threads()))
        .column("elapsed", 8, 5, of(run -> number("%,.2f", run.totals().elapsedSeconds())))
        .column("reads", 11, 7, of(run -> count(run.totals().reads())))
        .column("writes", 11, 8, of(run -> count(run.totals().writes())))
        .column("others", 11, 9, of(run -> count(run.totals().others())))
        .column("tps", 10, 0, of(run -> number("%,.2f", run.throughput().tps())))
        .column("qps", 12, 0, of(run -> number("%,.2f", run.throughput().qps())))
        .column("errors", 7, 0, of(run -> count(run.totals().errors())))
        .column("lost", 6, 0, of(run -> count(run.totals().withoutTime())))
        .column("min", 9, 6, of(run -> millis(run.latency().response().min())))
        .column("avg", 9, 0, of(run -> millis(run.latency().response().mean())))
        .column("max", 9, 3, of(run -> millis(run.latency().response().max())))
        .column("p95", 9, 0, of(run -> millis(run.latency().response().p95())))
        .column("p99", 9, 2, of(run -> millis(run.latency().response().p99())))
        .column("client", 7, 4, of(run -> percent(0, run.client().cpuUtilization())))
        .column("scaling", 7, 1, row -> percent(0, row.scaling()))
        .column("verdict", -7, 0, row -> row.step().verdict().status().name());
  }

  private static Function<Row, String> of(Function<RunResult, String> cell) {
    return row -> {
      RunResult run = row.step().run();
      return run == null ? "-" : cell.apply(run);
    };
  }

  /** What comes under the table: the best step, and how far more threads helped. */
  @Override
  protected String figures(SweepResult result, int columns) {
    Step base = result.base();
    String best =
        base == null
            ? ""
            : best(result.steps())
                .map(
                    most ->
                        line(
                            "  %-14s %s with %s; %s with the first VALID step's %,d",
                            "most tps",
                            number("%,.2f", tps(most)),
                            counted(most.threads(), "thread"),
                            number("%,.2f", tps(base)),
                            base.threads()))
                .orElse("");
    return best
        + own(result)
        + memory(result)
        + byKind(result, columns)
        + elsewhere(result, "by statement", "statements", run -> run.statements() != null)
        + elsewhere(result, "by endpoint", "endpoints", run -> run.endpoints() != null);
  }

  /** The most of each figure that only this workload has, among the VALID steps. */
  private static String own(SweepResult result) {
    Map<String, String> lines = new LinkedHashMap<>();
    Map<String, Double> most = new HashMap<>();
    for (Step step : result.steps()) {
      RunResult run = step.run();
      if (run == null || step.verdict().status() != Status.VALID) {
        continue;
      }
      for (WorkloadFigure figure : run.ownFigures()) {
        String name = figure.name();
        if (figure.value() > most.getOrDefault(name, Double.NEGATIVE_INFINITY)) {
          most.put(name, figure.value());
          String with = counted(step.threads(), "thread");
          lines.put(
              name,
              line("  most %-23s %,15.2f %s with %s", name, figure.value(), figure.unit(), with));
        }
      }
    }
    return String.join("", lines.values());
  }

  /** A kind of transaction in a step. */
  private record KindRow(int threads, KindFigures kind) {}

  /** Figures of each kind of transaction in each step; empty where all are of one kind. */
  private static String byKind(SweepResult result, int columns) {
    List<KindRow> rows = new ArrayList<>();
    for (Step step : result.steps()) {
      Stream.ofNullable(step.run())
          .flatMap(run -> Stream.ofNullable(run.kinds()))
          .flatMap(List::stream)
          .forEach(kind -> rows.add(new KindRow(step.threads(), kind)));
    }
    return rows.isEmpty()
        ? ""
        : new Table<KindRow>(columns)
            .column("threads", 7, 0, row -> count((long) row.threads()))
            .column("  by kind", -16, 0, row -> "  " + row.kind().kind())
            .column("count", 11, 1, row -> count(row.kind().transactions()))
            .column("share", 7, 2, row -> percent(1, row.kind().share()))
            .column("tps", 10, 0, row -> number("%,.2f", row.kind().tps()))
            .column("p50", 9, 3, row -> millis(row.kind().response().p50()))
            .column("p95", 9, 0, row -> millis(row.kind().response().p95()))
            .column("p99", 9, 4, row -> millis(row.kind().response().p99()))
            .column("rollbacks", 9, 5, row -> count(row.kind().rollbacks()))
            .text(rows);
  }

  @Override
  protected List<String> notes(SweepResult result) {
    List<String> notes = new ArrayList<>(result.warnings());
    for (Step step : result.steps()) {
      RunResult run = step.run();
      if (run != null) {
        run.warnings().stream()
            .filter(warning -> !result.warnings().contains(warning))
            .forEach(warning -> notes.add(counted(step.threads(), "thread") + ": " + warning));
      }
    }
    return notes;
  }

  /** The step with the most transactions a second among those that are VALID. */
  private static Optional<Step> best(List<Step> steps) {
    return steps.stream()
        .filter(step -> step.verdict().status() == Status.VALID && tps(step) != null)
        .max(Comparator.comparingDouble(step -> Objects.requireNonNull(tps(step))));
  }

  private static String memory(SweepResult result) {
    return runs(result)
        .map(RunResult::client)
        .filter(client -> client.peakRssBytes() != null || client.maxHeapBytes() != null)
        .max(
            Comparator.comparingLong(
                client -> Objects.requireNonNullElse(client.peakRssBytes(), 0L)))
        .map(client -> line("  %-14s %s", "client", TextReport.memory(client)))
        .orElse("");
  }

  /** Where figures are that are too many for this table; empty where there are none. */
  private static String elsewhere(
      SweepResult result, String what, String key, Predicate<RunResult> has) {
    return runs(result).anyMatch(has)
        ? line("  %-14s steps[].run.%s of result.json", what, key)
        : "";
  }

  private static Stream<RunResult> runs(SweepResult result) {
    return result.steps().stream().map(Step::run).filter(Objects::nonNull);
  }

  private static @Nullable Double tps(Step step) {
    RunResult run = step.run();
    return run == null ? null : run.throughput().tps();
  }
}
