package io.github.bmt4j.report;

import io.github.bmt4j.result.Beside;
import io.github.bmt4j.result.Ending;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.RunResult.Status;
import io.github.bmt4j.result.StatementEvidence;
import io.github.bmt4j.result.StatementResult;
import io.github.bmt4j.result.StatementResult.Execution;
import io.github.bmt4j.result.StatementResult.Figures;
import io.github.bmt4j.result.StatementResult.Spill;
import io.github.bmt4j.result.StatementResult.Step;
import io.github.bmt4j.result.StatementResult.Timing;
import io.github.bmt4j.result.StatementResult.Way;
import io.github.bmt4j.scenario.BesideScenario;
import io.github.bmt4j.scenario.StatementScenario;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Statements that were timed one by one, as text. */
public final class StatementReport {
  private static final String ROW = "  %-20s %-6s %4s  %-6s %7s %12s %12s %12s %12s %12s  %s";

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

  private StatementReport() {}

  /** What is about to be timed, on what. */
  public static String head(StatementScenario scenario, Environment environment) {
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
  public static String timing(Timing timing) {
    Way way = timing.way();
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
                    outcome(execution)))
        .collect(Collectors.joining("\n"));
  }

  /** A step of the ladder, when it was done. */
  public static String step(Step step) {
    return String.format(
        Locale.ROOT,
        "  %,15d rows  %-12s %s",
        step.rows(),
        step.statement(),
        outcome(step.execution()));
  }

  /** What came out. */
  public static String result(StatementResult result) {
    StringBuilder text = new StringBuilder("\n");
    text.append(line("%s", result.verdict().status()));
    if (result.verdict().status() == Status.INVALID) {
      for (String reason : result.verdict().reasons()) {
        text.append(line("         because: %s", reason));
      }
    }
    if (!result.figures().isEmpty()) {
      text.append(table(result.figures()));
      text.append(comparisons(result.figures()));
      text.append(oltp(result));
    }
    for (Spill spill : result.spills()) {
      text.append(line("  %-20s %s", spill.statement(), spill(spill, result.ladder())));
    }
    for (String evidence : evidence(result.figures())) {
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
        .filter(parameter -> scenario.ladder().isEmpty() || !parameter.getKey().equals("rows"))
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

  private static String outcome(Execution execution) {
    Ending ending = execution.ending();
    if (!ending.done()) {
      return ending(ending) + missing(execution);
    }
    StatementEvidence evidence = execution.evidence();
    return String.format(
        Locale.ROOT,
        "%12s ms%s, %,d rows%s",
        millis(execution.lastRowMs()),
        execution.firstRowMs() == null
            ? ""
            : ", first row " + millis(execution.firstRowMs()) + " ms",
        execution.rows(),
        evidence == null ? "" : ", " + place(evidence.place()));
  }

  private static String missing(Execution execution) {
    if (execution.pieces().isEmpty()) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "; %d of %d pieces were done, missing: %s",
        execution.pieces().size() - execution.missing().size(),
        execution.pieces().size(),
        execution.missing().stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }

  private static String ending(Ending ending) {
    StringBuilder text = new StringBuilder(ending.outcome());
    if (ending.afterMs() != null) {
      text.append(" after ").append(millis(ending.afterMs())).append(" ms");
    }
    if (ending.code() != null) {
      text.append(", error ").append(ending.code());
    }
    if (ending.message() != null) {
      text.append(": ").append(ending.message());
    }
    return text.toString();
  }

  private static String table(List<Figures> all) {
    StringBuilder text =
        new StringBuilder(
            line(
                ROW,
                "times in ms",
                "form",
                "conn",
                "caches",
                "done",
                "first row",
                "last row",
                "min",
                "max",
                "rows",
                "intermediate results"));
    for (Figures figures : all) {
      Way way = figures.way();
      text.append(
          line(
              ROW,
              way.statement() + (way.beside() ? " *" : ""),
              way.form(),
              way.connections(),
              way.state(),
              figures.done() + "/" + figures.runs(),
              millis(figures.firstRow()),
              millis(figures.lastRow()),
              millis(figures.lastRowMin()),
              millis(figures.lastRowMax()),
              figures.rows() == null ? "-" : String.format(Locale.ROOT, "%,d", figures.rows()),
              place(figures.place())));
      for (Ending ending : figures.endings()) {
        text.append(line("  %-20s   %s", "", ending(ending)));
      }
    }
    return text.toString();
  }

  /** Ratios that the user came for: pieces to whole, cold to warm, beside a load to alone. */
  private static String comparisons(List<Figures> all) {
    StringBuilder text = new StringBuilder();
    for (Figures figures : all) {
      Way way = figures.way();
      Way whole =
          new Way(
              way.statement(),
              StatementScenario.WHOLE,
              way.connections(),
              way.state(),
              way.beside());
      Way warm = new Way(way.statement(), way.form(), way.connections(), Way.WARM, way.beside());
      Way alone = new Way(way.statement(), way.form(), way.connections(), way.state(), false);
      if (way.form().equals(StatementScenario.PIECES)) {
        text.append(ratio(figures, find(all, whole), "in " + figures.pieces() + " pieces / whole"));
      }
      if (way.state().equals(Way.COLD)) {
        text.append(ratio(figures, find(all, warm), "cold / warm"));
      }
      if (way.beside()) {
        text.append(ratio(figures, find(all, alone), "beside the load / alone"));
      }
    }
    return text.toString();
  }

  private static @Nullable Figures find(List<Figures> all, Way way) {
    return all.stream().filter(figures -> figures.way().equals(way)).findFirst().orElse(null);
  }

  private static String ratio(Figures figures, @Nullable Figures to, String what) {
    Double upper = figures.lastRow();
    Double lower = to == null ? null : to.lastRow();
    if (upper == null || lower == null || lower <= 0) {
      return "";
    }
    return line(
        "  ratio    %s, %s, %d conn, %s: %s %.2f%s",
        figures.way().statement(),
        figures.way().form(),
        figures.way().connections(),
        figures.way().state(),
        what,
        upper / lower,
        client(figures, upper));
  }

  /** The client's own share, where answers of pieces are big. */
  private static String client(Figures figures, double lastRow) {
    Double client = figures.client();
    return client == null || lastRow <= 0 || figures.pieces() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            " (%.0f %% of its time is decoding and merging here)",
            100 * client / lastRow);
  }

  private static String oltp(StatementResult result) {
    if (result.oltp().isEmpty()) {
      return "";
    }
    StringBuilder text =
        new StringBuilder(
            line("  * beside the load, which did%27s %10s %10s", "tps", "p95 ms", "longest ms"));
    for (Beside alone : result.oltp()) {
      text.append(
          line(
              "    %-42s %10s %10s %10s",
              "alone, " + alone.phase() + " the statements",
              rate(alone.tps()),
              millis(alone.response().p95()),
              millis(alone.longestMs())));
    }
    for (Figures figures : result.figures()) {
      if (figures.way().beside()) {
        text.append(
            line(
                "    %-42s %10s %10s %10s",
                "during "
                    + figures.way().statement()
                    + ", "
                    + figures.way().form()
                    + ", "
                    + figures.way().connections()
                    + " conn",
                rate(figures.oltpTps()),
                millis(figures.oltpP95Ms()),
                millis(figures.oltpLongestMs())));
      }
    }
    return text.toString();
  }

  private static String spill(Spill spill, List<Step> ladder) {
    Long memory = spill.inMemory();
    Long spilled = spill.spilled();
    String below =
        spill.spilledBelow().isEmpty()
            ? ""
            : spill.spilledBelow().stream()
                .map(rows -> String.format(Locale.ROOT, "%,d", rows))
                .collect(Collectors.joining(", ", "; it spilled at fewer rows, too: ", ""));
    if (spilled == null) {
      return memory == null
          ? places(spill.statement(), ladder)
          : String.format(Locale.ROOT, "did not spill at %,d rows, where it was in memory", memory)
              + below;
    }
    return memory == null
        ? String.format(Locale.ROOT, "spilled at the first step already, %,d rows", spilled)
        : String.format(
                Locale.ROOT,
                "begins to spill between %,d rows (in memory) and %,d rows (spilled)",
                memory,
                spilled)
            + below;
  }

  /** Where a statement was done that was never in memory and never spilled. */
  private static String places(String statement, List<Step> ladder) {
    return ladder.stream()
        .filter(step -> step.statement().equals(statement))
        .map(Step::execution)
        .map(
            execution ->
                !execution.ending().done() || execution.evidence() == null
                    ? "not known"
                    : place(execution.evidence().place()))
        .distinct()
        .collect(Collectors.joining(", ", "at every step: ", ""));
  }

  /** What the server says of each way to time a statement: of the last time. */
  private static Set<String> evidence(List<Figures> all) {
    Set<String> lines = new LinkedHashSet<>();
    for (Figures figures : all) {
      StatementEvidence evidence = figures.evidence();
      if (evidence != null) {
        lines.add(
            figures.way().statement()
                + ", "
                + figures.way().form()
                + ", "
                + figures.way().state()
                + (figures.way().beside() ? " *: " : ": ")
                + String.join("; ", said(evidence)));
      }
    }
    return lines;
  }

  private static List<String> said(StatementEvidence evidence) {
    List<String> said = new ArrayList<>(evidence.reasons());
    addCount(said, "%,d rows examined", evidence.rowsExamined());
    addCount(said, "%,d handler reads", evidence.handlerReads());
    addCount(said, "%,d handler writes", evidence.handlerWrites());
    addCount(said, "%,d internal temporary tables", evidence.temporaryTables());
    addBytes(said, "%,.1f MB of temporary tablespace", evidence.temporaryBytes());
    addBytes(said, "%,.1f MB read by the server", evidence.serverWide().get("Innodb_data_read"));
    addBytes(said, "%,.1f MB written by it", evidence.serverWide().get("Innodb_data_written"));
    return said;
  }

  private static void addCount(List<String> said, String words, @Nullable Long count) {
    if (count != null && count > 0) {
      said.add(String.format(Locale.ROOT, words, count));
    }
  }

  private static void addBytes(List<String> said, String words, @Nullable Long bytes) {
    if (bytes != null && bytes > 0) {
      said.add(String.format(Locale.ROOT, words, bytes / 1e6));
    }
  }

  private static String place(@Nullable String place) {
    return switch (place == null ? "" : place) {
      case StatementEvidence.MEMORY -> "in memory";
      case StatementEvidence.SPILLED -> "spilled to disk";
      case StatementEvidence.TABLESPACE -> "in the temporary tablespace";
      case Figures.MIXED -> "in memory or spilled, not always the same";
      default -> "the server does not tell where";
    };
  }

  private static String rate(@Nullable Double rate) {
    return rate == null ? "-" : String.format(Locale.ROOT, "%,.1f", rate);
  }

  private static String millis(@Nullable Double millis) {
    return millis == null ? "-" : String.format(Locale.ROOT, "%,.1f", millis);
  }

  private static String line(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values) + "\n";
  }
}
