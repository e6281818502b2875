package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.WatchedOutage.Fate;
import io.github.bmt4j.outcome.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The application's knowledge of its writes: a bit for each that was acknowledged, and a record for
 * each of unknown outcome.
 */
final class LedgerBook {
  private final BitSet acknowledged = new BitSet();
  private final List<Operation> unknown = new ArrayList<>();
  private final double intervalNanos;
  private long firstDueNanos;

  LedgerBook(double intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  void add(Operation write) {
    firstDueNanos = write.intendedNanos() - Math.round(intervalNanos * write.sequence());
    if (write.ok()) {
      acknowledged.set((int) write.sequence());
    } else if (write.outcome() == Outcome.UNKNOWN) {
      unknown.add(write);
    }
  }

  private record Attempt(long sequence, int attempt) {}

  /** The writes that a ledger still has. */
  final class Audit {
    private final BitSet lost = (BitSet) acknowledged.clone();
    private final BitSet twice = new BitSet();
    private final Set<Attempt> applied = new HashSet<>();

    Audit(List<LedgerCopy.Row> rows) {
      BitSet present = new BitSet();
      for (LedgerCopy.Row row : rows) {
        int number = (int) row.sequence();
        if (number >= 0) {
          (present.get(number) ? twice : present).set(number);
        }
      }
      lost.andNot(present);
      Set<Attempt> asked =
          unknown.stream()
              .map(one -> new Attempt(one.sequence(), one.attempt()))
              .collect(Collectors.toSet());
      rows.stream()
          .map(row -> new Attempt(row.sequence(), row.attempt()))
          .filter(asked::contains)
          .forEach(applied::add);
    }

    /** The fate of the writes that were due in a period. */
    Fate fate(long fromNanos, long toNanos) {
      int from = sequence(fromNanos);
      int to = sequence(toNanos);
      long all =
          unknown.stream().filter(one -> one.sequence() >= from && one.sequence() < to).count();
      long done =
          applied.stream().filter(one -> one.sequence() >= from && one.sequence() < to).count();
      return new Fate(
          lost.get(from, to).cardinality(), twice.get(from, to).cardinality(), done, all - done);
    }
  }

  private int sequence(long nanos) {
    double sequence = Math.ceil((nanos - firstDueNanos) / intervalNanos);
    return (int) Math.min(Integer.MAX_VALUE, Math.max(0, sequence));
  }
}
