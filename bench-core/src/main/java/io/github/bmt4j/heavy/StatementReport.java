package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.duration;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementResult.VariantFigures;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.load.concurrent.ConcurrentScenario;
import io.github.bmt4j.load.run.RunSetup;
import io.github.bmt4j.report.Chart;
import io.github.bmt4j.report.Chart.Line;
import io.github.bmt4j.report.Chart.Plot;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Fact;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Setup;
import io.github.bmt4j.report.Tone;
import io.github.bmt4j.sampling.ServerReport;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Statements that were timed one by one, for people. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class StatementReport extends ResultKind<StatementResult> {
  /** The name of the parameter with the rows: today's, and that of older results. */
  private static final Set<String> SIZES = Set.of("table-size", "rows");

  private static final List<String> MEMORY =
      List.of(
          "innodb_buffer_pool_size",
          "sort_buffer_size",
          "join_buffer_size",
          "tmp_table_size",
          "max_heap_table_size",
          "internal_tmp_mem_storage_engine",
          "temptable_max_ram",
          "temptable_max_mmap");

  public StatementReport() {
    super(StatementResult.KIND, StatementResult.class);
  }

  @Override
  protected String work() {
    return "timed/(statements/.*|forms/.*|cold|pieces)";
  }

  @Override
  protected List<Figure> compared(StatementResult result) {
    return result.timings().stream()
        .map(Timing::variant)
        .distinct()
        .map(variant -> compared(variant, result.timings()))
        .toList();
  }

  /** One sample a timing, since all its connections run the statement at the same moment. */
  private static Figure compared(Variant variant, List<Timing> timings) {
    String name = variant.words();
    return Figure.together(
        timings.stream()
            .filter(timing -> timing.variant().equals(variant))
            .map(Timing::executions)
            .map(all -> StatementFigures.median(name, all, Execution::lastRowMs))
            .toList());
  }

  static Setup setup(StatementScenario scenario, Environment environment) {
    List<Fact> facts = facts(environment, "", ", a plain connection for each statement");
    String memory = memory(environment);
    if (!memory.isEmpty()) {
      facts.add(new Fact("memory", memory));
    }
    facts.add(new Fact("data", data(scenario)));
    facts.add(new Fact("timed", timed(scenario)));
    ConcurrentScenario beside = scenario.concurrent();
    if (beside != null) {
      facts.add(new Fact("load", beside(beside)));
    }
    return new Setup(on(scenario.workload() + ", statement by statement,", environment), facts);
  }

  @Override
  protected Description.Builder describe(StatementResult result, @Nullable Path folder) {
    boolean undone = result.figures().stream().anyMatch(one -> one.done() < one.runs());
    Description.Builder built =
        new Description.Builder(setup(result.scenario(), result.environment()))
            .headline(
                result.spills().isEmpty() ? headline(result.figures()) : spills(result),
                undone ? Tone.WARN : Tone.PLAIN)
            .part(StatementTable.timings().grid("Each timing", StatementTable.timed(result)))
            .part(StatementTable.steps().grid("Ladder of sizes", result.ladder()));
    for (VariantFigures main : main(result.figures())) {
      built.card(main.variant().statement(), millis(main.lastRow()) + " ms", of(main));
    }
    StatementTable.add(result, built);
    built.figure(ladder(result.ladder()));
    ServerReport.addCharts(result.serverSeries(), "statements", built);
    return built;
  }

  private static String spills(StatementResult result) {
    return result.spills().stream()
        .map(spill -> spill.statement() + " " + StatementTable.spill(spill, result.ladder()))
        .collect(Collectors.joining("; "));
  }

  private static String headline(List<VariantFigures> all) {
    List<VariantFigures> main = main(all);
    List<VariantFigures> done = main.stream().filter(one -> one.lastRow() != null).toList();
    int runs = all.stream().mapToInt(VariantFigures::runs).sum();
    int undone = runs - all.stream().mapToInt(VariantFigures::done).sum();
    String rest =
        undone == 0 ? "" : words("; %,d of %,d executions were not completed", undone, runs);
    if (done.isEmpty()) {
      return (undone == runs ? "No statement was done" : "No statement has a median time") + rest;
    }
    Comparator<VariantFigures> byTime =
        Comparator.comparingDouble(one -> Objects.requireNonNull(one.lastRow()));
    String slowest = took(Collections.max(done, byTime));
    return (done.size() == 1
            ? slowest
            : words(
                "The slowest of %s%s, %s; the fastest, %s",
                counted(done.size(), "statement"),
                done.size() < main.size() ? " with a median" : "",
                slowest,
                took(Collections.min(done, byTime))))
        + rest;
  }

  private static String took(VariantFigures figures) {
    Double ms = Objects.requireNonNull(figures.lastRow());
    return figures.variant().statement() + " took " + duration(ms) + " (" + of(figures) + ")";
  }

  private static String of(VariantFigures figures) {
    Variant variant = figures.variant();
    return words(
        "median of %d, %s, %s",
        figures.runs(), variant.caches().word(), counted(variant.connections(), "connection"));
  }

  /** The most representative variant of each statement: whole, alone, warm, few connections. */
  private static List<VariantFigures> main(List<VariantFigures> all) {
    return StatementFigures.firsts(
        all.stream()
            .sorted(
                Comparator.comparing((VariantFigures one) -> one.variant().form() != Form.WHOLE)
                    .thenComparing(one -> one.variant().concurrent())
                    .thenComparing(one -> one.variant().caches() != Caches.WARM)
                    .thenComparing(one -> one.variant().connections())),
        one -> one.variant().statement());
  }

  private static Chart ladder(List<Step> steps) {
    Map<String, List<Step>> byStatement =
        steps.stream()
            .filter(step -> step.execution().lastRowMs() != null)
            .collect(
                Collectors.groupingBy(Step::statement, LinkedHashMap::new, Collectors.toList()));
    List<Plot> plots =
        byStatement.entrySet().stream().map(one -> plot(one.getKey(), one.getValue())).toList();
    String title = "Time until the last row, by rows of the table";
    return new Chart(
        title,
        false,
        "",
        new Chart.Axes(Chart.Scale.LOG, true, "rows", "ms"),
        plots,
        List.of(),
        null,
        false);
  }

  private static Plot plot(String statement, List<Step> done) {
    return new Plot(
        done.stream().map(step -> (double) step.rows()).toList(),
        List.of(
            new Line(
                statement,
                done.stream()
                    .<@Nullable Double>map(step -> step.execution().lastRowMs())
                    .toList())));
  }

  private static String memory(Environment environment) {
    Map<String, String> variables = environment.server().variables();
    return MEMORY.stream()
        .filter(name -> !variables.getOrDefault(name, "").isEmpty())
        .map(name -> name + " " + size(variables.getOrDefault(name, "")))
        .collect(Collectors.joining(", "));
  }

  private static String size(String value) {
    return value.matches("\\d{4,18}") ? Numbers.bytes(Long.parseLong(value)) : value;
  }

  private static String data(StatementScenario scenario) {
    return scenario.parameters().entrySet().stream()
        .filter(parameter -> scenario.ladder().isEmpty() || !SIZES.contains(parameter.getKey()))
        .map(parameter -> RunSetup.parameter(parameter.getKey(), parameter.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String timed(StatementScenario scenario) {
    if (!scenario.ladder().isEmpty()) {
      return scenario.ladder().stream()
          .map(Numbers::count)
          .collect(Collectors.joining(", ", "a ladder of ", " rows, once each"));
    }
    Double limit = scenario.timed().statementTimeoutSeconds();
    return words(
        "%s; %s; %s each; connections at the same moment: %s%s",
        String.join(", ", scenario.timed().statements()),
        scenario.timed().forms().contains(Form.PIECES)
            ? scenario.timed().forms().stream().map(Form::word).collect(Collectors.joining(" and "))
                + " (at most "
                + scenario.timed().pieces()
                + ")"
            : "whole",
        counted(scenario.timed().repeat(), "time"),
        scenario.timed().connections().stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", ")),
        limit == null ? "" : "; the server's limit: " + seconds(limit) + " s a statement");
  }

  private static String beside(ConcurrentScenario beside) {
    return words(
        "%s, %,d threads, in the second half; %s s alone before and after",
        beside.load().workload(),
        beside.load().load().threads(),
        seconds(beside.baselineSeconds()));
  }
}
