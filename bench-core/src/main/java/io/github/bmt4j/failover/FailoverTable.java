package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;
import static io.github.bmt4j.report.Numbers.millis;
import static io.github.bmt4j.report.Numbers.number;
import static io.github.bmt4j.report.Numbers.percent;

import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Attempts;
import io.github.bmt4j.failover.figures.FailoverFigures.Between;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.failover.figures.Repetition.ErrorKind;
import io.github.bmt4j.failover.figures.Summary.Block;
import io.github.bmt4j.failover.figures.Summary.Spread;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of a failover in columns, and its errors. */
final class FailoverTable {
  /** With more repetitions the columns of each would not fit a screen. */
  private static final int FEW = 5;

  private static final String NONE = "-";

  private static final String BOUND = ">= ";

  private static final String DEGRADED = "writes.degradedMs";

  private static final String ADDED = "client.addedMs";

  private static final String SERVER = "server.outageMs";

  private static final String PATH = "pathMs";

  private static final String OUTAGE = "writes.outageMs";

  private static final String LOST = "ledger.lostWrites";

  private static final Set<String> CARDS = Set.of(OUTAGE, ADDED, "connects.outageMs", LOST);

  private static final List<Row> ROWS =
      List.of(
          new Row(DEGRADED, "degraded time", Unit.MS),
          new Row(OUTAGE, "write outage", Unit.MS),
          new Row(SERVER, "server outage", Unit.MS),
          new Row(PATH, "path outage", Unit.MS),
          new Row(ADDED, "client-added outage", Unit.MS),
          new Row("client.between.fromMs", "  at least", Unit.MS),
          new Row("client.between.toMs", "  at most", Unit.MS),
          new Row("writes.bmtDelaysMs", "  of which bmt's delays, <=", Unit.MS),
          new Row("writes.otherStalls.number", "other stalls", Unit.COUNT),
          new Row("writes.otherStalls.sumMs", "  sum", Unit.MS),
          new Row("writes.otherStalls.longestMs", "  longest", Unit.MS),
          new Row("writes.stalls.number", "all stalls", Unit.COUNT),
          new Row("writes.stalls.sumMs", "  sum", Unit.MS),
          new Row("writes.stalls.firstMs", "  the first", Unit.MS),
          new Row("writes.stalls.withoutErrorMs", "  without an error", Unit.MS),
          new Row("client.betweenInAll.fromMs", "  client-added, at least", Unit.MS),
          new Row("client.betweenInAll.toMs", "  client-added, at most", Unit.MS),
          new Row("server.outages.number", "all server outages", Unit.COUNT),
          new Row("server.outages.sumMs", "  sum", Unit.MS),
          new Row("server.outages.longestMs", "  longest", Unit.MS),
          new Row("reads.outageMs", "read outage", Unit.MS),
          new Row("connects.outageMs", "connect outage", Unit.MS),
          new Row("detectionMs", "detection", Unit.MS),
          new Row("writes.recoveryMs", "recovery", Unit.MS),
          new Row("attempts.largestStallMs", "largest stall", Unit.MS),
          new Row("writes.unavailability", "unavailability", Unit.SHARE),
          new Row("attempts.failed", "failed attempts", Unit.COUNT),
          new Row(LOST, "lost writes", Unit.COUNT),
          new Row("ledger.ambiguousWrites.applied", "ambiguous, applied", Unit.COUNT),
          new Row("ledger.ambiguousWrites.notApplied", "ambiguous, not applied", Unit.COUNT),
          new Row("ledger.duplicates", "duplicates", Unit.COUNT),
          new Row("ledger.divergentRows", "divergent rows", Unit.COUNT),
          new Row("roles.splitBrainWrites", "split-brain writes", Unit.COUNT),
          new Row("roles.writesPastReadOnly", "writes past read_only", Unit.COUNT),
          new Row("roles.takersAtEnd", "take writes at the end", Unit.COUNT),
          new Row("roles.staleReads", "stale reads", Unit.COUNT),
          new Row("roles.misrouted.writes", "misrouted writes", Unit.COUNT),
          new Row("roles.misrouted.writesMs", "  which went on for", Unit.MS),
          new Row("roles.misrouted.reads", "misrouted reads", Unit.COUNT),
          new Row("roles.misrouted.readsMs", "  which went on for", Unit.MS),
          new Row("attempts.stuck.operations", "stuck operations", Unit.COUNT),
          new Row("attempts.stuck.hung", "  of which hang", Unit.COUNT),
          new Row("attempts.stuck.oldestMs", "  age of the oldest", Unit.MS),
          new Row("attempts.storm.total", "new connections", Unit.COUNT),
          new Row("attempts.storm.largestPerSecond", "  most in a second", Unit.COUNT),
          new Row("attempts.storm.notOpened", "  not opened", Unit.COUNT),
          new Row("writes.resolutionMs", "resolution", Unit.MS),
          new Row("server.resolutionMs", "resolution of observers", Unit.MS),
          new Row("windowMs", "observed after the fault", Unit.MS));

