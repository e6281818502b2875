package io.github.bmt4j.load;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What the workers measured, kept by the kinds of their operations. Used by one thread. */
final class CollectedKinds {
  private final List<Worker> workers;
  private final List<KindShare> totals = new ArrayList<>();

  /**
   * @param kinds their names; none where all are of one kind
   */
  CollectedKinds(List<String> kinds, List<Worker> workers) {
    this.workers = workers;
    kinds.forEach(kind -> totals.add(new KindShare(kind)));
  }

  /** Takes what was measured since the last call from all workers. */
  List<KindShare> measured() {
    List<KindShare> growth = new ArrayList<>();
    for (int kind = 0; kind < totals.size(); kind++) {
      KindShare before = totals.get(kind);
      Counts counts = Counts.ZERO;
      Histogram response = new Histogram(3);
      for (Worker worker : workers) {
        WorkerRecorder.OfKind one = worker.recorder().kind(kind);
        counts = counts.plus(one.measured().read());
        one.response().drainTo(response);
      }
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
