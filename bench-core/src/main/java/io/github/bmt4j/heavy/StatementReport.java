package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.line;

import com.google.auto.service.AutoService;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultKind;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.load.run.BesideScenario;
import io.github.bmt4j.report.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
  public String summary(StatementResult result, int columns) {
    return result(result);
  }

  @Override
  public String text(StatementResult result, int columns) {
    StringBuilder text = new StringBuilder(head(result.scenario(), result.environment()));
    text.append("\n");
    for (Timing timing : result.timings()) {
      text.append(timing(timing)).append("\n");
    }
    for (Step step : result.ladder()) {
      text.append(step(step)).append("\n");
    }
    return text.append(result(result)).toString();
  }

  /** What is about to be timed, on what. */
  static String head(StatementScenario scenario, Environment environment) {
    return line(
            "%s, statement by statement, on %s",
            scenario.workload(), environment.server().description())
        + line(
            "server   %s %s, TLS %s",
            environment.server().product(), environment.server().version(), environment.tls())
        + line(
            "driver   %s %s, a plain connection for each statement",
            environment.driver().name(), environment.driver().version())
        + memory(environment)
        + line("data     %s", data(scenario))
        + line("timed    %s", timed(scenario))
        + beside(scenario.beside());
  }

  /** A timing, when it was done. */
  static String timing(Timing timing) {
    Variant way = timing.way();
    return timing.executions().stream()
        .map(
            execution ->
                String.format(
                    Locale.ROOT,
                    "  %-20s %-6s %s/%d  %-5s %s %s",
                    way.statement(),
                    way.form(),
                    execution.connection(),
                    way.connections(),
                    way.state(),
                    way.beside() ? "beside" : "alone ",
                    StatementWords.outcome(execution)))
        .collect(Collectors.joining("\n"));
  }

  /** A step of the ladder, when it was done. */
  static String step(Step step) {
    return String.format(
        Locale.ROOT,
        "  %,15d rows  %-12s %s",
        step.rows(),
        step.statement(),
        StatementWords.outcome(step.execution()));
  }

  /** What came out. */
  static String result(StatementResult result) {
    StringBuilder text = new StringBuilder("\n");
    text.append(line("%s", result.verdict().status()));
    if (result.verdict().status() == Status.INVALID) {
      for (String reason : result.verdict().reasons()) {
        text.append(line("         because: %s", reason));
      }
    }
    if (!result.figures().isEmpty()) {
      text.append(StatementTable.table(result.figures()));
      text.append(StatementTable.comparisons(result.figures()));
      text.append(StatementTable.oltp(result));
    }
    for (Spill spill : result.spills()) {
      text.append(
          line("  %-20s %s", spill.statement(), StatementTable.spill(spill, result.ladder())));
    }
    for (String evidence : StatementTable.evidence(result.figures())) {
      text.append(line("  %s", evidence));
    }
    for (String warning : result.warnings()) {
      text.append(line("note     %s", warning));
    }
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
    if (!value.matches("\\d{4,18}")) {
      return value;
    }
    double kibibytes = Long.parseLong(value) / 1024.0;
    return kibibytes < 1024
        ? String.format(Locale.ROOT, "%,.0f KiB", kibibytes)
        : String.format(Locale.ROOT, "%,.0f MiB", kibibytes / 1024);
  }

  private static String data(StatementScenario scenario) {
    return scenario.parameters().entrySet().stream()
        .filter(parameter -> scenario.ladder().isEmpty() || !SIZES.contains(parameter.getKey()))
        .map(
            parameter ->
                parameter.getKey()
                    + " "
                    + (parameter.getValue() instanceof Long number
                        ? String.format(Locale.ROOT, "%,d", number)
                        : String.valueOf(parameter.getValue())))
        .collect(Collectors.joining(", "));
  }

  private static String timed(StatementScenario scenario) {
    if (!scenario.ladder().isEmpty()) {
      return scenario.ladder().stream()
          .map(rows -> String.format(Locale.ROOT, "%,d", rows))
          .collect(Collectors.joining(", ", "a ladder of ", " rows, once each"));
    }
    String connections =
        scenario.connections().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s; %s; %d time%s each; connections at the same moment: %s%s",
        String.join(", ", scenario.statements()),
        scenario.forms().contains(StatementScenario.PIECES)
            ? String.join(" and ", scenario.forms()) + " (at most " + scenario.pieces() + ")"
            : "whole",
        scenario.repeat(),
        scenario.repeat() == 1 ? "" : "s",
        connections,
        scenario.statementTimeoutSeconds() == null
            ? ""
            : "; the server's limit: "
                + Numbers.seconds(scenario.statementTimeoutSeconds())
                + " s a statement");
  }

  private static String beside(@Nullable BesideScenario beside) {
    return beside == null
        ? ""
        : line(
            "beside   %s, %,d threads, in the second half; %s s alone before and after",
            beside.load().workload(),
            beside.load().threads(),
            Numbers.seconds(beside.aloneSeconds()));
  }
}
