package io.github.bmt4j.failover.balance;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.failover.balance.BalanceFigures.Staleness;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Millis;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The acknowledged writes of the application, by the ids of their rows. Ids grow, so a read lacks
 * every write with a greater id than the newest row that the read saw.
 */
final class OwnWrites {
  private final long[] ids;

  /** Time at which the first of this write and those with greater ids was acknowledged. */
  private final long[] firstNanos;

  OwnWrites(ClientLog client) {
    List<Operation> writes =
        client.operations().stream()
            .filter(
                one ->
                    one.probe() == ProbeKind.WRITER && one.ok() && one.newest() != Operation.NEVER)
            .sorted(Comparator.comparingLong(Operation::newest))
            .toList();
    ids = writes.stream().mapToLong(Operation::newest).toArray();
    firstNanos = writes.stream().mapToLong(Operation::endNanos).toArray();
    for (int i = firstNanos.length - 2; i >= 0; i--) {
      firstNanos[i] = Math.min(firstNanos[i], firstNanos[i + 1]);
    }
  }

  boolean isEmpty() {
    return ids.length == 0;
  }

  Staleness staleness(List<Operation> reads) {
    List<Double> lags =
        reads.stream().map(this::lagNanos).filter(lag -> lag > 0).map(Millis::of).sorted().toList();
    return new Staleness(
        reads.size(),
        lags.size(),
        lags.isEmpty() ? null : (Double) Medians.of(lags),
        lags.isEmpty() ? null : lags.get(lags.size() - 1));
  }

  /**
   * Age, at the start of a read, of the oldest acknowledged write that the read lacks; at most 0 if
   * it lacks none.
   */
  private long lagNanos(Operation read) {
    int found = Arrays.binarySearch(ids, read.newest());
    int next = found < 0 ? -found - 1 : found + 1;
    return next == ids.length ? 0 : read.startNanos() - firstNanos[next];
  }
}
