package io.github.bmt4j.failover.figures;

import io.github.bmt4j.clock.Medians;
import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * For how long the throughput of OK writes was low, and when it was back: the start of the first
 * window of 1 s from which on all windows of the sustained time (one begins every 100 ms) hold 95 %
 * of the median window before t0. The search begins at the end of the write outage, however many
 * delayed writes end then; if throughput fell without a write outage, or later, at the first window
 * that is too low. A window that begins with few writes does not count: delayed writes that end
 * together at its end do not make up for them. Recovery comes after the degraded time.
 */
final class Recovery {
  private static final long WINDOW_NANOS = 1_000_000_000;
  private static final long STEP_NANOS = 100_000_000;
  private static final long FINE_STEP_NANOS = 10_000_000;
  private static final double DEGRADED_SHARE = 0.9;

  /** A window begins well if its first part of this length has half of the usual writes. */
  private static final long FIRST_NANOS = 100_000_000;

  /** Least number of usual writes in that part, which is longer if necessary. */
  private static final int FIRST_WRITES = 10;

  /** A window that lacks at most this many writes is not low, however few there are. */
  private static final int SPARED = 2;

  private final long[] ends;
  private final Evidence evidence;
  private final Limits limits;
  private final List<Long> before;
  private final long firstNanos;

  Recovery(Operations operations, Evidence evidence, Limits limits) {
    this.ends = operations.okEnds(ProbeKind.WRITER);
    this.evidence = evidence;
    this.limits = limits;
    this.before = countsBefore();
    this.firstNanos =
        Math.min(
            WINDOW_NANOS,
            Math.max(FIRST_NANOS, FIRST_WRITES * evidence.intervalNanos(ProbeKind.WRITER)));
  }

  /**
   * The times with too few OK writes, in their order: gaps, and moments around which no window has
   * 90 % of the writes of the median one before t0, unless the client itself stood still.
   */
  List<Gap> degraded(List<Gap> gaps) {
    List<Gap> low = new ArrayList<>(gaps);
    if (!before.isEmpty()) {
      double median = Medians.of(before);
      low(Math.min(DEGRADED_SHARE * median, median - SPARED)).stream()
          .filter(time -> !evidence.isPaused(time))
          .forEach(low::add);
    }
    low.sort(Comparator.comparingLong(Gap::beginNanos));
    List<Gap> merged = new ArrayList<>();
    for (Gap next : low) {
      Gap last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last == null || next.beginNanos() > last.endNanos()) {
        merged.add(next);
      } else if (next.endNanos() > last.endNanos()) {
        merged.set(merged.size() - 1, new Gap(last.beginNanos(), next.endNanos(), next.closed()));
      }
    }
    return merged;
  }

  /** The times from t0 on that are in no window with at least this many writes. */
  private List<Gap> low(double enough) {
    List<Gap> low = new ArrayList<>();
    long covered = evidence.t0Nanos();
    for (long window = evidence.t0Nanos() - WINDOW_NANOS;
        window + WINDOW_NANOS <= evidence.endNanos();
        window += FINE_STEP_NANOS) {
      // There is no later window to show that the end of the observation is well.
      boolean last = window + WINDOW_NANOS > evidence.endNanos() - FINE_STEP_NANOS;
      if (count(window) >= enough && (last || beginsWell(window))) {
        if (window > covered) {
          low.add(new Gap(covered, window, true));
        }
        covered = Math.max(covered, window + WINDOW_NANOS);
      }
    }
    if (evidence.endNanos() - covered > FINE_STEP_NANOS) {
      low.add(new Gap(covered, evidence.endNanos(), false));
    }
    return low;
  }

  /**
   * The moment of recovery; absent if throughput was never lower, if neither a write outage nor a
   * failed or stalled operation was seen, or if throughput did not come back during the
   * observation.
   *
   * @param degraded degraded times that the client did not cause
   */
  OptionalLong nanos(Optional<Outage> writes, OptionalLong detected, List<Gap> degraded) {
    OptionalLong earliest = earliest(writes, detected, degraded);
    if (earliest.isEmpty()) {
      return earliest;
    }
    double enough = limits.share() * Medians.of(before);
    return LongStream.iterate(
            earliest.getAsLong(),
            begin -> begin + limits.sustainedNanos() <= evidence.endNanos(),
            begin -> begin + STEP_NANOS)
        .filter(begin -> beginsWell(begin) && sustainedFrom(begin, enough))
        .filter(
            begin ->
                degraded.stream()
                    .noneMatch(new Gap(begin, begin + limits.sustainedNanos(), true)::overlaps))
        .findFirst();
  }

  /**
   * The first moment from which throughput may be back but was not observed for long enough; absent
   * if it was never lower.
   */
  OptionalLong earliestUnseen(Optional<Outage> writes, OptionalLong detected, List<Gap> degraded) {
    OptionalLong earliest = earliest(writes, detected, degraded);
    return earliest.isEmpty()
        ? earliest
        : OptionalLong.of(
            Math.max(earliest.getAsLong(), evidence.endNanos() - limits.sustainedNanos()));
  }

  private OptionalLong earliest(
      Optional<Outage> writes, OptionalLong detected, List<Gap> degraded) {
    if (before.isEmpty() || (writes.isEmpty() && detected.isEmpty())) {
      return OptionalLong.empty();
    }
    OptionalLong dip = firstDip(limits.share() * Medians.of(before));
    long ended =
        degraded.stream()
            .filter(low -> low.nanos() > limits.stallNanos())
            .mapToLong(Gap::endNanos)
            .reduce(
                writes.map(outage -> outage.gap().endNanos()).orElse(evidence.t0Nanos()),
                Math::max);
    return dip.isEmpty() ? dip : OptionalLong.of(Math.max(dip.getAsLong(), ended));
  }

  private OptionalLong firstDip(double enough) {
    return LongStream.iterate(
            evidence.t0Nanos(),
            begin -> begin + WINDOW_NANOS <= evidence.endNanos(),
            begin -> begin + STEP_NANOS)
        .filter(begin -> count(begin) < enough)
        .findFirst();
  }

  private boolean sustainedFrom(long begin, double enough) {
    for (long window = begin;
        window + WINDOW_NANOS <= begin + limits.sustainedNanos();
        window += STEP_NANOS) {
      if (count(window) < enough) {
        return false;
      }
    }
    return true;
  }

  private boolean beginsWell(long window) {
    long first = below(window + firstNanos) - below(window);
    return 2 * WINDOW_NANOS * first >= firstNanos * Medians.of(before);
  }

  private List<Long> countsBefore() {
    List<Long> counts = new ArrayList<>();
    for (long window = evidence.t0Nanos() - WINDOW_NANOS;
        window >= evidence.fromNanos();
        window -= STEP_NANOS) {
      counts.add(count(window));
    }
    return counts;
  }

  private long count(long windowNanos) {
    return below(windowNanos + WINDOW_NANOS) - below(windowNanos);
  }

  private long below(long nanos) {
    return Operations.first(ends.length, i -> ends[i], nanos);
  }
}
