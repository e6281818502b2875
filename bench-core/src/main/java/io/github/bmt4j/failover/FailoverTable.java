package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.percent;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.FailoverFigures.Block;
import io.github.bmt4j.failover.figures.FailoverFigures.ErrorCount;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.Spread;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The figures of a failover in columns, and its errors. */
final class FailoverTable {
  /** With more repetitions the columns of each would not fit a screen. */
  private static final int FEW = 5;

  private static final Set<String> HEADLINE =
      Set.of("writeOutageMs", "serverOutageMs", "clientAddedOutageMs");

  private static final List<Row> ROWS =
      List.of(
          new Row("writeOutageMs", "write outage", Unit.MS),
          new Row("writeOutageAtLeastMs", "write outage, at least", Unit.MS),
          new Row("writeOutageSumMs", "write outage, all gaps", Unit.MS),
          new Row("serverOutageMs", "server outage", Unit.MS),
          new Row("clientAddedOutageMs", "client-added outage", Unit.MS),
          new Row("readOutageMs", "read outage", Unit.MS),
          new Row("readOutageAtLeastMs", "read outage, at least", Unit.MS),
          new Row("connectOutageMs", "connect outage", Unit.MS),
          new Row("connectOutageAtLeastMs", "connect outage, at least", Unit.MS),
          new Row("detectionMs", "detection", Unit.MS),
          new Row("recoveryMs", "recovery", Unit.MS),
          new Row("largestStallMs", "largest stall", Unit.MS),
          new Row("unavailability", "unavailability", Unit.SHARE),
          new Row("lostWrites", "lost writes", Unit.COUNT),
          new Row("ambiguousWrites.applied", "ambiguous, applied", Unit.COUNT),
          new Row("ambiguousWrites.notApplied", "ambiguous, not applied", Unit.COUNT),
          new Row("duplicates", "duplicates", Unit.COUNT),
          new Row("divergentRows", "divergent rows", Unit.COUNT),
          new Row("splitBrainWrites", "split-brain writes", Unit.COUNT),
          new Row("staleReads", "stale reads", Unit.COUNT),
          new Row("misrouted.writes", "misrouted writes", Unit.COUNT),
          new Row("misrouted.writesMs", "  which went on for", Unit.MS),
          new Row("misrouted.reads", "misrouted reads", Unit.COUNT),
          new Row("misrouted.readsMs", "  which went on for", Unit.MS),
          new Row("stuck.operations", "stuck operations", Unit.COUNT),
          new Row("stuck.oldestMs", "  of which the oldest", Unit.MS),
          new Row("storm.total", "new connections", Unit.COUNT),
          new Row("storm.largestPerSecond", "  most in a second", Unit.COUNT),
          new Row("storm.notOpened", "  not opened", Unit.COUNT),
          new Row("resolutionMs", "resolution", Unit.MS),
          new Row("observerResolutionMs", "resolution of observers", Unit.MS),
          new Row("windowMs", "observed after the fault", Unit.MS));

  private FailoverTable() {}

  private enum Unit {
    MS,
    SHARE,
    COUNT
  }

  private record Row(String name, String words, Unit unit) {}

  private record ErrorKind(String probe, String phase, int code, String sqlState, String outcome) {}

  /** Write outage, server outage, client-added outage: in words, median and range. */
  static String headline(Block block) {
    long valid =
        block.repetitions().stream()
            .filter(repetition -> repetition.verdict().status() == Status.VALID)
            .count();
    StringBuilder text = new StringBuilder();
    for (Row row : ROWS.stream().filter(row -> HEADLINE.contains(row.name())).toList()) {
      Spread spread = block.summary().get(row.name());
      text.append(
          spread == null
              ? line("  %-20s %12s", row.words(), "-")
              : line(
                  "  %-20s %12s ms, median of %d; range %s to %s",
                  row.words(),
                  cell(row.unit(), spread.median()),
                  spread.repetitions(),
                  cell(row.unit(), spread.min()),
                  cell(row.unit(), spread.max())));
    }
    return text + line("  %s, %d VALID", counted(block.repetitions().size(), "repetition"), valid);
  }

  /** Every figure that some repetition has. */
  static String figures(Block block, int columns) {
    Table<Row> table =
        new Table<Row>(columns)
            .column("  figures (times in ms)", -27, 0, row -> "  " + row.words())
            .column("median", 12, 0, row -> of(block, row, all -> cell(row.unit(), all.median())))
            .column("min", 12, 0, row -> of(block, row, all -> cell(row.unit(), all.min())))
            .column("max", 12, 0, row -> of(block, row, all -> cell(row.unit(), all.max())))
            .column("of", 3, 0, row -> of(block, row, all -> String.valueOf(all.repetitions())));
    List<Repetition> shown = block.repetitions().size() <= FEW ? block.repetitions() : List.of();
    for (Repetition repetition : shown) {
      String mark = repetition.verdict().status() == Status.INVALID ? " INVALID" : "";
      table.column(
          "#" + repetition.number() + mark,
          12,
          1,
          row -> cell(row.unit(), repetition.figures().values().get(row.name())));
    }
    return table.text(
        ROWS.stream()
            .filter(
                row ->
                    block.repetitions().stream()
                        .anyMatch(one -> one.figures().values().containsKey(row.name())))
            .toList());
  }

  private static String of(Block block, Row row, Function<Spread, String> cell) {
    Spread spread = block.summary().get(row.name());
    return spread == null ? "-" : cell.apply(spread);
  }

  /** Failed attempts of all repetitions, by kind. */
  static String errors(List<Repetition> repetitions, int columns) {
    Map<ErrorKind, List<ErrorCount>> kinds = new LinkedHashMap<>();
    for (Repetition repetition : repetitions) {
      for (ErrorCount error : repetition.errors()) {
        kinds
            .computeIfAbsent(
                new ErrorKind(
                    error.probe(), error.phase(), error.code(), error.sqlState(), error.outcome()),
                kind -> new ArrayList<>())
            .add(error);
      }
    }
    return kinds.isEmpty()
        ? ""
        : "\n"
            + new Table<Map.Entry<ErrorKind, List<ErrorCount>>>(columns)
                .column("  errors", -12, 0, row -> "  " + row.getKey().probe())
                .column("phase", -10, 0, row -> row.getKey().phase())
                .column("code", 6, 0, row -> String.valueOf(row.getKey().code()))
                .column("SQLState", -8, 0, row -> row.getKey().sqlState())
                .column("outcome", -8, 0, row -> row.getKey().outcome())
                .column("count", 9, 0, row -> count(total(row.getValue())))
                .column("first ms", 12, 0, row -> words("%,.1f", first(row.getValue())))
                .column("last ms", 12, 0, row -> words("%,.1f", last(row.getValue())))
                .text(List.copyOf(kinds.entrySet()));
  }

  private static long total(List<ErrorCount> errors) {
    return errors.stream().mapToLong(ErrorCount::count).sum();
  }

  private static double first(List<ErrorCount> errors) {
    return errors.stream().mapToDouble(ErrorCount::firstMs).min().orElse(Double.NaN);
  }

  private static double last(List<ErrorCount> errors) {
    return errors.stream().mapToDouble(ErrorCount::lastMs).max().orElse(Double.NaN);
  }

  private static String cell(Unit unit, @Nullable Double value) {
    if (value == null) {
      return "-";
    }
    return switch (unit) {
      case MS -> millis(value);
      case SHARE -> percent(2, value);
      case COUNT -> number(value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
    };
  }
}
