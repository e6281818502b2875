package io.github.bmt4j.failover.balance;

import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A part of the observation in which the same servers were up.
 *
 * @param up identities of the servers that share the load and were up
 */
record BalancePhase(long fromNanos, long toNanos, Set<String> up) {
  /** All servers are up: until the loss, or until the end when there was none. */
  static BalancePhase before(BalanceEvidence evidence) {
    BalanceEvidence.Loss loss = evidence.loss();
    return new BalancePhase(
        evidence.fromNanos(), loss == null ? evidence.endNanos() : loss.lostNanos(), all(evidence));
  }

  /** A server is away; absent when none was lost. */
  static @Nullable BalancePhase during(BalanceEvidence evidence) {
    BalanceEvidence.Loss loss = evidence.loss();
    if (loss == null) {
      return null;
    }
    Long returned = loss.returnedNanos();
    Set<String> up =
        all(evidence).stream()
            .filter(server -> !server.equals(loss.server()))
            .collect(Collectors.toUnmodifiableSet());
    return new BalancePhase(
        loss.lostNanos(), returned == null ? evidence.endNanos() : returned, up);
  }

  /** It is back; absent when none came back. */
  static @Nullable BalancePhase after(BalanceEvidence evidence) {
    BalanceEvidence.Loss loss = evidence.loss();
    Long returned = loss == null ? null : loss.returnedNanos();
    return returned == null ? null : new BalancePhase(returned, evidence.endNanos(), all(evidence));
  }

  boolean holds(long nanos) {
    return nanos >= fromNanos && nanos < toNanos;
  }

  private static Set<String> all(BalanceEvidence evidence) {
    return evidence.sharing().stream()
        .map(BalanceEvidence.PoolServer::identity)
        .collect(Collectors.toUnmodifiableSet());
  }
}
