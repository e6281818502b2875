package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.line;

import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.figures.FailoverFigures.Block;
import io.github.bmt4j.failover.figures.FailoverFigures.ErrorCount;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.FailoverFigures.Spread;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of a failover in columns, and its errors. */
final class FailoverTable {
  /** With more repetitions the columns of each would not fit a screen. */
  private static final int FEW = 5;

  private static final List<Row> HEADLINE =
      List.of(
          new Row("writeOutageMs", "write outage", Unit.MS),
          new Row("serverOutageMs", "server outage", Unit.MS),
          new Row("clientAddedOutageMs", "client-added outage", Unit.MS));

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
          new Row("storm.notOpened", "  tried in vain", Unit.COUNT),
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
    for (Row row : HEADLINE) {
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
  static String figures(Block block) {
    List<Repetition> shown = block.repetitions().size() <= FEW ? block.repetitions() : List.of();
    StringBuilder head = new StringBuilder();
    for (Repetition repetition : shown) {
      head.append(
          String.format(
              Locale.ROOT,
              "%13s",
              "#"
                  + repetition.number()
                  + (repetition.verdict().status() == Status.INVALID ? " INVALID" : "")));
    }
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "  %-25s %12s %12s %12s %3s%s",
            "figures (times in ms)", "median", "min", "max", "of", head));
    for (Row row : ROWS) {
      if (block.repetitions().stream()
          .anyMatch(repetition -> repetition.figures().values().containsKey(row.name()))) {
        text.append(row(row, block.summary().get(row.name()), shown));
      }
    }
    return text.toString();
  }

  /** Failed attempts of all repetitions, by kind. */
  static String errors(List<Repetition> repetitions) {
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
    if (kinds.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("\n");
    text.append(
        line(
            "  %-10s %-10s %6s %-8s %-8s %9s %12s %12s",
            "errors", "phase", "code", "SQLState", "outcome", "count", "first ms", "last ms"));
    kinds.forEach(
        (kind, errors) ->
            text.append(
                line(
                    "  %-10s %-10s %6d %-8s %-8s %,9d %,12.1f %,12.1f",
                    kind.probe(),
                    kind.phase(),
                    kind.code(),
                    kind.sqlState(),
                    kind.outcome(),
                    errors.stream().mapToLong(ErrorCount::count).sum(),
                    errors.stream().mapToDouble(ErrorCount::firstMs).min().orElse(Double.NaN),
                    errors.stream().mapToDouble(ErrorCount::lastMs).max().orElse(Double.NaN))));
    return text.toString();
  }

  private static String row(Row row, @Nullable Spread spread, List<Repetition> shown) {
    StringBuilder each = new StringBuilder();
    for (Repetition repetition : shown) {
      each.append(
          String.format(
              Locale.ROOT,
              "%13s",
              cell(row.unit(), repetition.figures().values().get(row.name()))));
    }
    return line(
        "  %-25s %12s %12s %12s %3s%s",
        row.words(),
        cell(row.unit(), spread == null ? null : spread.median()),
        cell(row.unit(), spread == null ? null : spread.min()),
        cell(row.unit(), spread == null ? null : spread.max()),
        spread == null ? "-" : spread.repetitions(),
        each);
  }

  private static String cell(Unit unit, @Nullable Double value) {
    if (value == null) {
      return "-";
    }
    return switch (unit) {
      case MS -> Numbers.millis(value);
      case SHARE -> String.format(Locale.ROOT, "%.2f %%", 100 * value);
      case COUNT ->
          String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
    };
  }
}
