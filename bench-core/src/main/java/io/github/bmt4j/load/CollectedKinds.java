package io.github.bmt4j.load;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What the workers measured, kept by the kinds of their operations. Used by one thread. */
final class CollectedKinds {
  private final List<Worker> workers;
  private final List<KindShare> totals = new ArrayList<>();
  private final List<Histogram> taken = new ArrayList<>();
  private final List<Counts> counted = new ArrayList<>();

  /**
   * @param kinds their names; none where all are of one kind
   */
  CollectedKinds(List<String> kinds, List<Worker> workers) {
    this.workers = workers;
    for (String kind : kinds) {
      totals.add(new KindShare(kind));
      taken.add(new Histogram(3));
      counted.add(Counts.ZERO);
    }
  }

  /** Reads the counts: those of all kinds, of which the total is the sum. */
  Counts count() {
    Counts total = Counts.ZERO;
    if (counted.isEmpty()) {
      for (Worker worker : workers) {
        total = total.plus(worker.recorder().measuredCounts());
      }
    }
    for (int kind = 0; kind < counted.size(); kind++) {
      Counts counts = Counts.ZERO;
      for (Worker worker : workers) {
        counts = counts.plus(worker.recorder().kind(kind).counters().read());
      }
      counted.set(kind, counts);
      total = total.plus(counts);
    }
    return total;
  }

  /** Takes from the workers what waits with them, so that they have room for more. */
  void take() {
    for (int kind = 0; kind < taken.size(); kind++) {
      for (Worker worker : workers) {
        worker.recorder().kind(kind).response().drainTo(taken.get(kind));
      }
    }
  }

  /** What was measured since the last call, by the counts read last. */
  List<KindShare> measured() {
    take();
    List<KindShare> growth = new ArrayList<>();
    for (int kind = 0; kind < totals.size(); kind++) {
      KindShare before = totals.get(kind);
      Counts counts = counted.get(kind);
      Histogram response = taken.set(kind, new Histogram(3));
      growth.add(new KindShare(before.kind(), counts.minus(before.counts()), response));
      before.response().add(response);
      totals.set(kind, new KindShare(before.kind(), counts, before.response()));
    }
    return growth;
  }

  /** All that was measured. */
  List<KindShare> total() {
    return List.copyOf(totals);
  }
}
