package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.NodeObservation.Role;
import io.github.bmt4j.failover.figures.WatchFigures.RoleChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Which nodes take writes, as observers see it. A node has a role once two successive polls agree
 * on it: one that came too late is none. One thread.
 */
final class RoleBook {
  private static final int MOST = 1_000;

  private final long originNanos;
  private final LongFunction<Instant> wall;
  private final Map<String, NodeObservation> last = new LinkedHashMap<>();
  private final Map<String, Role> roles = new LinkedHashMap<>();
  private final List<RoleChange> changes = new ArrayList<>();

  RoleBook(long originNanos, LongFunction<Instant> wall) {
    this.originNanos = originNanos;
    this.wall = wall;
  }

  /** Takes polls; those that it knows already do not count again. */
  void add(List<NodeObservation> looks) {
    looks.stream().sorted(Comparator.comparingLong(NodeObservation::startNanos)).forEach(this::add);
  }

  private void add(NodeObservation look) {
    NodeObservation before = last.get(look.node());
    if (before != null && look.startNanos() <= before.startNanos()) {
      return;
    }
    last.put(look.node(), look);
    Role role = look.role();
    if (before == null || before.role() != role || !role.lasts()) {
      return;
    }
    Role known = roles.put(look.node(), role);
    if (known != null && known != role && changes.size() < MOST) {
      long at = Math.max(originNanos, before.endNanos());
      changes.add(
          new RoleChange(wall.apply(at), Millis.of(at - originNanos), look.node(), known, role));
    }
  }

  List<RoleChange> changes() {
    return List.copyOf(changes);
  }

  /** The nodes that take writes now, in their order. */
  List<String> writable() {
    return roles.entrySet().stream()
        .filter(one -> one.getValue() == Role.WRITABLE)
        .map(Map.Entry::getKey)
        .toList();
  }
}
