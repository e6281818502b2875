package io.github.bmt4j.load.run;

import com.google.auto.service.AutoService;
import io.github.bmt4j.clock.Times;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.load.run.RunResult.Totals;
import io.github.bmt4j.load.run.SweepResult.Step;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A sweep as text: what runs, a line for each step, and what came out of all of them. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class SweepReport extends ResultKind<SweepResult> {
  private final Table table;

  /** For lines of any width. */
  public SweepReport() {
    this(Integer.MAX_VALUE);
  }

  /**
   * @param columns of the terminal
   */
  SweepReport(int columns) {
    super(SweepResult.KIND, SweepResult.class, "steps");
    table =
        new Table(
            columns - "  INVALID".length(),
            List.of(
                new Table.Column("threads", 7, 0),
                new Table.Column("elapsed", 8, 5),
                new Table.Column("reads", 11, 7),
                new Table.Column("writes", 11, 8),
                new Table.Column("others", 11, 9),
                new Table.Column("tps", 10, 0),
                new Table.Column("qps", 12, 0),
                new Table.Column("errors", 7, 0),
                new Table.Column("min", 9, 6),
                new Table.Column("avg", 9, 0),
                new Table.Column("max", 9, 3),
                new Table.Column("p95", 9, 0),
                new Table.Column("p99", 9, 2),
                new Table.Column("client", 7, 4),
                new Table.Column("scaling", 7, 1)));
  }

  @Override
  public String summary(SweepResult result, int columns) {
    return summaryOf(result);
  }

  @Override
  public String text(SweepResult result, int columns) {
    StringBuilder text = new StringBuilder(head(result.scenario(), result.environment()));
    SweepReport lines = new SweepReport(columns);
    text.append("\n").append(lines.columns()).append("\n");
    for (Step step : result.steps()) {
      text.append(lines.line(step, result.base())).append("\n");
    }
    return text.append(summaryOf(result)).toString();
  }

  /** What is about to run, on what. */
  static String head(SweepScenario scenario, Environment environment) {
    String threads =
        scenario.threads().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return TextReport.head(scenario.common(), environment)
        + line("sweep    %d steps, with %s threads", scenario.threads().size(), threads);
  }

  /** The names of the columns. */
  String columns() {
    return table.head() + "  verdict";
  }

  /**
   * The figures of a step: times in ms of the response, the client's share of its machine's
   * processors, and the step's transactions a second and thread over those of the first VALID step.
   *
   * @param base that step; nothing while there is none
   */
  String line(Step step, @Nullable Step base) {
    RunResult run = step.run();
    if (run == null) {
      return String.format(Locale.ROOT, "%,7d  %s", step.threads(), mark(step));
    }
    Totals totals = run.totals();
    Times times = run.latency().response();
    return table.row(
            List.of(
                count(step.threads()),
                String.format(Locale.ROOT, "%,.2f", totals.elapsedSeconds()),
                count(totals.reads()),
                count(totals.writes()),
                count(totals.others()),
                rate(run.throughput().tps()),
                rate(run.throughput().qps()),
                count(totals.errors()),
                Numbers.millis(times.min()),
                Numbers.millis(times.mean()),
                Numbers.millis(times.max()),
                Numbers.millis(times.p95()),
                Numbers.millis(times.p99()),
                share(run.client().cpuUtilization()),
                share(scaling(step, base))))
        + "  "
        + mark(step);
  }

  /** What comes under the table: the verdict, the best step, how far more threads helped. */
  static String summaryOf(SweepResult result) {
    StringBuilder text = new StringBuilder("\n");
    text.append(line("%s", result.verdict().status()));
    for (String reason : result.verdict().reasons()) {
      text.append(line("         because: %s", reason));
    }
    Step base = result.base();
    if (base != null) {
      best(result.steps())
          .ifPresent(
              best ->
                  text.append(
                      line(
                          "  %-14s %s with %,d threads; %s with the first VALID step's %,d",
                          "most tps",
                          rate(tps(best)),
                          best.threads(),
                          rate(tps(base)),
                          base.threads())));
    }
    memory(result.steps()).ifPresent(text::append);
    text.append(
        elsewhere(result.steps(), "by statement", "statements", run -> run.statements() != null));
    text.append(
        elsewhere(result.steps(), "by endpoint", "endpoints", run -> run.endpoints() != null));
    for (String warning : result.warnings()) {
      text.append(line("note     %s", warning));
    }
    for (Step step : result.steps()) {
      RunResult run = step.run();
      if (run != null) {
        run.warnings().stream()
            .filter(warning -> !result.warnings().contains(warning))
            .forEach(
                warning -> text.append(line("note     %,d threads: %s", step.threads(), warning)));
      }
    }
    return text.toString();
  }

  /** The step with the most transactions a second among those that are VALID. */
  private static Optional<Step> best(List<Step> steps) {
    return steps.stream()
        .filter(step -> step.verdict().status() == Status.VALID && tps(step) != null)
        .max(Comparator.comparingDouble(step -> Objects.requireNonNull(tps(step))));
  }

  private static Optional<String> memory(List<Step> steps) {
    return steps.stream()
        .map(Step::run)
        .filter(Objects::nonNull)
        .map(RunResult::client)
        .filter(client -> client.peakRssBytes() != null || client.maxHeapBytes() != null)
        .max(
            Comparator.comparingLong(
                client -> Objects.requireNonNullElse(client.peakRssBytes(), 0L)))
        .map(client -> line("  %-14s %s", "client", TextReport.memory(client)));
  }

  /** Where figures are that are too many for this table; empty where there are none. */
  private static String elsewhere(
      List<Step> steps, String what, String key, Predicate<RunResult> has) {
    boolean some = steps.stream().map(Step::run).filter(Objects::nonNull).anyMatch(has);
    return some ? line("  %-14s steps[].run.%s of result.json", what, key) : "";
  }

  private static @Nullable Double scaling(Step step, @Nullable Step base) {
    Double now = tps(step);
    Double before = base == null ? null : tps(base);
    return now == null || base == null || before == null || before == 0
        ? null
        : (Double) (now / step.threads() / (before / base.threads()));
  }

  private static @Nullable Double tps(Step step) {
    RunResult run = step.run();
    return run == null ? null : run.throughput().tps();
  }

  private static String mark(Step step) {
    return step.verdict().status() == Status.VALID ? "VALID" : "INVALID";
  }

  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String rate(@Nullable Double perSecond) {
    return perSecond == null ? "-" : String.format(Locale.ROOT, "%,.2f", perSecond);
  }

  private static String share(@Nullable Double share) {
    return share == null ? "-" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static String line(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values) + "\n";
  }
}
