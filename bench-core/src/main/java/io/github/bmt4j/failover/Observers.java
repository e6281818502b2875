package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.figures.NodeObservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class Observers implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(20);

  /** While writes are out: more often would burden the servers that are to come back. */
  private static final Duration FAST = Duration.ofMillis(5);

  private static final long OUT_NANOS = 50_000_000;

  private final List<NodeObserver> each;

  private Observers(List<NodeObserver> each) {
    this.each = each;
  }

  static Observers of(TestCluster cluster, Clock clock) {
    List<NodeObserver> each = new ArrayList<>();
    cluster.sites().forEach(site -> each.add(new NodeObserver(site, LOOK, clock)));
    return new Observers(List.copyOf(each));
  }

  List<NodeObserver> each() {
    return each;
  }

  /**
   * Looks more often while writes are out, which bounds the servers' share of the outage.
   *
   * @param status last status of the application; absent just before the fault
   */
  void adapt(@Nullable ClientStatus status) {
    boolean out = status == null || status.atNanos() - status.writer().lastOkEndNanos() > OUT_NANOS;
    each.forEach(observer -> observer.every(out ? FAST : LOOK, out));
  }

  List<NodeObservation> latest() {
    return each.stream().map(NodeObserver::latest).filter(Objects::nonNull).toList();
  }

  List<NodeObservation> observations() {
    return each.stream().flatMap(observer -> observer.observations().stream()).toList();
  }

  /**
   * Reasons why they see too little: a node that could not be polled before a fault is not observed
   * after it.
   */
  List<String> blindness() {
    List<String> reasons = new ArrayList<>();
    for (NodeObserver observer : each) {
      if (observer.observations().stream().noneMatch(NodeObservation::reachable)) {
        reasons.add(
            "node "
                + observer.node()
                + " was never reached before the fault: "
                + observer.lastFailure());
      }
    }
    if (!each.isEmpty() && observations().stream().noneMatch(NodeObservation::writable)) {
      reasons.add(
          "no node was seen to take a write before the fault: "
              + each.stream().map(NodeObserver::lastFailure).collect(Collectors.joining(" ")));
    }
    return reasons;
  }

  @Override
  public void close() {
    each.forEach(NodeObserver::close);
  }
}
