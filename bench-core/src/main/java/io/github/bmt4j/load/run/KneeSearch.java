package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;
import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Welch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the steps of a sweep that looks for the fewest threads with which the rate stops growing,
 * and for the most that keep a limit; or for the highest rate that is kept: one observation in, the
 * next step out, without clock or server. First the threads, or the rate, grow by a factor: threads
 * until two steps in a row are not shown to be better than the best before them, a rate until it is
 * not kept. Then steps are put between those around the answer, and those around it are visited
 * again in random order. Used by one thread.
 */
final class KneeSearch {
  /** Chance that a test shows a difference where there is none. */
  static final double LEVEL = 0.05;

  /** Growth by one step that may stay hidden where a knee is claimed. */
  private static final double MOST_HIDDEN = 0.25;

  private static final int FLAT_STEPS = 2;
  private static final int REFINEMENTS = 2;
  private static final int REFINEMENTS_OF_RATE = 6;
  private static final double NARROW = 1.05;
  private static final int ROUNDS = 2;

  private final Search search;
  private final Random order;
  private final NavigableMap<Integer, List<double[]>> visits = new TreeMap<>();
  private final NavigableMap<Integer, Boolean> kept = new TreeMap<>();
  private final Deque<Integer> due = new ArrayDeque<>();
  private boolean firstPass = true;
  private int flat;
  private int refined;
  private int refinedLimit;
  private int rounds;
  private @Nullable String ended;

  KneeSearch(Search search, long seed) {
    this.search = search;
    this.order = new Random(seed);
    due.add(search.from());
  }

  /**
   * Samples of a step.
   *
   * @param rates transactions a second of its batches, two or more; empty where it ended the search
   * @param keeps true if it kept its rate, and the limit; absent where that could not be measured,
   *     and of threads without a limit
   * @param ended reason against its rates; absent for a VALID step
   */
  record Visit(List<Double> rates, @Nullable Boolean keeps, @Nullable String ended) {
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
    int threads = due.remove();
    if (visit.ended() == null) {
      double[] seen = visit.rates().stream().mapToDouble(Double::doubleValue).toArray();
      if (firstPass && !search.ofRate()) {
        boolean grew =
            visits.isEmpty()
                || Welch.of(scaled(rates(best()), 1 + search.tolerance()), seen).isPositive(LEVEL);
        flat = grew ? 0 : flat + 1;
      }
      visits.computeIfAbsent(threads, none -> new ArrayList<>()).add(seen);
      if (visit.keeps() != null) {
        kept.merge(threads, visit.keeps(), Boolean::logicalAnd);
      }
    } else if (firstPass) {
      firstPass = false;
      if (!bent()) {
        ended =
            words(
                "%s %s %s", search.ofRate() ? "at" : "with", search.words(threads), visit.ended());
        return;
      }
    }
    if (due.isEmpty()) {
      plan();
    }
  }

  private void plan() {
    if (firstPass && goesOn()) {
      due.add(search.above(visits.lastKey()));
      return;
    }
    firstPass = false;
    if (bent() && refined < REFINEMENTS) {
      refined++;
      between(visits.lowerKey(knee()), knee());
    }
    int refinements = search.ofRate() ? REFINEMENTS_OF_RATE : REFINEMENTS;
    if (due.isEmpty() && looksForLimit() && refinedLimit < refinements) {
      refinedLimit++;
      between(keeps(), breaks());
    }
    if (due.isEmpty() && (bent() || search.ofRate()) && rounds < ROUNDS) {
      rounds++;
      List<Integer> again = new ArrayList<>(around());
      Collections.shuffle(again, order);
      due.addAll(again);
    }
  }

  private boolean goesOn() {
    boolean open = (!bent() && !search.ofRate()) || (looksForLimit() && breaks() == null);
    return open && visits.lastKey() < search.to();
  }

  private boolean looksForLimit() {
    return search.ofRate() || search.limit() != null;
  }

  private boolean bent() {
    return flat >= FLAT_STEPS;
  }

  private void between(@Nullable Integer low, @Nullable Integer high) {
    if (low != null && high != null && (!search.ofRate() || high > NARROW * low)) {
      int middle = (int) Math.round(Math.sqrt((double) low * high));
      if (low < middle && middle < high) {
        due.add(middle);
      }
    }
  }