  private FailoverTable() {}

  private enum Unit {
    MS,
    SHARE,
    COUNT
  }

  private record Row(String name, String words, Unit unit) {}

  static void cards(Block block, Description.Builder built) {
    for (Row row : ROWS) {
      Spread spread = block.summary().get(row.name());
      if (CARDS.contains(row.name()) && spread != null) {
        built.card(
            row.words(),
            cell(row, spread, "median") + (row.unit() == Unit.MS ? " ms" : ""),
            spread.repetitions() == 1
                ? ""
                : words(
                    "median of %d, %s to %s",
                    spread.repetitions(), cell(row, spread, "min"), cell(row, spread, "max")));
      }
    }
  }

  static Table<Repetition> repetitions() {
    return new Table<Repetition>()
        .column("#", 3, 0, one -> String.valueOf(one.number()))
        .column("verdict", -7, 0, one -> one.verdict().status().name())
        .column("write outage ms", 15, 0, one -> millisOf(OUTAGE, one.figures()))
        .column("server ms", 12, 0, one -> millisOf(SERVER, one.figures()))
        .column("path ms", 10, 1, one -> millisOf(PATH, one.figures()))
        .column("client-added ms", 15, 0, one -> added(one.figures()))
        .column("read outage ms", 14, 1, one -> millisOf("reads.outageMs", one.figures()))
        .column("lost writes", 11, 2, one -> cell(Unit.COUNT, one.figures().values().get(LOST)))
        .column(
            "",
            -1,
            0,
            one ->
                Stream.concat(Stream.of(worst(one)), one.verdict().reasons().stream())
                    .filter(words -> !words.isEmpty())
                    .collect(Collectors.joining("; ")));
  }

  static Grid figures(Block block) {
    Table<Row> table =
        new Table<Row>()
            .column("figures (times in ms)", -25, 0, Row::words)
            .column("median", 12, 0, row -> of(block, row, all -> cell(row, all, "median")))
            .column("min", 12, 0, row -> of(block, row, all -> cell(row, all, "min")))
            .column("max", 12, 0, row -> of(block, row, all -> cell(row, all, "max")))
            .column("of", 3, 0, row -> of(block, row, all -> String.valueOf(all.repetitions())));
    List<Repetition> shown = block.repetitions().size() <= FEW ? block.repetitions() : List.of();
    for (Repetition repetition : shown) {
      String mark = repetition.valid() ? "" : " INVALID";
      table.column("#" + repetition.number() + mark, 12, 1, row -> cell(row, repetition.figures()));
    }
    return table.grid(
        "Figures",
        ROWS.stream()
            .filter(
                row ->
                    block.repetitions().stream()
                        .anyMatch(one -> !cell(row, one.figures()).equals(NONE)))
            .toList());
  }

  private static String of(Block block, Row row, Function<Spread, String> cell) {
    Spread spread = block.summary().get(row.name());
    return spread == null ? NONE : cell.apply(spread);
  }

