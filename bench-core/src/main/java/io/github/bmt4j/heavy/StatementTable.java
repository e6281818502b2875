package io.github.bmt4j.heavy;

import static io.github.bmt4j.heavy.StatementWords.millis;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;

import io.github.bmt4j.heavy.StatementResult.Figures;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.load.run.Beside;
import io.github.bmt4j.report.Numbers;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The figures of heavy statements as a table, and what follows from them. */
final class StatementTable {
  private StatementTable() {}

  static String table(List<Figures> all, int columns) {
    return new Table<Figures>(columns)
        .column(
            "  times in ms",
            -22,
            0,
            one -> "  " + one.way().statement() + (one.way().beside() ? " *" : ""))
        .column("form", -6, 0, one -> one.way().form())
        .column("conn", 4, 0, one -> String.valueOf(one.way().connections()))
        .column("caches", -6, 0, one -> one.way().state())
        .column("done", 7, 0, one -> one.done() + "/" + one.runs())
        .column("first row", 12, 1, one -> millis(one.firstRow()))
        .column("last row", 12, 0, one -> millis(one.lastRow()))
        .column("min", 12, 3, one -> millis(one.lastRowMin()))
        .column("max", 12, 3, one -> millis(one.lastRowMax()))
        .column("rows", 12, 2, one -> count(one.rows()))
        .column("intermediate results", -20, 0, one -> StatementWords.place(one.place()))
        .text(all, StatementTable::endings);
  }

  private static String endings(Figures figures) {
    return figures.endings().stream()
        .map(outcome -> line("  %-20s   %s", "", StatementWords.ending(outcome)))
        .collect(Collectors.joining());
  }

  /** Ratios that the user came for: pieces to whole, cold to warm, with a load to alone. */
  static String comparisons(List<Figures> all) {
    StringBuilder text = new StringBuilder();
    for (Figures figures : all) {
      Variant way = figures.way();
      String statement = way.statement();
      int connections = way.connections();
      if (way.form().equals(StatementScenario.PIECES)) {
        Variant whole =
            new Variant(statement, StatementScenario.WHOLE, connections, way.state(), way.beside());
        text.append(ratio(figures, find(all, whole), "in " + figures.pieces() + " pieces / whole"));
      }
      if (way.state().equals(Variant.COLD)) {
        Variant warm = new Variant(statement, way.form(), connections, Variant.WARM, way.beside());
        text.append(ratio(figures, find(all, warm), "cold / warm"));
      }
      if (way.beside() && way.state().equals(Variant.WARM)) {
        Variant alone = new Variant(statement, way.form(), connections, way.state(), false);
        text.append(ratio(figures, find(all, alone), "with the load / alone"));
      }
    }
    return text.toString();
  }

  private static @Nullable Figures find(List<Figures> all, Variant way) {
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
        : words(" (%.0f %% of its time is decoding and merging here)", 100 * client / lastRow);
  }

  private record Oltp(
      String when, @Nullable Double tps, @Nullable Double p95Ms, @Nullable Double longestMs) {}

  static String oltp(StatementResult result, int columns) {
    if (result.oltp().isEmpty()) {
      return "";
    }
    List<Oltp> rows = new ArrayList<>();
    for (Beside alone : result.oltp()) {
      String when = "alone, " + alone.phase() + " the statements";
      rows.add(new Oltp(when, alone.tps(), alone.response().p95(), alone.longestMs()));
    }
    for (Figures figures : result.figures()) {
      Variant way = figures.way();
      if (way.beside()) {
        rows.add(
            new Oltp(
                words(
                    "during %s, %s, %d conn, %s",
                    way.statement(), way.form(), way.connections(), way.state()),
                figures.oltpTps(),
                figures.oltpP95Ms(),
                figures.oltpLongestMs()));
      }
    }
    return new Table<Oltp>(columns)
        .column("  * with the load, which did", -46, 0, row -> "    " + row.when())
        .column("tps", 10, 0, row -> millis(row.tps()))
        .column("p95 ms", 10, 0, row -> millis(row.p95Ms()))
        .column("longest ms", 10, 0, row -> millis(row.longestMs()))
        .text(rows);
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

  /** Where a statement was done that was never in memory and never spilled. */
  private static String places(String statement, List<Step> ladder) {
    return ladder.stream()
        .filter(step -> step.statement().equals(statement))
        .map(Step::execution)
        .map(
            execution ->
                !execution.ending().done() || execution.evidence() == null
                    ? "not known"
                    : StatementWords.place(execution.evidence().place()))
        .distinct()
        .collect(Collectors.joining(", ", "at every step: ", ""));
  }

  /** What the server says of each way to time a statement: of the last time. */
  static Set<String> evidence(List<Figures> all) {
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
}
