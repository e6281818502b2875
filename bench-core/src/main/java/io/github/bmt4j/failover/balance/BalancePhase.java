package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceEvidence.PoolServer;
import io.github.bmt4j.failover.balance.BalanceFigures.Phases;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A part of the observation in which the same servers were up.
 *
 * @param up identities of the servers that share the load and were up
 */
record BalancePhase(long fromNanos, long toNanos, Set<String> up) {
  /**
   * The phases of a run: with all servers up, while one is away, after its return. Without a loss,
   * or without a return, later phases are absent.
   */
  static Phases<BalancePhase> all(BalanceEvidence evidence) {
    Set<String> all = evidence.sharing().stream().map(PoolServer::name).collect(Collectors.toSet());
    long from = evidence.fromNanos();
    long end = evidence.endNanos();
    BalanceEvidence.Loss loss = evidence.loss();
    if (loss == null) {
      return new Phases<>(new BalancePhase(from, end, all), null, null);
    }
    Set<String> rest = new HashSet<>(all);
    rest.remove(loss.server());
    Long returned = loss.returnedNanos();
    return new Phases<>(
        new BalancePhase(from, loss.lostNanos(), all),
        new BalancePhase(loss.lostNanos(), returned == null ? end : returned, rest),
        returned == null ? null : new BalancePhase(returned, end, all));
  }

  static BalancePhase before(BalanceEvidence evidence) {
    return Objects.requireNonNull(all(evidence).before());
  }

  boolean holds(long nanos) {
    return nanos >= fromNanos && nanos < toNanos;
  }
}
