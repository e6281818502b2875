package io.github.bmt4j.load.sweep;

import io.github.bmt4j.load.sweep.KneeSearch.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Judges by all visits so far which amounts of a resource are too little for a load, and which are
 * enough. Used by one thread.
 */
final class Enough {
  private final List<Double> wanted;
  final KneeVisits visits = new KneeVisits(0);

  private final Map<Integer, List<Boolean>> limits = new TreeMap<>();

  /**
   * @param wanted transactions a second of the batches of a run, or one exact rate; empty if only a
   *     limit counts
   */
  Enough(List<Double> wanted) {
    this.wanted = wanted;
  }

  void add(int amount, Visit visit) {
    visits.add(amount, visit.rates().stream().mapToDouble(Double::doubleValue).toArray());
    List<Boolean> kept = limits.computeIfAbsent(amount, first -> new ArrayList<>());
    if (visit.keeps() != null) {
      kept.add(visit.keeps());
    }
  }

  /**
   * The amounts about which the visits say enough: true for one that is shown to have less than the
   * wanted rate, or broke the limit in every visit; false for one that is shown to have more, and
   * kept the limit in every visit.
   */
  NavigableMap<Integer, Boolean> tooLittle() {
    NavigableMap<Integer, Boolean> judged = new TreeMap<>();
    limits.forEach(
        (amount, kept) -> {
          int rate = wanted.isEmpty() ? 1 : visits.against(amount, wanted);
          boolean broken = !kept.isEmpty() && !kept.contains(true);
          if (rate < 0 || broken || (rate > 0 && !kept.contains(false))) {
            judged.put(amount, rate < 0 || broken);
          }
        });
    return judged;
  }
}
