package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Figures;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Table;
import io.github.bmt4j.sampling.ServerFigure;
import io.github.bmt4j.sampling.ServerReport;
import io.github.bmt4j.sampling.ServerSeries;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The figures of heavy statements as a table, and what follows from them. */
final class StatementTable {
  private StatementTable() {}

  record Timed(Variant variant, Execution execution) {}

  static List<Timed> timed(StatementResult result) {
    return result.timings().stream().flatMap(timing -> timed(timing).stream()).toList();
  }

  static List<Timed> timed(Timing timing) {
    return timing.executions().stream().map(one -> new Timed(timing.variant(), one)).toList();
  }

  static Table<Timed> timings() {
    return new Table<Timed>()
        .column("each time", -20, 0, one -> one.variant().statement())
        .column("form", -6, 0, one -> one.variant().form().word())
        .column(
            "conn", -5, 0, one -> one.execution().connection() + "/" + one.variant().connections())
        .column("caches", -6, 0, one -> one.variant().caches().word())
        .column("load", -6, 0, one -> one.variant().concurrent() ? "loaded" : "alone")
        .column("outcome", -7, 0, one -> outcome(one.execution()));
  }

  static Table<Step> steps() {
    return new Table<Step>()
        .column("rows", 15, 0, step -> count(step.rows()))
        .column("statement", -12, 0, Step::statement)
        .column("outcome", -7, 0, step -> outcome(step.execution()));
  }

  static void add(StatementResult result, Description.Builder built) {
    List<Figures> all = result.figures();
    built.figure(table(all, result.serverSeries()));
    ServerReport.addUnknown(result.serverSeries(), built);
    for (Figures one : all) {
      String variant = one.variant().wordsAlone() + (one.variant().concurrent() ? " *" : "");
      one.endings().forEach(ending -> built.fact("not done", variant + ": " + ending(ending)));
    }
    comparisons(all, built);
    if (!result.oltp().isEmpty()) {
      built.figure(oltp(result));
    }
    for (Spill spill : result.spills()) {
      built.fact(spill.statement(), spill(spill, result.ladder()));
    }
    evidence(all).forEach(words -> built.fact("evidence", words));
  }

  private static Grid table(List<Figures> all, @Nullable List<ServerSeries> series) {
    Table<Figures> table =
        new Table<Figures>()
            .column(
                "times in ms",
                -20,
                0,
                one -> one.variant().statement() + (one.variant().concurrent() ? " *" : ""))
            .column("form", -6, 0, one -> one.variant().form().word())
            .column("conn", 4, 0, one -> String.valueOf(one.variant().connections()))
            .column("caches", -6, 0, one -> one.variant().caches().word())
            .column("done", 7, 0, one -> one.done() + "/" + one.runs())
            .column("first row", 12, 1, one -> millis(one.firstRow()))
            .column("last row", 12, 0, one -> millis(one.lastRow()))
            .column("min", 12, 3, one -> millis(one.lastRowMin()))
            .column("max", 12, 3, one -> millis(one.lastRowMax()))
            .column("rows", 12, 2, one -> count(one.rows()))
            .column("intermediate results", -20, 0, one -> place(one.place()));
    if (series != null && !series.isEmpty()) {
      table
          .column("CPU", 6, 0, one -> ServerReport.cpu(during(series, one)))
          .column(
              "reads/s", 8, 4, one -> ServerReport.rate(during(series, one), ServerFigure.READS));
    }
    return table.grid("Times", all);
  }

  private static List<ServerSeries.Server> during(
      @Nullable List<ServerSeries> series, Figures one) {
    return ServerReport.first(series, one.variant().words());
  }

  /** Ratios that the user came for: pieces to whole, cold to warm, with a load to alone. */
  private static void comparisons(List<Figures> all, Description.Builder built) {
    for (Figures figures : all) {
      Variant variant = figures.variant();
      List<Map.Entry<String, Variant>> others = new ArrayList<>();
      if (variant.form() == Form.PIECES) {
        others.add(Map.entry("in " + figures.pieces() + " pieces / whole", variant.whole()));
      }
      if (variant.caches() == Caches.COLD) {
        others.add(Map.entry("cold / warm", variant.with(Caches.WARM)));
      }
      if (variant.concurrent() && variant.caches() == Caches.WARM) {
        others.add(Map.entry("with the load / alone", variant.alone()));
      }
      for (Map.Entry<String, Variant> other : others) {
        all.stream()
            .filter(one -> one.variant().equals(other.getValue()))
            .forEach(one -> ratio(figures, one, other.getKey(), built));
      }
    }
  }

  private static void ratio(Figures figures, Figures to, String what, Description.Builder built) {
    Double upper = figures.lastRow();
    Double lower = to.lastRow();
    if (upper != null && lower != null && lower > 0) {
      built.fact(
          "ratio",
          words(
              "%s: %s %.2f%s",
              figures.variant().wordsAlone(), what, upper / lower, client(figures, upper)));
    }
  }

