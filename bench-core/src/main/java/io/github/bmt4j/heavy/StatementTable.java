package io.github.bmt4j.heavy;

import static io.github.bmt4j.report.Lines.line;

import io.github.bmt4j.clock.StatementOutcome;
import io.github.bmt4j.heavy.StatementResult.Figures;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.load.run.Beside;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The figures of heavy statements as a table, and what follows from them. */
final class StatementTable {
  private static final String ROW = "  %-20s %-6s %4s  %-6s %7s %12s %12s %12s %12s %12s  %s";

  private StatementTable() {}

  static String table(List<Figures> all) {
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
      Variant way = figures.way();
      text.append(
          line(
              ROW,
              way.statement() + (way.beside() ? " *" : ""),
              way.form(),
              way.connections(),
              way.state(),
              figures.done() + "/" + figures.runs(),
              StatementWords.millis(figures.firstRow()),
              StatementWords.millis(figures.lastRow()),
              StatementWords.millis(figures.lastRowMin()),
              StatementWords.millis(figures.lastRowMax()),
              figures.rows() == null ? "-" : String.format(Locale.ROOT, "%,d", figures.rows()),
              StatementWords.place(figures.place())));
      for (StatementOutcome outcome : figures.endings()) {
        text.append(line("  %-20s   %s", "", StatementWords.ending(outcome)));
      }
    }
    return text.toString();
  }

  /** Ratios that the user came for: pieces to whole, cold to warm, beside a load to alone. */
  static String comparisons(List<Figures> all) {
    StringBuilder text = new StringBuilder();
    for (Figures figures : all) {
      Variant way = figures.way();
      Variant whole =
          new Variant(
              way.statement(),
              StatementScenario.WHOLE,
              way.connections(),
              way.state(),
              way.beside());
      Variant warm =
          new Variant(way.statement(), way.form(), way.connections(), Variant.WARM, way.beside());
      Variant alone =
          new Variant(way.statement(), way.form(), way.connections(), way.state(), false);
      if (way.form().equals(StatementScenario.PIECES)) {
        text.append(ratio(figures, find(all, whole), "in " + figures.pieces() + " pieces / whole"));
      }
      if (way.state().equals(Variant.COLD)) {
        text.append(ratio(figures, find(all, warm), "cold / warm"));
      }
      if (way.beside()) {
        text.append(ratio(figures, find(all, alone), "beside the load / alone"));
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
        : String.format(
            Locale.ROOT,
            " (%.0f %% of its time is decoding and merging here)",
            100 * client / lastRow);
  }

  static String oltp(StatementResult result) {
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
              StatementWords.millis(alone.response().p95()),
              StatementWords.millis(alone.longestMs())));
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
                StatementWords.millis(figures.oltpP95Ms()),
                StatementWords.millis(figures.oltpLongestMs())));
      }
    }
    return text.toString();
  }

  static String spill(Spill spill, List<Step> ladder) {
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

  private static String rate(@Nullable Double rate) {
    return rate == null ? "-" : String.format(Locale.ROOT, "%,.1f", rate);
  }
}
