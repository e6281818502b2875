package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Welch;
import io.github.bmt4j.load.run.Rounding;
import io.github.bmt4j.load.run.Threshold;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the steps of a sweep that looks for the fewest threads with which the rate stops growing,
 * and for the most threads that keep a limit; or for the highest sustained rate; or for the least
 * amount of a resource that is enough. Each observation yields the next step, without clock or
 * server. First the threads, or the rate, grow by a factor: threads until two successive steps are
 * not shown to be better than the best before them, then faster to the end, unless the rate falls;
 * a rate until it is not kept. Amounts grow again if, by later visits, none is enough. Then steps
 * are added around the answer and on both sides of the best, again after each new best, and all of
 * these are revisited in random order. An amount that is too little counts as a rate that is kept.
 * Used by one thread.
 */
final class KneeSearch {
  /** Growth by one step that may stay undetected when a knee is claimed. */
  private static final double MOST_HIDDEN = 0.25;

  private static final int FLAT_STEPS = 2;
  private static final int REFINEMENTS = 2;
  private static final int REFINEMENTS_OF_RATE = 6;

  /** Ratio of neighbours up to which no step is added between them. */
  private static final double NARROW = 1.05;

  private static final double NEAR_KNEE = 1.2;
  private static final double NEAR_BEST = 1.1;
  private static final double NEAR_BEST_OF_PLATEAU = 1.5;

  /** Share of the best rate below which the rate counts as falling. */
  private static final double FALL = 0.75;

  private static final int VISITS = 3;

  /** Limit of plans; each is one new step, or one more visit to the steps around the answer. */
  private static final int MOST_PLANS = 24;

  private final Search search;
  private final Random order;
  private final KneeVisits visits;

  /** Judge of amounts; absent for threads and rates. */
  private final @Nullable Enough enough;

  private final NavigableMap<Integer, Boolean> kept = new TreeMap<>();
  private final NavigableMap<Integer, Integer> tried = new TreeMap<>();
  private final Deque<Integer> due = new ArrayDeque<>();
  private boolean firstPass = true;
  private int flat;
  private int refinedLimit;
  private int plans;
  private @Nullable String ended;

  KneeSearch(Search search, long seed) {
    this(search, seed, null);
  }

  KneeSearch(Search search, long seed, @Nullable Enough enough) {
    this.search = search;
    this.enough = enough;
    this.order = new Random(seed);
    this.visits = new KneeVisits(search.tolerance());
    due.add(search.from());
  }

  /**
   * Samples of a step.
   *
   * @param rates transactions a second of its batches, two or more; empty if it ended the search
   * @param keeps true if it kept its rate and the limit; absent if that could not be measured, and
   *     for threads without a limit
   * @param ended reason against its rates; absent for a VALID step
   * @param room what an amount of a resource leaves of the limit: above 1 if it kept it
   */
  record Visit(List<Double> rates, @Nullable Boolean keeps, @Nullable String ended, double room) {
    Visit(List<Double> rates, @Nullable Boolean keeps, @Nullable String ended) {
      this(rates, keeps, ended, Threshold.AMPLE);
    }

    static Visit unusable(String why) {
      return new Visit(List.of(), null, why);
    }
  }

  boolean isFirstPass() {
    return firstPass;
  }

  OptionalInt next() {
    return due.isEmpty() ? OptionalInt.empty() : OptionalInt.of(due.element());
  }

  void add(Visit visit) {
    int value = due.remove();
    tried.merge(value, 1, Integer::sum);
    if (visit.ended() == null) {
      if (!search.ofRate()) {
        double[] rates = visit.rates().stream().mapToDouble(Double::doubleValue).toArray();
        flat = !firstPass ? flat : visits.isGrowth(rates) ? 0 : flat + 1;
        visits.add(value, rates);
      }
      if (enough != null) {
        enough.add(value, visit);
        kept.clear();
        kept.putAll(enough.tooLittle());
      } else if (visit.keeps() != null) {
        kept.merge(value, visit.keeps(), Boolean::logicalAnd);
      }
    } else if (firstPass) {
      firstPass = false;
      if (!bent()) {
        ended =
            words("%s %s %s", search.ofRate() ? "at" : "with", search.words(value), visit.ended());
        return;
      }
    }
    if (due.isEmpty()) {
      plan();
    }
  }