  private static String client(Figures figures, double lastRow) {
    Double client = figures.client();
    return client == null || lastRow <= 0 || figures.pieces() == 0
        ? ""
        : words(" (%.0f %% of its time is decoding and merging here)", 100 * client / lastRow);
  }

  private record Oltp(
      String when, @Nullable Double tps, @Nullable Double p95Ms, @Nullable Double longestMs) {}

  private static Grid oltp(StatementResult result) {
    List<Oltp> rows = new ArrayList<>();
    for (ConcurrentPhase alone : result.oltp()) {
      String when = "alone, " + alone.phase().word() + " the statements";
      rows.add(new Oltp(when, alone.tps(), alone.response().p95(), alone.longestMs()));
    }
    for (Figures figures : result.figures()) {
      if (figures.variant().concurrent()) {
        rows.add(
            new Oltp(
                "during " + figures.variant().wordsAlone(),
                figures.oltpTps(),
                figures.oltpP95Ms(),
                figures.oltpLongestMs()));
      }
    }
    return new Table<Oltp>()
        .column("* with the load, which did", -44, 0, row -> "  " + row.when())
        .column("tps", 10, 0, row -> millis(row.tps()))
        .column("p95 ms", 10, 0, row -> millis(row.p95Ms()))
        .column("longest ms", 10, 0, row -> millis(row.longestMs()))
        .grid("The load", rows);
  }

  static String spill(Spill spill, List<Step> ladder) {
    Long memory = spill.inMemory();
    Long spilled = spill.spilled();
    String below =
        spill.spilledBelow().isEmpty()
            ? ""
            : spill.spilledBelow().stream()
                .map(Numbers::count)
                .collect(Collectors.joining(", ", "; it spilled at fewer rows, too: ", ""));
    if (spilled == null) {
      return memory == null
          ? places(spill.statement(), ladder)
          : words("did not spill at %,d rows, where it was in memory", memory) + below;
    }
    return memory == null
        ? words("spilled at the first step already, %,d rows", spilled)
        : words(
                "begins to spill between %,d rows (in memory) and %,d rows (spilled)",
                memory, spilled)
            + below;
  }

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

  private static Set<String> evidence(List<Figures> all) {
    Set<String> lines = new LinkedHashSet<>();
    for (Figures figures : all) {
      StatementEvidence evidence = figures.evidence();
      if (evidence != null) {
        lines.add(
            figures.variant().statement()
                + ", "
                + figures.variant().form().word()
                + ", "
                + figures.variant().caches().word()
                + (figures.variant().concurrent() ? " *: " : ": ")
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

  private static void addCount(List<String> said, String format, @Nullable Long count) {
    if (count != null && count > 0) {
      said.add(words(format, count));
    }
  }

  private static void addBytes(List<String> said, String format, @Nullable Long bytes) {
    if (bytes != null && bytes > 0) {
      said.add(words(format, bytes / 1e6));
    }
  }

  static String outcome(Execution execution) {
    StatementOutcome outcome = execution.ending();
    if (!outcome.done()) {
      return ending(outcome) + missing(execution);
    }
    StatementEvidence evidence = execution.evidence();
    return words(
        "%12s ms%s, %,d rows%s",
        millis(execution.lastRowMs()),
        execution.firstRowMs() == null
            ? ""
            : ", first row " + millis(execution.firstRowMs()) + " ms",
        execution.rows(),
        evidence == null ? "" : ", " + place(evidence.place()));
  }

  static String missing(Execution execution) {
    if (execution.pieces().isEmpty()) {
      return "";
    }
    return words(
        "; %d of %d pieces were done, missing: %s",
        execution.pieces().size() - execution.missing().size(),
        execution.pieces().size(),
        execution.missing().stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }

  static String ending(StatementOutcome outcome) {
    StringBuilder text = new StringBuilder(outcome.outcome().word());
    if (outcome.afterMs() != null) {
      text.append(" after ").append(millis(outcome.afterMs())).append(" ms");
    }
    if (outcome.code() != null) {
      text.append(", error ").append(outcome.code());
    }
    if (outcome.message() != null) {
      text.append(": ").append(outcome.message());
    }
    return text.toString();
  }

  static String place(@Nullable Place place) {
    if (place == null) {
      return "place not known";
    }
    return switch (place) {
      case MEMORY -> "in memory";
      case SPILLED -> "spilled to disk";
      case TABLESPACE -> "in the temporary tablespace";
      case MIXED -> "in memory or spilled, not always the same";
    };
  }

  static String millis(@Nullable Double millis) {
    return number("%,.1f", millis);
  }
}
