package io.github.bmt4j.failover.figures;

import java.util.List;

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
    long sign = noticedNanos;
    for (Operation attempt : client.operations()) {
      boolean began = attempt.startNanos() != Operation.NEVER && attempt.startNanos() >= from;
      boolean bad =
          attempt.stuck() || !attempt.ok() || attempt.responseNanos() > limits.stallNanos();
      if (began && bad) {
        sign = Math.min(sign, attempt.startNanos());
      }
    }
    for (NodeObservation look : observations) {
      if (look.startNanos() >= from
          && !look.writable()
          && wasPrimary(observations, look.node(), primary)) {
        sign = Math.min(sign, look.startNanos());
      }
    }
    return sign;
  }

  private static boolean wasPrimary(
      List<NodeObservation> observations, String node, String primary) {
    return observations.stream()
        .anyMatch(look -> look.node().equals(node) && look.server().equals(primary));
  }
}
