package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.balance.BalanceFigures.Returned;
import io.github.bmt4j.failover.figures.Millis;
import io.github.bmt4j.failover.figures.Operation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Return of a server to its share of the load. */
record Rebalance(
    BalanceEvidence evidence, SpreadOperations operations, String server, long returnedNanos) {
  /** Shares are computed over pieces of this length, counted from the return. */
  static final long PIECE_NANOS = 1_000_000_000;

  /** Part of its fair share with which a server counts as rebalanced. */
  static final double SHARE = 0.8;

  /** Number of successive pieces that must have that share. */
  static final int LASTING = 5;

  /** Length of the time over which the share at the end is computed. */
  private static final long END_NANOS = 10_000_000_000L;

  static Optional<Rebalance> of(BalanceEvidence evidence, SpreadOperations operations) {
    BalanceEvidence.Loss loss = evidence.loss();
    Long returned = loss == null ? null : loss.returnedNanos();
    return loss == null || returned == null
        ? Optional.empty()
        : Optional.of(new Rebalance(evidence, operations, loss.server(), returned));
  }

  /** Time from the return to the first of the pieces in which the server had its share again. */
  @Nullable Double millis() {
    int row = 0;
    long pieces = (evidence.endNanos() - returnedNanos) / PIECE_NANOS;
    for (int piece = 0; piece < pieces; piece++) {
      long begin = returnedNanos + piece * PIECE_NANOS;
      boolean back =
          operations.share(server, begin, begin + PIECE_NANOS) >= SHARE * fairShare() - 1e-9;
      row = back ? row + 1 : 0;
      if (row == LASTING) {
        return Millis.of((piece + 1 - LASTING) * PIECE_NANOS);
      }
    }
    return null;
  }

  Returned returned() {
    return new Returned(
        server,
        Fairness.rounded(fairShare()),
        idleMillis(),
        shareAtEnd(),
        Millis.of(evidence.endNanos() - returnedNanos));
  }

  private @Nullable Double idleMillis() {
    return operations.byEnd().stream()
        .filter(
            operation -> operation.server().equals(server) && operation.endNanos() >= returnedNanos)
        .map(Operation::endNanos)
        .findFirst()
        .map(first -> Millis.of(first - returnedNanos))
        .orElse(null);
  }

  private @Nullable Double shareAtEnd() {
    long begin = evidence.endNanos() - END_NANOS;
    double share = operations.share(server, begin, evidence.endNanos());
    return begin < returnedNanos || Double.isNaN(share) ? null : (Double) Fairness.rounded(share);
  }

  private double fairShare() {
    return 1.0 / evidence.sharing().size();
  }
}
