package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.number;

import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementResult.VariantFigures;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.sampling.ServerFigure;
import io.github.bmt4j.sampling.ServerReport;
import io.github.bmt4j.sampling.ServerSeries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of heavy statements as a table, with the ratios that follow. */
final class StatementTable {
  private static final List<Metric<StatementEvidence>> EVIDENCE =
      List.of(
          evidence("%,d rows examined", StatementEvidence::rowsExamined),
          evidence("%,d handler reads", StatementEvidence::handlerReads),
          evidence("%,d handler writes", StatementEvidence::handlerWrites),
          evidence("%,d internal temporary tables", StatementEvidence::temporaryTables),
          megabytes("%,.1f MB of temporary tablespace", StatementEvidence::temporaryBytes),
          megabytes("%,.1f MB read by the server", one -> one.serverWide().get("Innodb_data_read")),
          megabytes("%,.1f MB written by it", one -> one.serverWide().get("Innodb_data_written")));

  private StatementTable() {}

  record Timed(Variant variant, Execution execution) {}

  static List<Timed> timed(StatementResult result) {
    return result.timings().stream().flatMap(timing -> timed(timing).stream()).toList();
  }

  static List<Timed> timed(Timing timing) {
    return timing.executions().stream().map(one -> new Timed(timing.variant(), one)).toList();
  }

  static Columns<Timed> timings() {
    return new Columns<Timed>()
        .column("each time", -20, 0, one -> one.variant().statement())
        .column("form", -6, 0, one -> one.variant().form().word())
        .column(
            "conn", -5, 0, one -> one.execution().connection() + "/" + one.variant().connections())
        .column("caches", -6, 0, one -> one.variant().caches().word())
        .column("load", -6, 0, one -> one.variant().concurrent() ? "loaded" : "alone")
        .column("outcome", -7, 0, one -> outcome(one.execution()));
  }

  static Columns<Step> steps() {
    return new Columns<Step>()
        .column("rows", 15, 0, step -> count(step.rows()))
        .column("statement", -12, 0, Step::statement)
        .column("outcome", -7, 0, step -> outcome(step.execution()));
  }

  static void add(StatementResult result, Description.Builder built) {
    List<VariantFigures> all = result.figures();
    built.figure(table(all, result.serverSeries()));
    ServerReport.addUnknown(result.serverSeries(), built);
    for (VariantFigures one : all) {
      String variant = one.variant().wordsAlone() + (one.variant().concurrent() ? " *" : "");
      one.endings().forEach(ending -> built.fact("not done", variant + ": " + ending(ending)));
    }
    comparisons(all, built);
    if (!result.oltp().isEmpty()) {
      built.figure(oltp(result));
    }
    result.spills().forEach(spill -> built.fact(spill.statement(), spill(spill, result.ladder())));
    evidence(all).forEach(words -> built.fact("evidence", words));
  }

  private static Grid table(List<VariantFigures> all, @Nullable List<ServerSeries> series) {
    boolean read = series != null && !series.isEmpty();
    return new Columns<VariantFigures>()
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
        .column("intermediate results", -20, 0, one -> place(one.place()))
        .columnIf(read, "CPU", 6, 0, one -> ServerReport.cpu(during(series, one)))
        .columnIf(
            read,
            "reads/s",
            8,
            4,
            one -> ServerReport.rate(during(series, one), ServerFigure.READS))
        .grid("Times", all);
  }

  private static List<ServerSeries.Server> during(
      @Nullable List<ServerSeries> series, VariantFigures one) {
    return ServerReport.first(series, one.variant().words());
  }

  /** The ratios of interest: pieces to whole, cold to warm, with a load to alone. */
  private static void comparisons(List<VariantFigures> all, Description.Builder built) {
    for (VariantFigures figures : all) {
      Variant variant = figures.variant();
      Map<String, Variant> others = new LinkedHashMap<>();
      others.put("in " + figures.pieces() + " pieces / whole", variant.whole());
      others.put(
          "cold / warm", variant.caches() == Caches.COLD ? variant.with(Caches.WARM) : variant);
      others.put(
          "with the load / alone", variant.caches() == Caches.WARM ? variant.alone() : variant);
      others.forEach(
          (what, other) ->
              all.stream()
                  .filter(one -> one.variant().equals(other) && !other.equals(variant))
                  .forEach(one -> ratio(figures, one, what, built)));
    }
  }

  private static void ratio(
      VariantFigures figures, VariantFigures to, String what, Description.Builder built) {
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

  private static String client(VariantFigures figures, double lastRow) {
    Double client = figures.client();
    return client == null
            || lastRow <= 0
            || figures.pieces() == 0
            || figures.done() < figures.runs()
        ? ""
        : words(" (%.0f %% of its time is decoding and merging here)", 100 * client / lastRow);
  }

  private record Oltp(
      String when, @Nullable Double tps, @Nullable Double p95Ms, @Nullable Double longestMs) {}

  private static Grid oltp(StatementResult result) {
    Stream<Oltp> alone =
        result.oltp().stream()
            .map(
                one ->
                    new Oltp(
                        "alone, " + one.phase().word() + " the statements",
                        one.tps(),
                        one.response().p95(),
                        one.longestMs()));
    Stream<Oltp> during =
        result.figures().stream()
            .filter(one -> one.variant().concurrent())
            .map(
                one ->
                    new Oltp(
                        "during " + one.variant().wordsAlone(),
                        one.oltpTps(),
                        one.oltpP95Ms(),
                        one.oltpLongestMs()));
    return new Columns<Oltp>()
        .column("* with the load, which did", -44, 0, row -> "  " + row.when())
        .column("tps", 10, 0, row -> millis(row.tps()))
        .column("p95 ms", 10, 0, row -> millis(row.p95Ms()))
        .column("longest ms", 10, 0, row -> millis(row.longestMs()))
        .grid("The load", Stream.concat(alone, during).toList());
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

  private static Stream<String> evidence(List<VariantFigures> all) {
    return all.stream()
        .filter(one -> one.evidence() != null)
        .map(
            one ->
                words(
                    "%s, %s, %s%s: %s",
                    one.variant().statement(),
                    one.variant().form().word(),
                    one.variant().caches().word(),
                    one.variant().concurrent() ? " *" : "",
                    said(Objects.requireNonNull(one.evidence()))))
        .distinct();
  }

  private static String said(StatementEvidence evidence) {
    return Stream.concat(
            evidence.reasons().stream(),
            EVIDENCE.stream()
                .filter(one -> one.orZero(evidence) > 0)
                .map(one -> one.shown(evidence)))
        .collect(Collectors.joining("; "));
  }

  private static Metric<StatementEvidence> evidence(
      String format, Function<StatementEvidence, @Nullable Number> value) {
    return new Metric<>("", new Grid.Column("", 0, 0), "", Better.LOWER, format, value);
  }

  private static Metric<StatementEvidence> megabytes(
      String format, Function<StatementEvidence, @Nullable Long> bytes) {
    return evidence(
        format, one -> bytes.apply(one) == null ? null : (Double) (bytes.apply(one) / 1e6));
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
    return outcome.outcome().word()
        + (outcome.afterMs() == null ? "" : " after " + millis(outcome.afterMs()) + " ms")
        + (outcome.code() == null ? "" : ", error " + outcome.code())
        + (outcome.message() == null ? "" : ": " + outcome.message());
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
