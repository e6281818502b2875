package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceEvidence.Loss;
import io.github.bmt4j.failover.figures.NodeObservation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Times in which nodes did not answer their observers. */
final class Absences {
  private Absences() {}

  /**
   * The longest absence of each node that was away, the longest of all first.
   *
   * @param fromNanos what was before does not count
   * @param endNanos end of an absence that lasts
   */
  static List<Loss> of(List<NodeObservation> observations, long fromNanos, long endNanos) {
    Map<String, Loss> longest = new LinkedHashMap<>();
    Map<String, Long> seen = new LinkedHashMap<>();
    Map<String, Long> gone = new LinkedHashMap<>();
    for (NodeObservation look :
        observations.stream()
            .filter(look -> look.startNanos() >= fromNanos)
            .sorted(Comparator.comparingLong(NodeObservation::startNanos))
            .toList()) {
      String node = look.node();
      if (!look.reachable()) {
        gone.putIfAbsent(node, seen.getOrDefault(node, fromNanos));
        continue;
      }
      seen.put(node, look.startNanos());
      Long lost = gone.remove(node);
      if (lost != null) {
        keep(longest, new Loss(node, lost, look.endNanos()), endNanos);
      }
    }
    gone.forEach((node, lost) -> keep(longest, new Loss(node, lost, null), endNanos));
    List<Loss> all = new ArrayList<>(longest.values());
    all.sort(Comparator.comparingLong(loss -> -nanos(loss, endNanos)));
    return all;
  }

  private static void keep(Map<String, Loss> longest, Loss loss, long endNanos) {
    longest.merge(loss.server(), loss, (a, b) -> nanos(b, endNanos) > nanos(a, endNanos) ? b : a);
  }

  /** Length of an absence, which lasts to the end if the node did not come back. */
  static long nanos(Loss loss, long endNanos) {
    @Nullable Long returned = loss.returnedNanos();
    return Objects.requireNonNullElse(returned, endNanos) - loss.lostNanos();
  }
}
