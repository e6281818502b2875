package io.github.bmt4j.failover.figures;

import io.github.bmt4j.failover.figures.Gaps.Gap;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A time in which nothing succeeded, from the last success before to the first one after that
 * lasted.
 *
 * <p>It begins with the first significant gap over the stall limit and goes on as long as another
 * such gap begins within the settle time. When no gap is over the stall limit, it is the longest
 * significant gap of those that the fault explains: others may be anything.
 *
 * @param endNanos the first lasting success; when there was none, the end of the observation
 * @param ended whether there was a first success after it
 * @param settled whether it is proven to be over: the settle time after it was observed
 * @param open whether nothing succeeded at the end of the observation, then or again
 * @param parts the significant gaps between its begin and its end
 * @param gaps number of significant gaps from t0 on
 * @param sumNanos of these gaps
 */
record Outage(
    long beginNanos,
    long endNanos,
    boolean ended,
    boolean settled,
    boolean open,
    List<Gap> parts,
    int gaps,
    long sumNanos) {
  /** The observation may end so much before the settle time is over, and an interval. */
  private static final long TOLERANCE_NANOS = 200_000_000;

  /** The outage of a probe; nothing when it had none, or did not run. */
  static Optional<Outage> of(
      ProbeKind probe, Operations operations, Evidence evidence, Limits limits) {
    if (!evidence.ran(probe)) {
      return Optional.empty();
    }
    long interval = evidence.intervalNanos(probe);
    Gaps gaps = new Gaps(operations.okEnds(probe), interval, evidence, limits);
    return of(
        gaps.afterFault().stream().filter(gaps::significant).toList(),
        gap ->
            evidence.triggered()
                ? operations.explain(probe, gap)
                : evidence.strikes(gap.beginNanos(), gap.endNanos(), limits),
        interval,
        evidence,
        limits);
  }

  /**
   * The outage that some gaps make.
   *
   * @param trouble gaps that are more than noise, in their order
   * @param strikes whether a gap under the stall limit comes from the fault
   */
  static Optional<Outage> of(
      List<Gap> trouble,
      Predicate<Gap> strikes,
      long intervalNanos,
      Evidence evidence,
      Limits limits) {
    Optional<Gap> first =
        trouble.stream()
            .filter(gap -> gap.nanos() > limits.stallNanos())
            .findFirst()
            .or(() -> trouble.stream().filter(strikes).max(Comparator.comparingLong(Gap::nanos)));
    return first.map(
        begin -> {
          Gap last = begin;
          for (Gap gap : trouble) {
            if (gap.beginNanos() >= last.endNanos()
                && gap.nanos() > limits.stallNanos()
                && gap.beginNanos() - last.endNanos() <= limits.settleNanos()) {
              last = gap;
            }
          }
          // The observation ends the settle time after the last trouble, and gaps under the stall
          // limit are none; they begin at most so much later.
          long noTrouble = last.nanos() > limits.stallNanos() ? 0 : limits.stallNanos();
          long observed =
              evidence.endNanos() - last.endNanos() + intervalNanos + TOLERANCE_NANOS + noTrouble;
          long endNanos = last.endNanos();
          return new Outage(
              begin.beginNanos(),
              endNanos,
              last.closed(),
              last.closed() && observed >= limits.settleNanos(),
              !trouble.get(trouble.size() - 1).closed(),
              trouble.stream()
                  .filter(
                      gap -> gap.beginNanos() >= begin.beginNanos() && gap.endNanos() <= endNanos)
                  .toList(),
              trouble.size(),
              trouble.stream().mapToLong(Gap::nanos).sum());
        });
  }

  long nanos() {
    return endNanos - beginNanos;
  }

  /** Its length; absent when it is not proven to be over. */
  @Nullable Double millis() {
    return settled ? (Double) Millis.of(nanos()) : null;
  }

  /** How long it was at least, when it is not proven to be over. */
  @Nullable Double atLeastMillis() {
    return settled ? null : (Double) Millis.of(nanos());
  }

  /** The sum of the significant gaps, when there were several and all of them ended. */
  @Nullable Double sumMillis() {
    return gaps > 1 && !open ? (Double) Millis.of(sumNanos) : null;
  }

  /** How long it was while the gaps of another were not, in ns. */
  long nanosOutside(List<Gap> others) {
    long outside = 0;
    for (Gap part : parts) {
      outside += part.nanos();
      for (Gap other : others) {
        long both =
            Math.min(part.endNanos(), other.endNanos())
                - Math.max(part.beginNanos(), other.beginNanos());
        outside -= Math.max(0, both);
      }
    }
    return outside;
  }

  boolean overlaps(long fromNanos, long toNanos) {
    return beginNanos < toNanos && endNanos > fromNanos;
  }
}
