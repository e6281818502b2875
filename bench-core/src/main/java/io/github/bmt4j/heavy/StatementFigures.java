package io.github.bmt4j.heavy;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.heavy.StatementEvidence.Place;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Figures;
import io.github.bmt4j.heavy.StatementResult.Spill;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.outcome.StatementOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The figures of statements that were timed one by one, from their timings. */
final class StatementFigures {
  private StatementFigures() {}

  static List<Figures> of(List<Timing> timings) {
    Map<Variant, List<Timing>> ways = new LinkedHashMap<>();
    for (Timing timing : timings) {
      ways.computeIfAbsent(timing.variant(), way -> new ArrayList<>()).add(timing);
    }
    return ways.entrySet().stream().map(way -> of(way.getKey(), way.getValue())).toList();
  }

  static List<Spill> spills(List<Step> steps) {
    Map<String, TreeMap<Long, Place>> places = new LinkedHashMap<>();
    for (Step step : steps) {
      StatementEvidence evidence = step.execution().evidence();
      Place place = evidence == null || !step.execution().ending().done() ? null : evidence.place();
      TreeMap<Long, Place> found =
          places.computeIfAbsent(step.statement(), statement -> new TreeMap<>());
      if (place != null) {
        found.put(step.rows(), place);
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

  private static Figures of(Variant way, List<Timing> timings) {
    List<Execution> all = timings.stream().flatMap(timing -> timing.executions().stream()).toList();
    List<Execution> done = all.stream().filter(execution -> execution.ending().done()).toList();
    List<Double> lastRows = values(done, Execution::lastRowMs);
    List<Double> firstRows = values(done, Execution::firstRowMs);
    List<ConcurrentPhase> loads =
        timings.stream().map(Timing::oltp).filter(Objects::nonNull).toList();
    return new Figures(
        way,
        all.stream().mapToInt(execution -> execution.pieces().size()).max().orElse(0),
        all.size(),
        done.size(),
        endings(all),
        done.isEmpty() ? null : (Long) done.get(done.size() - 1).rows(),
        median(firstRows),
        median(lastRows),
        lastRows.stream().min(Comparator.naturalOrder()).orElse(null),
        lastRows.stream().max(Comparator.naturalOrder()).orElse(null),
        median(values(done, Execution::clientMs)),
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
    Map<String, StatementOutcome> kinds = new LinkedHashMap<>();
    for (Execution execution : all) {
      StatementOutcome outcome = execution.ending();
      if (!outcome.done()) {
        kinds.putIfAbsent(outcome.words(), outcome);
      }
    }
    return List.copyOf(kinds.values());
  }

  /** One that is not known may have been any. */
  private static @Nullable Place place(List<Execution> done) {
    Set<Place> places = EnumSet.noneOf(Place.class);
    boolean known = true;
    for (Execution execution : done) {
      StatementEvidence evidence = execution.evidence();
      Place place = evidence == null ? null : evidence.place();
      if (place == null) {
        known = false;
      } else {
        places.add(place);
      }
    }
    if (places.size() > 1) {
      return Place.MIXED;
    }
    return known && !places.isEmpty() ? places.iterator().next() : null;
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

  private static @Nullable Double median(List<Double> values) {
    return values.isEmpty() ? null : (Double) (Math.round(Medians.of(values) * 1e4) / 1e4);
  }
}
