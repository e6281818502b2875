package io.github.bmt4j.failover.figures;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads on the promoted server that saw an older ledger than a read that had ended before they
 * began: time travel.
 */
final class StaleReads {
  private StaleReads() {}

  /** Absent when the primary stayed the same, or when the time of its change is unknown. */
  static @Nullable Long count(Operations operations, Evidence evidence) {
    Long promoted = evidence.promotedNanos();
    if (promoted == null || !evidence.primaryChanged() || !evidence.ran(ProbeKind.READER)) {
      return null;
    }
    List<Operation> reads = operations.of(ProbeKind.READER).stream().filter(Operation::ok).toList();
    List<Operation> byEnd =
        reads.stream().sorted(Comparator.comparingLong(Operation::endNanos)).toList();
    List<Operation> byStart =
        reads.stream().sorted(Comparator.comparingLong(Operation::startNanos)).toList();
    long stale = 0;
    long newest = Operation.NEVER;
    int ended = 0;
    for (Operation read : byStart) {
      while (ended < byEnd.size() && byEnd.get(ended).endNanos() < read.startNanos()) {
        newest = Math.max(newest, byEnd.get(ended).newest());
        ended++;
      }
      if (read.server().equals(evidence.newPrimary())
          && read.endNanos() > promoted
          && read.newest() < newest) {
        stale++;
      }
    }
    return stale;
  }
}
