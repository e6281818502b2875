package io.github.bmt4j.failover.figures;

import io.github.bmt4j.clock.Medians;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * When the throughput of OK writes was back: the begin of the first window of 1 s from which on all
 * windows of the sustained time (one begins every 100 ms) hold 95 % of the median window before t0.
 * The first such window begins with the end of the write outage, however many delayed writes end
 * then; where throughput went down without a write outage, or later, with the first window that is
 * too low.
 */
final class Recovery {
  private static final long WINDOW_NANOS = 1_000_000_000;
  private static final long STEP_NANOS = 100_000_000;

  private final long[] ends;
  private final Evidence evidence;
  private final Limits limits;

  Recovery(Operations operations, Evidence evidence, Limits limits) {
    this.ends = operations.okEnds(ProbeKind.WRITER);
    this.evidence = evidence;
    this.limits = limits;
  }

  /**
   * The moment; nothing when throughput never was lower, when neither an outage of writes nor a
   * failed or stalled operation was seen, or when it did not come back while it was observed.
   */
  OptionalLong nanos(Optional<Outage> writes, OptionalLong detected) {
    List<Long> before = countsBefore();
    if (before.isEmpty()
        || (writes.isEmpty() && detected.isEmpty())
        || (writes.isPresent() && !writes.get().ended())) {
      return OptionalLong.empty();
    }
    double enough = limits.share() * Medians.of(before);
    long earliest = writes.map(Outage::endNanos).orElse(evidence.t0Nanos());
    OptionalLong dip = firstDip(enough);
    return dip.isEmpty()
        ? dip
        : LongStream.iterate(
                Math.max(dip.getAsLong(), earliest),
                begin -> begin + limits.sustainedNanos() <= evidence.endNanos(),
                begin -> begin + STEP_NANOS)
            .filter(begin -> sustainedFrom(begin, enough))
            .findFirst();
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
    int low = 0;
    int high = ends.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
