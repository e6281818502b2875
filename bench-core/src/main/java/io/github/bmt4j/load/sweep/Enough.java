package io.github.bmt4j.load.sweep;

import io.github.bmt4j.load.sweep.KneeSearch.Visit;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Judges by all visits so far which amounts of a resource are too little for a load, and which are
 * enough. Used by one thread.
 */
final class Enough {
  private final List<Double> wanted;
  final KneeVisits visits = new KneeVisits(0);
  private final KneeVisits rooms = new KneeVisits(0);

  /**
   * @param wanted transactions a second of the batches of a run, or one exact rate; empty if only a
   *     limit counts
   */
  Enough(List<Double> wanted) {
    this.wanted = wanted;
  }

  void add(int amount, Visit visit) {
    visits.add(amount, visit.rates().stream().mapToDouble(Double::doubleValue).toArray());
    rooms.add(amount, new double[] {visit.room()});
  }

  /**
   * The amounts about which the visits say enough: true for one that is shown to have less than the
   * wanted rate, or to break the limit; false for one that is shown to have more, and to keep the
   * limit.
   */
  NavigableMap<Integer, Boolean> tooLittle() {
    NavigableMap<Integer, Boolean> judged = new TreeMap<>();
    for (Integer amount : visits.threads()) {
      int rate = wanted.isEmpty() ? 1 : visits.against(amount, wanted);
      int worse = Math.min(rate, rooms.against(amount, List.of(1.0)));
      if (worse != 0) {
        judged.put(amount, worse < 0);
      }
    }
    return judged;
  }
}
