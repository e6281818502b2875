package io.github.bmt4j.engine.play;

import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.NodeObservation;
import io.github.bmt4j.probe.ClientStatus;
import io.github.bmt4j.sampler.NodeObserver;
import java.time.Duration;
import java.util.List;

/**
 * Whether the primary of a cluster has changed since now, or has been away: its node takes no
 * writes, writes have stalled, or another server takes them. A single error is no such sign.
 */
final class Change {
  private final Stage stage;
  private final Duration stall;
  private final Clock clock;
  private final List<NodeObserver> primaries;

  /** Looks from now on; every server is healthy. */
  Change(Stage stage, Duration stall, Clock clock, Observers observers) {
    this.stage = stage;
    this.stall = stall;
    this.clock = clock;
    this.primaries =
        observers.each().stream().filter(observer -> seesPrimary(observer, stage)).toList();
  }

  private static boolean seesPrimary(NodeObserver observer, Stage stage) {
    NodeObservation seen = observer.latest();
    return seen != null && seen.server().equals(stage.primary());
  }

  boolean isNoticed(ClientStatus status) {
    ClientStatus.Probe writer = status.writer();
    boolean elsewhere = !writer.server().isEmpty() && !writer.server().equals(stage.primary());
    boolean stalled = clock.nanoTime() - writer.lastOkEndNanos() > stall.toNanos();
    return elsewhere || stalled || primaries.stream().anyMatch(Change::isAway);
  }

  private static boolean isAway(NodeObserver observer) {
    NodeObservation seen = observer.latest();
    return seen != null && !seen.writable();
  }
}
