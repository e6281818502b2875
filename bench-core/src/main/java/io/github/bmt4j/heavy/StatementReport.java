package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.seconds;

import com.google.auto.service.AutoService;
import io.github.bmt4j.clock.StatementOutcomes;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.load.run.BesideScenario;
import io.github.bmt4j.load.run.RunSetup;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Statements that were timed one by one, as text. */
@AutoService(ResultKind.class)
@SuppressWarnings("rawtypes") // The service is generic.
public final class StatementReport extends ResultKind<StatementResult> {
  /** The parameter with the rows, as it is called and as it was called in older results. */
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
    super(StatementResult.KIND, StatementResult.class, "timings");
  }

  @Override
  protected List<Figure> compared(StatementResult result) {
    return result.timings().stream()
        .map(Timing::way)
        .distinct()
        .map(way -> compared(way, result.timings()))
        .toList();
  }

  /** One sample for each timing, since its connections run the statement at the same moment. */
  private static Figure compared(Variant way, List<Timing> timings) {
    String name =
        words(
            "%s, %s, %d conn, %s%s",
            way.statement(),
            way.form(),
            way.connections(),
            way.state(),
            way.beside() ? ", with the load" : "");
    return Figure.together(
        timings.stream()
            .filter(timing -> timing.way().equals(way))
            .map(Timing::executions)
            .map(all -> Figure.of(name, "ms", all, one -> one.ending().done(), StatementReport::ms))
            .map(Figure::median)
            .toList());
  }

  /** What an execution took, at least; of pieces the sum. Absent where it was not executed. */
  private static @Nullable Double ms(Execution execution) {
    Double afterMs = execution.ending().afterMs();
    if (execution.ending().done()) {
      return execution.lastRowMs();
    }
    if (afterMs == null || !StatementOutcomes.isTimed(execution.ending())) {
      return null;
    }
    double ofPieces =
        execution.pieces().stream()
            .map(piece -> piece.ending().afterMs())
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .sum();
    return Math.max(afterMs, ofPieces);
  }

  @Override
  protected String head(StatementResult result) {
    return head(result.scenario(), result.environment());
  }

  /** What is about to be timed, on what. */
  static String head(StatementScenario scenario, Environment environment) {
    return head(
            scenario.workload() + ", statement by statement,",
            environment,
            "",
            ", a plain connection for each statement")
        + memory(environment)
        + line("data     %s", data(scenario))
        + line("timed    %s", timed(scenario))
        + beside(scenario.beside());
  }

  @Override
  protected String parts(StatementResult result, int columns) {
    return Stream.concat(
            result.timings().stream().map(StatementReport::timing),
            result.ladder().stream().map(StatementReport::step))
        .collect(Collectors.joining());
  }

  /** A timing, when it was done. */
  static String timing(Timing timing) {
    Variant way = timing.way();
    return timing.executions().stream()
        .map(
            execution ->
                line(
                    "  %-20s %-6s %s/%d  %-5s %s %s",
                    way.statement(),
                    way.form(),
                    execution.connection(),
                    way.connections(),
                    way.state(),
                    way.beside() ? "loaded" : "alone ",
                    StatementWords.outcome(execution)))
        .collect(Collectors.joining());
  }

  /** A step of the ladder, when it was done. */
  static String step(Step step) {
    return line(
        "  %,15d rows  %-12s %s",
        step.rows(), step.statement(), StatementWords.outcome(step.execution()));
  }

  @Override
  protected String figures(StatementResult result, int columns) {
    StringBuilder text = new StringBuilder();
    if (!result.figures().isEmpty()) {
      text.append(StatementTable.table(result.figures(), columns));
      text.append(StatementTable.comparisons(result.figures()));
      text.append(StatementTable.oltp(result, columns));
    }
    for (Spill spill : result.spills()) {
      text.append(
          line("  %-20s %s", spill.statement(), StatementTable.spill(spill, result.ladder())));
    }
    StatementTable.evidence(result.figures()).forEach(words -> text.append(line("  %s", words)));
    return text.toString();
  }

  /** The settings that decide what is done in memory, as far as the server has them. */
  private static String memory(Environment environment) {
    Map<String, String> variables = environment.server().variables();
    String shown =
        MEMORY.stream()
            .filter(name -> !variables.getOrDefault(name, "").isEmpty())
            .map(name -> name + " " + size(variables.getOrDefault(name, "")))
            .collect(Collectors.joining(", "));
    return shown.isEmpty() ? "" : line("memory   %s", shown);
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
    Double limit = scenario.statementTimeoutSeconds();
    return words(
        "%s; %s; %s each; connections at the same moment: %s%s",
        String.join(", ", scenario.statements()),
        scenario.forms().contains(StatementScenario.PIECES)
            ? String.join(" and ", scenario.forms()) + " (at most " + scenario.pieces() + ")"
            : "whole",
        counted(scenario.repeat(), "time"),
        scenario.connections().stream().map(String::valueOf).collect(Collectors.joining(", ")),
        limit == null ? "" : "; the server's limit: " + seconds(limit) + " s a statement");
  }

  private static String beside(@Nullable BesideScenario beside) {
    return beside == null
        ? ""
        : line(
            "load     %s, %,d threads, in the second half; %s s alone before and after",
            beside.load().workload(), beside.load().threads(), seconds(beside.aloneSeconds()));
  }
}
