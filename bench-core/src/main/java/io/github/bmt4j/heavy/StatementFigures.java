package io.github.bmt4j.heavy;

import io.github.bmt4j.experiment.Figure;
import io.github.bmt4j.experiment.Figure.Better;
import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementResult.VariantFigures;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.outcome.StatementOutcome;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of statements that were timed one by one, from their timings. */
final class StatementFigures {
  private StatementFigures() {}

  static List<VariantFigures> of(List<Timing> timings) {
    return timings.stream()
        .map(Timing::variant)
        .distinct()
        .map(way -> of(way, timings.stream().filter(one -> one.variant().equals(way)).toList()))
        .toList();
  }

  static List<Spill> spills(List<Step> steps) {
    Map<String, TreeMap<Long, Place>> places = new LinkedHashMap<>();
    for (Step step : steps) {
      TreeMap<Long, Place> found =
          places.computeIfAbsent(step.statement(), statement -> new TreeMap<>());
      if (step.execution().ending().done()) {
        Optional.ofNullable(step.execution().evidence())
            .map(StatementEvidence::place)
            .ifPresent(place -> found.put(step.rows(), place));
      }
    }
    return places.entrySet().stream().map(e -> spill(e.getKey(), e.getValue())).toList();
  }

  private static Spill spill(String statement, Map<Long, Place> places) {
    List<Long> memory = rows(places, Place.MEMORY);
    List<Long> spilled = rows(places, Place.SPILLED);
    Long inMemory = memory.isEmpty() ? null : memory.get(memory.size() - 1);
    long from = inMemory == null ? 0 : inMemory;
    return new Spill(
        statement,
        inMemory,
        spilled.stream().filter(rows -> rows > from).findFirst().orElse(null),
        spilled.stream().filter(rows -> rows < from).toList());
  }

  private static List<Long> rows(Map<Long, Place> places, Place wanted) {
    return places.entrySet().stream()
        .filter(place -> place.getValue() == wanted)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static VariantFigures of(Variant way, List<Timing> timings) {
    List<Execution> all = timings.stream().flatMap(timing -> timing.executions().stream()).toList();
    List<Execution> done = all.stream().filter(execution -> execution.ending().done()).toList();
    List<Double> lastRows = values(done, Execution::lastRowMs);
    List<ConcurrentPhase> loads =
        timings.stream().map(Timing::oltp).filter(Objects::nonNull).toList();
    return new VariantFigures(
        way,
        all.stream().mapToInt(execution -> execution.pieces().size()).max().orElse(0),
        all.size(),
        done.size(),
        endings(all),
        done.isEmpty() ? null : (Long) done.get(done.size() - 1).rows(),
        exact(median("", all, Execution::firstRowMs)),
        exact(median("", all, Execution::lastRowMs)),
        lastRows.stream().min(Comparator.naturalOrder()).orElse(null),
        lastRows.stream().max(Comparator.naturalOrder()).orElse(null),
        exact(median("", done, Execution::clientMs)),
        place(done),
        done.stream()
            .map(Execution::evidence)
            .filter(Objects::nonNull)
            .reduce((one, next) -> next)
            .orElse(null),
        tps(loads),
        highest(loads, load -> load.response().p95()),
        highest(loads, ConcurrentPhase::longestMs));
  }

  private static List<StatementOutcome> endings(List<Execution> all) {
    return firsts(
        all.stream().map(Execution::ending).filter(outcome -> !outcome.done()),
        StatementOutcome::words);
  }

  /** The first of all with the same key, in their order. */
  static <T> List<T> firsts(Stream<T> all, Function<T, String> key) {
    return List.copyOf(
        all.collect(Collectors.toMap(key, one -> one, (first, other) -> first, LinkedHashMap::new))
            .values());
  }

  /** An unknown place may have been any place. */
  private static @Nullable Place place(List<Execution> done) {
    List<Optional<Place>> places =
        done.stream()
            .map(one -> Optional.ofNullable(one.evidence()).map(StatementEvidence::place))
            .distinct()
            .toList();
    return places.stream().flatMap(Optional::stream).count() > 1
        ? Place.MIXED
        : places.size() == 1 ? places.get(0).orElse(null) : null;
  }

  private static @Nullable Double tps(List<ConcurrentPhase> loads) {
    double seconds = loads.stream().mapToDouble(ConcurrentPhase::seconds).sum();
    long transactions = loads.stream().mapToLong(ConcurrentPhase::transactions).sum();
    return seconds <= 0 ? null : (Double) (Math.round(100 * transactions / seconds) / 100.0);
  }

  private static @Nullable Double highest(
      List<ConcurrentPhase> loads, Function<ConcurrentPhase, @Nullable Double> figure) {
    return loads.stream()
        .map(figure)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private static List<Double> values(
      List<Execution> executions, Function<Execution, @Nullable Double> figure) {
    return executions.stream().map(figure).filter(Objects::nonNull).toList();
  }

  /**
   * The median over all executions that began; a lower bound if it depends on one whose time is
   * only known to be longer.
   *
   * @param ms absent where something ended the execution before
   */
  static Figure median(String name, List<Execution> all, Function<Execution, @Nullable Double> ms) {
    return Figure.of(
            name,
            "ms",
            Better.LOWER,
            all,
            one -> ms.apply(one) != null,
            one -> one.ending().done() || ms.apply(one) != null ? ms.apply(one) : atLeastMs(one))
        .median();
  }

  private static @Nullable Double exact(Figure median) {
    return median.samples().isEmpty() || median.bounds() > 0
        ? null
        : (Double) (Math.round(median.samples().get(0) * 1e4) / 1e4);
  }

  /** Time of an execution that something ended; absent if it was not executed. */
  private static @Nullable Double atLeastMs(Execution execution) {
    Double afterMs = execution.ending().afterMs();
    if (afterMs == null || !execution.ending().timed()) {
      return null;
    }
    double ofPieces =
        execution.pieces().stream()
            .map(piece -> piece.ending().afterMs())
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .sum();
    return Math.max(afterMs, ofPieces);
  }
}
