package io.github.bmt4j.failover.fault;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failover.proxy.ProxyHandle;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.Cluster.Electing;
import io.github.bmt4j.server.Cluster.Node;
import io.github.bmt4j.server.Cluster.Role;
import io.github.bmt4j.server.Waiting;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Servers and connections on which a fault acts, for one repetition. The primary is the one from
 * before the fault.
 */
public final class FaultContext {
  /** Limit of each wait for the servers to agree on their members or their primary. */
  private static final Duration ELECTION = Duration.ofMinutes(1);

  private static final int LOOK_MILLIS = 100;

  private final Cluster cluster;
  private final ConnectionPath path;
  private final OptionValues options;
  private final TrialTimeline timeline;
  private final Clock clock;
  private final BooleanSupplier stopped;
  private boolean held;
  private final Node primary;

  /**
   * @param stopped true if the script must end early: the next wait then throws
   */
  public FaultContext(
      Cluster cluster,
      ConnectionPath path,
      OptionValues options,
      TrialTimeline timeline,
      Clock clock,
      BooleanSupplier stopped) {
    this.cluster = cluster;
    this.path = path;
    this.options = options;
    this.timeline = timeline;
    this.clock = clock;
    this.stopped = stopped;
    this.primary = cluster.primary();
  }

  public Cluster cluster() {
    return cluster;
  }

  public <C> C cluster(Class<C> capability) {
    return cluster.as(capability);
  }

  <T> T option(DeclaredOption<T> option) {
    return options.get(option);
  }

  public Node primary() {
    return primary;
  }

  ProxyHandle proxy() {
    return path.proxy(primary);
  }

  void injected(String text) {
    injected(primary, text);
  }

  void injected(Node node, String text) {
    timeline.note(Kind.INJECTED, node.name(), text);
  }

  void healed(String text) {
    timeline.note(Kind.HEALED, primary.name(), text);
  }

  public void returned(Node node, String text) {
    timeline.note(Kind.RETURNED, node.name(), text);
  }

  public void note(Node node, String text) {
    timeline.note(Kind.NOTE, node.name(), text);
  }

  /**
   * Waits.
   *
   * @throws TargetException when the run must end
   */
  public void pause(Duration time) throws TargetException {
    clock.sleepUntil(clock.nanoTime() + time.toNanos(), stopped);
    if (stopped.getAsBoolean()) {
      throw new TargetException("stopped");
    }
  }

  /**
   * Acts as a failover manager does: waits, promotes the best replica, and points the endpoint to
   * it. If the servers elect their primary themselves, the endpoint points to the elected one.
   */
  void promoteAnother() throws TargetException {
    if (cluster instanceof Electing electing) {
      promoted(electing.awaitElection(primary, ELECTION, stopped));
    } else {
      pause(option(Fault.PROMOTION_DELAY));
      promote(cluster.mostAdvancedReplica());
    }
  }

  /**
   * Promotes a node, and as soon as it takes writes points the endpoint or name to it, and lets the
   * application go on.
   */
  void promote(Node node) throws TargetException {
    cluster.promote(
        node,
        () -> {
          promoted(node);
          release();
        });
  }

  private void promoted(Node node) throws TargetException {
    timeline.note(Kind.PROMOTED, node.name(), "is primary and takes writes");
    point(node);
  }

  void point(Node node) throws TargetException {
    String pointed = path.point(node);
    if (!pointed.isEmpty()) {
      timeline.note(Kind.FLIPPED, node.name(), pointed);
    }
  }

  /**
   * The first half of a planned change: the primary takes no more writes, and its best replica has
   * applied everything. Servers that elect their primary do this themselves at a promotion.
   *
   * @return that replica
   */
  Node handOver() throws TargetException {
    Node next = cluster.mostAdvancedReplica();
    if (cluster instanceof Electing) {
      injected("the servers are asked to make " + next.name() + " the primary");
      return next;
    }
    cluster.readOnly(primary, true);
    injected("is read-only");
    cluster.awaitCaughtUp(next, Duration.ofSeconds(30));
    note(next, "has everything");
    return next;
  }

  /** Waits until an isolated node has noticed that it is no longer in the cluster. */
  void awaitOutside(Node node) throws TargetException {
    if (!Waiting.until(
        ELECTION, LOOK_MILLIS, () -> stopped.getAsBoolean() || isInRole(node, Role.STRAY))) {
      throw new TargetException(
          node.name() + " was not expelled in " + ELECTION.toSeconds() + " s");
    }
  }

  boolean isInRole(Node node, Role role) {
    return cluster.status().stream()
        .anyMatch(state -> state.node().equals(node) && state.role() == role);
  }

  void hold() throws TargetException {
    held = option(Fault.HOLD) == Hold.POOL;
    if (held) {
      timeline.note(Kind.NOTE, "", path.hold());
    }
  }

  void release() throws TargetException {
    if (held) {
      held = false;
      path.release();
      timeline.note(Kind.NOTE, "", "the application goes on");
    }
  }

  void killSessions() throws TargetException {
    int killed = cluster.killApplicationSessions(primary);
    note(primary, killed + " sessions of the application killed");
  }
}