  /** The step of the knee, its neighbours, and the best; of rates those around the answer. */
  private Set<Integer> around() {
    if (search.ofRate()) {
      return Stream.of(keeps(), keeps() == null ? null : breaks())
          .filter(Objects::nonNull)
          .collect(Collectors.toSet());
    }
    Set<Integer> around = new TreeSet<>(Set.of(knee()));
    around.add(best());
    around.add(Objects.requireNonNullElse(visits.lowerKey(knee()), knee()));
    around.add(Objects.requireNonNullElse(visits.higherKey(knee()), knee()));
    return around;
  }

  private Integer knee() {
    return visits.keySet().stream()
        .filter(threads -> !isShown(threads, false))
        .findFirst()
        .orElseThrow();
  }

  private Integer equal() {
    Integer best = best();
    return visits.tailMap(knee()).keySet().stream()
        .filter(threads -> threads.equals(best) || isShown(threads, true))
        .findFirst()
        .orElse(best);
  }

  /**
   * True if a rate is shown to be above, or to be below, the best less the tolerance: by the spread
   * of batches, or by that of visits where it is larger.
   */
  private boolean isShown(int threads, boolean above) {
    double[] rate = rates(threads);
    double[] enough = scaled(rates(best()), 1 - search.tolerance());
    Welch batches = above ? Welch.of(enough, rate) : Welch.of(rate, enough);
    double error =
        deviation()
            * Math.hypot(
                mean(rate) / Math.sqrt(visits(threads).size()),
                mean(enough) / Math.sqrt(visits(best()).size()));
    return (error > batches.error() ? new Welch(batches.difference(), error, freedom()) : batches)
        .isPositive(LEVEL);
  }

  private double deviation() {
    double squares = 0;
    for (Map.Entry<Integer, List<double[]>> same : visits.entrySet()) {
      double mean = mean(rates(same.getKey()));
      squares += same.getValue().stream().mapToDouble(v -> Math.pow(mean(v) / mean - 1, 2)).sum();
    }
    return freedom() == 0 ? 0 : Math.sqrt(squares / freedom());
  }

  private int freedom() {
    return visits.values().stream().mapToInt(same -> same.size() - 1).sum();
  }

  private Integer best() {
    return visits.keySet().stream()
        .max(Comparator.comparingDouble(threads -> mean(rates(threads))))
        .orElseThrow();
  }

  private List<double[]> visits(int threads) {
    return Objects.requireNonNull(visits.get(threads));
  }

  private double[] rates(int threads) {
    return visits(threads).stream().flatMapToDouble(DoubleStream::of).toArray();
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
    if (visits.isEmpty()) {
      return new Knee(null, null, null, null, null, ended, null, null);
    }
    if (search.ofRate()) {
      Integer keeps = keeps();
      Double tps = keeps == null ? null : (Double) tps(keeps);
      return new Knee(null, null, null, keeps, tps, ended, keeps, breaks());
    }
    String none = none();
    Integer below = visits.lowerKey(knee());
    Integer equal = equal();
    boolean limited = search.limit() != null;
    return new Knee(
        none == null ? (Integer) (below == null ? search.from() : below + 1) : null,
        none == null ? equal : null,
        none == null ? (Double) tps(equal) : null,
        best(),
        tps(best()),
        none,
        limited ? keeps() : null,
        limited ? breaks() : null);
  }

  private double tps(int value) {
    return Figures.round(mean(rates(value)), 100);
  }

  private @Nullable String none() {
    if (ended != null) {
      return ended;
    }
    if (!bent()) {
      return flat == 0
          ? words("the rate still grew with %s", counted(visits.lastKey(), "thread"))
          : "only the last step did not grow, and it takes two in a row to show the end of growth";
    }
    double deviation = deviation();
    double hidden =
        deviation == 0 ? 0 : deviation * Math.sqrt(2) * Welch.critical(freedom(), LEVEL);
    if (hidden > MOST_HIDDEN) {
      return words(
          "steps with the same number of threads differ by %.0f %% (standard deviation), which can"
              + " hide a growth of %.0f %%: use a longer --time, or a quieter machine",
          100 * deviation, 100 * hidden);
    }
    return search.from() > 1 && visits.lowerKey(knee()) == null
        ? words("the rate did not grow from %s on: begin with fewer", counted(knee(), "thread"))
        : null;
  }

  private static double[] scaled(double[] rates, double factor) {
    return DoubleStream.of(rates).map(rate -> rate * factor).toArray();
  }

  private static double mean(double[] rates) {
    return DoubleStream.of(rates).average().orElseThrow();
  }
}
