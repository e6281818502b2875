package io.github.bmt4j.failover.report;

import static io.github.bmt4j.failover.figures.FailoverFigures.CLIENT_ADDED;
import static io.github.bmt4j.failover.figures.FailoverFigures.DEGRADED;
import static io.github.bmt4j.failover.figures.FailoverFigures.LOST_WRITES;
import static io.github.bmt4j.failover.figures.FailoverFigures.PATH;
import static io.github.bmt4j.failover.figures.FailoverFigures.READ_OUTAGE;
import static io.github.bmt4j.failover.figures.FailoverFigures.SERVER_OUTAGE;
import static io.github.bmt4j.failover.figures.FailoverFigures.WRITE_OUTAGE;
import static io.github.bmt4j.report.Lines.words;
import static io.github.bmt4j.report.Numbers.count;

import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.experiment.Metric.Use;
import io.github.bmt4j.failover.figures.Between;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.FailoverFigures.Attempts;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.figures.Repetition.ErrorCount;
import io.github.bmt4j.failover.figures.Repetition.ErrorKind;
import io.github.bmt4j.failover.figures.Summary;
import io.github.bmt4j.failover.figures.Summary.Block;
import io.github.bmt4j.failover.figures.Summary.Spread;
import io.github.bmt4j.failover.figures.Summary.Value;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.report.Grid;
import io.github.bmt4j.report.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of a failover in columns, and its errors. */
public final class FailoverTable {
  /** With more repetitions, one column for each would not fit a screen. */
  private static final int FEW = 5;

  private FailoverTable() {}

  static void cards(Block block, Description.Builder built) {
    for (Metric<FailoverFigures> figure : FailoverFigures.METRICS) {
      Spread spread = block.spread(figure);
      if (figure.isIn(Use.CARD) && spread != null) {
        built.card(
            figure.title(),
            cell(figure, spread, "median", Spread::median)
                + (figure.unit().isEmpty() ? "" : " " + figure.unit()),
            spread.repetitions() == 1
                ? ""
                : words(
                    "median of %d, %s to %s",
                    spread.repetitions(),
                    cell(figure, spread, "min", Spread::min),
                    cell(figure, spread, "max", Spread::max)));
      }
    }
  }

  /**
   * A line for each repetition.
   *
   * @param noneIsZero outages of which a VALID repetition without one has 0
   */
  static Columns<Repetition> repetitions(Set<Metric<FailoverFigures>> noneIsZero) {
    return new Columns<Repetition>()
        .column("#", 3, 0, one -> String.valueOf(one.number()))
        .column("verdict", -7, 0, one -> one.verdict().status().name())
        .column("write outage ms", 15, 0, one -> shown(WRITE_OUTAGE, one, noneIsZero))
        .column("server ms", 12, 0, one -> shown(SERVER_OUTAGE, one.figures()))
        .column("path ms", 10, 1, one -> PATH.shown(one.figures()))
        .column("client-added ms", 15, 0, one -> added(one.figures()))
        .column("read outage ms", 14, 1, one -> shown(READ_OUTAGE, one, noneIsZero))
        .column("lost writes", 11, 2, one -> LOST_WRITES.shown(one.figures()))
        .column(
            "",
            -1,
            0,
            one ->
                Stream.concat(Stream.of(worst(one)), one.verdict().texts().stream())
                    .filter(words -> !words.isEmpty())
                    .collect(Collectors.joining("; ")));
  }

  /**
   * The figures, with a column for each repetition if there are few.
   *
   * @param noneIsZero outages of which a VALID repetition without one has 0
   */
  static Grid figures(Block block, Set<Metric<FailoverFigures>> noneIsZero) {
    Columns<Metric<FailoverFigures>> table =
        new Columns<Metric<FailoverFigures>>()
            .column("figures (times in ms)", -25, 0, Metric::title)
            .column("median", 12, 0, one -> cell(one, block.spread(one), "median", Spread::median))
            .column("min", 12, 0, one -> cell(one, block.spread(one), "min", Spread::min))
            .column("max", 12, 0, one -> cell(one, block.spread(one), "max", Spread::max))
            .column("of", 3, 0, one -> repetitions(block.spread(one)));
    List<Repetition> shown = block.repetitions().size() <= FEW ? block.repetitions() : List.of();
    for (Repetition repetition : shown) {
      String mark = repetition.valid() ? "" : " INVALID";
      table.column(
          "#" + repetition.number() + mark, 12, 1, figure -> shown(figure, repetition, noneIsZero));
    }
    return table.grid(
        "Figures",
        FailoverFigures.METRICS.stream()
            .filter(
                figure ->
                    block.repetitions().stream()
                        .anyMatch(one -> !shown(figure, one.figures()).equals("-")))
            .toList());
  }

  /**
   * Findings that are worse than any outage: operations that did not recover or that hang; empty
   * when there are none.
   */
  public static String worst(Repetition repetition) {
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

  /** A figure as the summary takes it: a part without a middle has its lower bound. */
  static String shown(Metric<FailoverFigures> figure, FailoverFigures figures) {
    return shown(figure, Summary.value(figure, figures, Set.of()));
  }

  private static String shown(
      Metric<FailoverFigures> figure,
      Repetition repetition,
      Set<Metric<FailoverFigures>> noneIsZero) {
    Set<Metric<FailoverFigures>> zeros = repetition.valid() ? noneIsZero : Set.of();
    return shown(figure, Summary.value(figure, repetition.figures(), zeros));
  }

  private static String shown(Metric<FailoverFigures> figure, @Nullable Value value) {
    return value == null
        ? "-"
        : (value.bound() ? Figure.AT_LEAST : "") + figure.form().apply(value.value());
  }

  /** The client-added outage; both bounds if the observers' looks leave too much room. */
  static String added(FailoverFigures figures) {
    Between added = figures.clientAdded();
    return added == null || figures.clientAddedMs() != null
        ? CLIENT_ADDED.shown(figures)
        : added.words(Numbers::millis);
  }

  /** The path's part, if there is one. */
  static String path(FailoverFigures figures) {
    return figures.pathMs() == null ? "" : words(", path %s ms", PATH.shown(figures));
  }

  /** Time for which writes were degraded, where it is longer than the write outage. */
  static String degraded(FailoverFigures figures) {
    return figures.degradedIsLonger() ? words("degraded %s ms, ", DEGRADED.shown(figures)) : "";
  }

  /** Failed attempts by their kind. */
  public static Grid errors(List<ErrorCount> errors) {
    Map<ErrorKind, List<ErrorCount>> kinds =
        errors.stream()
            .collect(
                Collectors.groupingBy(ErrorCount::kind, LinkedHashMap::new, Collectors.toList()));
    return new Columns<Map.Entry<ErrorKind, List<ErrorCount>>>()
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

  private static String repetitions(@Nullable Spread spread) {
    return spread == null ? "-" : String.valueOf(spread.repetitions());
  }

  private static String cell(
      Metric<FailoverFigures> figure,
      @Nullable Spread spread,
      String part,
      ToDoubleFunction<Spread> value) {
    return spread == null
        ? "-"
        : (spread.atLeast().contains(part) ? Figure.AT_LEAST : "")
            + figure.form().apply(value.applyAsDouble(spread));
  }
}
