package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.cluster.NodeObserver;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The observers of the nodes of a cluster. */
public record Observers(List<NodeObserver> each, Pace pace) implements AutoCloseable {
  private static final long OUT_NANOS = 50_000_000;

  /**
   * Times from the start of a look to the start of the next.
   *
   * @param usual while writes go on
   * @param out while writes are out: more often would burden the servers that are to come back
   */
  public record Pace(Duration usual, Duration out) {
    /** Pace during a fault. */
    static final Pace FAULT = new Pace(Duration.ofMillis(20), Duration.ofMillis(5));
  }

  public static Observers of(TestCluster cluster, Pace pace, Clock clock) {
    return new Observers(
        cluster.sites().stream().map(site -> new NodeObserver(site, pace.usual(), clock)).toList(),
        pace);
  }

  /**
   * Polls more often while writes are out, which bounds the servers' part of the outage.
   *
   * @param status last status of the application; absent just before the fault
   */
  void adapt(@Nullable ClientStatus status) {
    hurry(status == null || status.atNanos() - status.writer().lastOkEndNanos() > OUT_NANOS);
  }

  /** Looks at the pace of an outage, or at the usual one. */
  public void hurry(boolean out) {
    each.forEach(observer -> observer.every(out ? pace.out() : pace.usual(), out));
  }

  public void forget(long beforeNanos) {
    each.forEach(observer -> observer.forget(beforeNanos));
  }

  /** The last look at each node; one without an answer at a node whose first look has not ended. */
  List<NodeObservation> latest() {
    return each.stream()
        .map(
            one ->
                Objects.requireNonNullElse(
                    one.latest(), new NodeObservation(one.node(), "", 0, 0, false, false, false)))
        .toList();
  }

  public List<NodeObservation> observations() {
    return each.stream().flatMap(observer -> observer.observations().stream()).toList();
  }

  /**
   * Reasons why the observers see too little: a node that could not be polled before a fault is not
   * observed after it.
   *
   * @param when the time up to now, such as "before the fault"
   * @param primary true if one of them has to take writes
   */
  public List<Reason> blindness(String when, boolean primary) {
    List<Reason> reasons = new ArrayList<>();
    for (NodeObserver observer : each) {
      if (observer.observations().stream().noneMatch(NodeObservation::reachable)) {
        reasons.add(
            Code.NOT_OBSERVED.of(
                "node "
                    + observer.node()
                    + " was never reached "
                    + when
                    + ": "
                    + observer.lastFailure()));
      }
    }
    if (primary
        && !each.isEmpty()
        && observations().stream().noneMatch(NodeObservation::writable)) {
      reasons.add(
          Code.NOT_OBSERVED.of(
              "no node was seen to take a write "
                  + when
                  + ": "
                  + each.stream().map(NodeObserver::lastFailure).collect(Collectors.joining(" "))));
    }
    return reasons;
  }

  @Override
  public void close() {
    each.forEach(NodeObserver::close);
  }
}
