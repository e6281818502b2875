package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.cluster.NodeObserver;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.figures.NodeObservation;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Detects whether the primary of a cluster has changed or has been away since its creation: a node
 * that took writes takes none, writes have stalled, or another server takes them. A single error is
 * no sign.
 *
 * @param writers servers that took the client's writes before
 * @param primaries observers of the nodes that took writes before
 */
record PrimaryChange(
    Set<String> writers, Duration stall, Clock clock, List<NodeObserver> primaries) {
  /** Much longer than the time between two statuses of the client. */
  private static final long SHORT_STALL_NANOS = 150_000_000;

  /**
   * Watches from now on, while every server is healthy.
   *
   * @param before status of the client, with the servers that took its writes so far
   */
  static PrimaryChange of(
      TestCluster cluster, ClientStatus before, Duration stall, Clock clock, Observers observers) {
    Set<String> writers = before.writer().servers();
    return new PrimaryChange(
        writers,
        stall,
        clock,
        observers.each().stream()
            .filter(observer -> takesWrites(observer.latest(), cluster.primary(), writers))
            .toList());
  }

  /** Returns true if a node that starts to refuse writes shows a change. */
  static boolean takesWrites(@Nullable NodeObservation seen, String primary, Set<String> writers) {
    return seen != null
        && !seen.readOnly()
        && (seen.server().equals(primary) || writers.contains(seen.server()));
  }

  boolean isNoticed(ClientStatus status) {
    ClientStatus.Probe writer = status.writer();
    boolean stalled = clock.nanoTime() - writer.lastOkEndNanos() > stall.toNanos();
    return isElsewhere(writers, writer.server())
        || stalled
        || primaries.stream().anyMatch(PrimaryChange::isAway);
  }

  /**
   * Returns true if a write shows that the primary is another server: all earlier writes went
   * elsewhere. If several servers took earlier writes, a write on yet another one shows nothing.
   */
  private static boolean isElsewhere(Set<String> writers, String server) {
    return writers.size() == 1 && !server.isEmpty() && !writers.contains(server);
  }

  /**
   * Returns true if writes stall for a short time during or soon after a change of the servers. A
   * stall is no proof: it may be noise.
   *
   * @param doneNanos time at which something was last done to the servers; in the future while it
   *     goes on
   */
  boolean isSuspected(ClientStatus status, long doneNanos) {
    return clock.nanoTime() - stall.toNanos() <= doneNanos
        && status.atNanos() - status.writer().lastOkEndNanos() > SHORT_STALL_NANOS;
  }

  private static boolean isAway(NodeObserver observer) {
    NodeObservation seen = observer.latest();
    return seen != null && !seen.writable();
  }
}