  /**
   * Findings that are worse than any outage: operations that did not recover or that hang; empty
   * when there are none.
   */
  static String worst(Repetition repetition) {
    List<String> what = repetition.figures().unrecovered();
    if (repetition.endedEarly() != null) {
      return what.isEmpty()
          ? ""
          : words(
              "%s still out when the observation ended early, after %.1f s: the recovery was not"
                  + " observed",
              String.join(", ", what), repetition.figures().windowMs() / 1e3);
    }
    Attempts attempts = repetition.figures().attempts();
    List<String> words = new ArrayList<>();
    if (!what.isEmpty()) {
      words.add(
          words(
              "%s not recovered within %.1f s",
              String.join(", ", what), repetition.figures().windowMs() / 1e3));
    }
    if (attempts != null && attempts.stuck().hasHung()) {
      words.add(attempts.stuck().words());
    }
    return String.join("; ", words);
  }

  /** The client-added outage; where the observers' looks leave too much room, both ends. */
  static String added(FailoverFigures figures) {
    Between added = figures.clientAdded();
    return added == null || figures.clientAddedMs() != null
        ? millisOf(ADDED, figures)
        : words("between %s and %s", millis(added.fromMs()), millis(added.toMs()));
  }

  /** The path's part, if there is one. */
  static String path(FailoverFigures figures) {
    return figures.pathMs() == null ? "" : words(", path %s ms", millisOf(PATH, figures));
  }

  /** For how long writes were degraded, if that tells more than the write outage. */
  static String degraded(FailoverFigures figures) {
    return figures.degradedIsLonger() ? words("degraded %s ms, ", millisOf(DEGRADED, figures)) : "";
  }

  /** A figure of a repetition in ms, behind {@code >=} when only a lower bound is known. */
  static String millisOf(String name, FailoverFigures figures) {
    return cell(new Row(name, "", Unit.MS), figures);
  }

  static Grid errors(List<Repetition> repetitions) {
    Map<ErrorKind, List<ErrorCount>> kinds = new LinkedHashMap<>();
    for (Repetition repetition : repetitions) {
      for (ErrorCount error : repetition.errors()) {
        kinds.computeIfAbsent(error.kind(), kind -> new ArrayList<>()).add(error);
      }
    }
    return new Table<Map.Entry<ErrorKind, List<ErrorCount>>>()
        .column("errors", -10, 0, row -> row.getKey().probe().word())
        .column("phase", -10, 0, row -> row.getKey().phase())
        .column("code", 6, 0, row -> String.valueOf(row.getKey().code()))
        .column("SQLState", -8, 0, row -> row.getKey().sqlState())
        .column("outcome", -8, 0, row -> row.getKey().outcome().name())
        .column("count", 9, 0, row -> count(total(row.getValue())))
        .column("first ms", 12, 0, row -> words("%,.1f", first(row.getValue())))
        .column("last ms", 12, 0, row -> words("%,.1f", last(row.getValue())))
        .grid("Errors", List.copyOf(kinds.entrySet()));
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

  private static String cell(Row row, FailoverFigures figures) {
    Double value = figures.values().get(row.name());
    Double bound = figures.values().get(FailoverFigures.atLeast(row.name()));
    return bound == null || value != null
        ? cell(row.unit(), value)
        : BOUND + cell(row.unit(), bound);
  }

  private static String cell(Row row, Spread spread, String which) {
    double value =
        switch (which) {
          case "min" -> spread.min();
          case "max" -> spread.max();
          default -> spread.median();
        };
    return (spread.atLeast().contains(which) ? BOUND : "") + cell(row.unit(), value);
  }

  private static String cell(Unit unit, @Nullable Double value) {
    if (value == null) {
      return NONE;
    }
    return switch (unit) {
      case MS -> millis(value);
      case SHARE -> percent(2, value);
      case COUNT -> number("%,.0f", Math.ceil(value));
    };
  }
}
