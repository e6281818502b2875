package io.github.bmt4j.failover.figures;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The first sign of an unannounced fault: the start of the first attempt that went wrong or
 * stalled, or of the first look at the primary that found it not writable.
 */
public final class FirstSign {
  private FirstSign() {}

  /**
   * Finds the first sign.
   *
   * @param noticedNanos time at which trouble was noticed; signs come at most two stall limits
   *     before
   * @return the sign; {@code noticedNanos} when there is none before
   */
  public static long nanos(
      ClientLog client,
      List<NodeObservation> observations,
      String primary,
      long noticedNanos,
      Limits limits) {
    long from = noticedNanos - 2 * limits.stallNanos();
    LongStream attempts =
        client.operations().stream()
            .filter(one -> one.startNanos() != Operation.NEVER && one.startNanos() >= from)
            .filter(one -> one.stuck() || !one.ok() || one.responseNanos() > limits.stallNanos())
            .mapToLong(Operation::startNanos);
    LongStream looks =
        observations.stream()
            .filter(look -> look.startNanos() >= from && !look.writable())
            .filter(look -> wasPrimary(observations, look.node(), primary))
            .mapToLong(NodeObservation::startNanos);
    return LongStream.concat(attempts, looks).reduce(noticedNanos, Math::min);
  }

  private static boolean wasPrimary(
      List<NodeObservation> observations, String node, String primary) {
    return observations.stream()
        .anyMatch(look -> look.node().equals(node) && look.server().equals(primary));
  }
}
