package io.github.bmt4j.failover;

import static io.github.bmt4j.failover.figures.Operation.NEVER;

import io.github.bmt4j.failover.client.InProcessWriter;
import io.github.bmt4j.failover.fault.Disruption;
import io.github.bmt4j.failover.fault.Timeline;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first write that proves that an application works again after a fault. Told of every
 * write by the thread that makes it; asked by any thread.
 */
final class WorksAgain implements InProcessWriter.Listener {
  private final Proof proof;
  private final Set<String> takersBefore = new HashSet<>();
  private volatile long faultNanos = NEVER;
  private volatile long failureNanos = NEVER;
  private volatile long provenNanos = NEVER;
  private volatile String server = "";
  private long lastEndNanos = NEVER;
  private @Nullable Runnable signal;

  /** Whether an acknowledged write that ended after the fault is a proof. */
  private interface Proof {
    boolean holds(WorksAgain state, long startNanos, long endNanos, String server);
  }

  private WorksAgain(Proof proof) {
    this.proof = proof;
  }

  /**
   * After a fault that bmt injected. Where it moves writes to another node, any write is a proof
   * that was not taken by the old primary, which may come back writable; where it stops them for a
   * while, one that began when the fault was in force.
   *
   * @param over whether the fault's script has ended
   */
  static WorksAgain inLab(
      Disruption disruption, String oldPrimary, Timeline timeline, BooleanSupplier over) {
    return new WorksAgain(
        switch (disruption) {
          case NONE -> throw new IllegalArgumentException("writes do not stop");
          case PAUSE -> (state, start, end, taker) -> isInForce(timeline.events(), start);
          case MOVE -> (state, start, end, taker) -> !taker.equals(oldPrimary);
          case MOVE_AND_CUT ->
              (state, start, end, taker) ->
                  !taker.equals(oldPrimary)
                      && over.getAsBoolean()
                      && isAfterAll(timeline.events(), start);
        });
  }

  /**
   * After a change from outside bmt, which may take its time: a write on another server than all
   * before the fault, one before which none had ended for the stall limit, or the first one that
   * began after another had failed.
   *
   * @param stall from when on a write has stalled
   */
  static WorksAgain inCluster(Duration stall) {
    return new WorksAgain(
        (state, start, end, taker) ->
            PrimaryChange.isElsewhere(state.takersBefore, taker)
                || end - (state.lastEndNanos == NEVER ? start : state.lastEndNanos)
                    > stall.toNanos()
                || (state.failureNanos != NEVER && start >= state.failureNanos));
  }

  private static boolean isInForce(List<TimelineEvent> events, long nanos) {
    return events.stream()
        .anyMatch(event -> event.kind() == Kind.INJECTED && event.atNanos() <= nanos);
  }

  private static boolean isAfterAll(List<TimelineEvent> events, long nanos) {
    return events.stream().allMatch(event -> event.atNanos() <= nanos);
  }

  /**
   * The fault comes now: what ends from here on is looked at.
   *
   * @param whenProven is run once, by the writer's thread
   */
  void expect(long nanos, Runnable whenProven) {
    signal = whenProven;
    faultNanos = nanos;
  }

  @Override
  public void ended(long startNanos, long endNanos, boolean ok, String taker) {
    if (ok && faultNanos == NEVER) {
      takersBefore.add(taker);
    }
    judge(startNanos, endNanos, ok, taker);
    lastEndNanos = endNanos;
  }

  private void judge(long startNanos, long endNanos, boolean ok, String taker) {
    long fault = faultNanos;
    if (fault == NEVER || endNanos < fault || isProven()) {
      return;
    }
    if (!ok) {
      failureNanos = endNanos;
    } else if (proof.holds(this, startNanos, endNanos, taker)) {
      server = taker;
      provenNanos = endNanos;
      if (signal != null) {
        signal.run();
      }
    }
  }

  boolean isProven() {
    return provenNanos != NEVER;
  }

  /** The end of the write that proved it; {@code Operation.NEVER} when none has. */
  long provenNanos() {
    return provenNanos;
  }

  /** The server that took that write. */
  String server() {
    return server;
  }

  /**
   * Counts the writes after the proof that failed, stalled or went to another server, which counts
   * only where one took all before the fault. After any of them the time up to the proof is too
   * short a score.
   *
   * @param writes in the order of their starts
   * @param endNanos end of the observation
   * @param stall from when on a write has stalled
   */
  long relapses(List<Operation> writes, long endNanos, Duration stall) {
    if (!isProven()) {
      return 0;
    }
    long relapses = 0;
    long lastEnd = provenNanos;
    for (Operation write : writes) {
      if (write.startNanos() >= provenNanos && !write.stuck()) {
        boolean well = write.ok() && (takersBefore.size() > 1 || write.server().equals(server));
        relapses += well && write.endNanos() - lastEnd <= stall.toNanos() ? 0 : 1;
        lastEnd = write.endNanos();
      }
    }
    return relapses + (endNanos - lastEnd > stall.toNanos() ? 1 : 0);
  }
}