  private void plan() {
    if ((firstPass || enough != null) && goesOn()) {
      due.add(search.above(tried.lastKey(), bent() && search.limit() == null));
      return;
    }
    firstPass = false;
    if (++plans > MOST_PLANS) {
      return;
    }
    if (bent()) {
      bracket();
    }
    int refinements = search.ofRate() ? REFINEMENTS_OF_RATE : REFINEMENTS;
    if (due.isEmpty() && looksForLimit() && refinedLimit < refinements) {
      refinedLimit++;
      Integer keeps = keeps();
      Integer breaks = breaks();
      if (enough != null && keeps != null && breaks != null) {
        // Between them may be amounts that are neither shown to be enough nor too little.
        between(keeps, tried.higherKey(keeps), NARROW);
        between(tried.lowerKey(breaks), breaks, NARROW);
      } else {
        between(keeps, breaks, search.ofRate() ? NARROW : 1);
      }
    }
    if (due.isEmpty() && (bent() || search.ofRate())) {
      List<Integer> again = new ArrayList<>(around());
      again.removeIf(value -> tried.getOrDefault(value, 0) >= VISITS);
      Collections.shuffle(again, order);
      due.addAll(again);
    }
  }

  /**
   * Adds a step between the knee, or the best, and a neighbour, as long as the neighbour is far
   * away.
   */
  private void bracket() {
    int best = visits.best();
    double near = visits.isPlateau() ? NEAR_BEST_OF_PLATEAU : NEAR_BEST;
    between(visits.threads().lower(visits.knee()), visits.knee(), NEAR_KNEE);
    between(visits.threads().lower(best), best, near);
    between(best, visits.threads().higher(best), near);
  }

  /** A plateau is followed to the end, because the rate may rise again after it. */
  private boolean goesOn() {
    boolean open = !search.ofRate() && (!bent() || visits.lastShare() > FALL);
    return (open || (looksForLimit() && breaks() == null)) && tried.lastKey() < search.to();
  }

  private boolean looksForLimit() {
    return search.ofRate() || search.limit() != null;
  }

  private boolean bent() {
    return flat >= FLAT_STEPS;
  }

  private void between(@Nullable Integer low, @Nullable Integer high, double near) {
    if (due.isEmpty() && low != null && high != null && high > near * low) {
      int middle = (int) Math.round(Math.sqrt((double) low * high));
      if (low < middle && middle < high && !tried.containsKey(middle)) {
        due.add(middle);
      }
    }
  }

  /**
   * The steps of the knee and of the best, and their neighbours; for rates, the steps around the
   * answer; for amounts those between as well.
   */
  private Set<Integer> around() {
    if (enough != null) {
      Integer keeps = keeps();
      Integer breaks = breaks();
      return tried
          .subMap(
              keeps == null ? search.from() : keeps, true,
              breaks == null ? search.to() : breaks, true)
          .keySet();
    }
    int knee = search.ofRate() ? 0 : visits.knee();
    int best = visits.best();
    return (search.ofRate()
            ? Stream.of(keeps(), keeps() == null ? null : breaks())
            : visits.isPlateau()
                ? Stream.of(visits.threads().lower(knee), knee, best)
                : Stream.of(
                    visits.threads().lower(knee),
                    knee,
                    visits.threads().lower(best),
                    best,
                    visits.threads().higher(best)))
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private @Nullable Integer breaks() {
    return kept.entrySet().stream()
        .filter(one -> !one.getValue())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private @Nullable Integer keeps() {
    Integer breaks = breaks();
    return breaks == null ? (kept.isEmpty() ? null : kept.lastKey()) : kept.lowerKey(breaks);
  }

  Knee answer() {
    if (search.ofRate()) {
      Integer keeps = keeps();
      Double rate = keeps == null ? null : (Double) keeps.doubleValue();
      return new Knee(null, null, null, keeps, rate, ended, keeps, breaks());
    }
    if (visits.threads().isEmpty()) {
      return new Knee(null, null, null, null, null, ended, null, null);
    }
    String none = none();
    Integer below = visits.threads().lower(visits.knee());
    Double top = Rounding.round(visits.bestRate(), 100);
    return new Knee(
        none == null ? (Integer) (below == null ? search.from() : below + 1) : null,
        none == null ? (Integer) visits.highest() : null,
        none == null ? top : null,
        visits.best(),
        top,
        none,
        keeps(),
        breaks());
  }

  private @Nullable String none() {
    if (ended != null) {
      return ended;
    }
    if (!bent()) {
      return flat == 0
          ? words("the rate still grew with %s", counted(visits.threads().last(), "thread"))
          : "only the last step did not grow, and it takes two in a row to show the end of growth";
    }
    double deviation = visits.deviation();
    double hidden =
        deviation == 0
            ? 0
            : deviation * Math.sqrt(2) * Welch.critical(visits.freedom(), KneeVisits.LEVEL);
    if (hidden > MOST_HIDDEN) {
      return words(
          "steps with the same number of threads differ by %.0f %% (standard deviation), which can"
              + " hide a growth of %.0f %%: use a longer --time, or a quieter machine",
          100 * deviation, 100 * hidden);
    }
    return search.from() > 1 && visits.threads().lower(visits.knee()) == null
        ? words(
            "the rate did not grow from %s on: begin with fewer", counted(visits.knee(), "thread"))
        : null;
  }
}
