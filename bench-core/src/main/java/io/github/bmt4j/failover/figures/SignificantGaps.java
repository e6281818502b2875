package io.github.bmt4j.failover.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gaps between successes, and which of them are more than noise: a gap is significant if it is
 * longer than three intervals of the probe and longer than every gap of the baseline.
 */
final class SignificantGaps {
  private static final int NOISE_INTERVALS = 3;

  private final List<Gap> afterFault = new ArrayList<>();
  private final long thresholdNanos;

  /**
   * A time without success.
   *
   * @param beginNanos the last success before
   * @param endNanos the first success after; if there was none, the end of the observation
   * @param closed true if there was one
   */
  record Gap(long beginNanos, long endNanos, boolean closed) {
    long nanos() {
      return endNanos - beginNanos;
    }

    Gap since(long nanos) {
      return new Gap(Math.max(beginNanos, nanos), endNanos, closed);
    }

    boolean overlaps(Gap other) {
      return commonNanos(other) > 0;
    }

    long commonNanos(Gap other) {
      return Math.max(
          0, Math.min(endNanos, other.endNanos) - Math.max(beginNanos, other.beginNanos));
    }

    /**
     * Part of the gap, in ns, outside other gaps.
     *
     * @param others gaps that do not overlap each other
     * @param path one more, which may overlap them
     */
    long nanosOutside(List<Gap> others, @Nullable Gap path) {
      if (path != null && overlaps(path)) {
        return new Gap(beginNanos, Math.max(beginNanos, path.beginNanos()), true)
                .nanosOutside(others, null)
            + new Gap(Math.min(endNanos, path.endNanos()), endNanos, true)
                .nanosOutside(others, null);
      }
      return nanos() - others.stream().mapToLong(this::commonNanos).sum();
    }

    boolean holds(long nanos) {
      return nanos >= beginNanos && nanos < endNanos;
    }
  }

  /**
   * Finds the gaps.
   *
   * @param successes moments, ascending; moments outside the observation do not count
   * @param intervalNanos between two tries
   */
  SignificantGaps(long[] successes, long intervalNanos, Evidence evidence, Limits limits) {
    long[] seen =
        Arrays.stream(successes)
            .filter(at -> at >= evidence.fromNanos() && at <= evidence.endNanos())
            .toArray();
    long longestBefore = 0;
    for (int i = 1; i < seen.length; i++) {
      Gap gap = new Gap(seen[i - 1], seen[i], true);
      if (gap.endNanos() > evidence.t0Nanos()) {
        afterFault.add(gap);
      } else {
        longestBefore = Math.max(longestBefore, gap.nanos());
      }
    }
    thresholdNanos = Math.max(NOISE_INTERVALS * intervalNanos, longestBefore);
    if (seen.length > 0) {
      Gap tail = new Gap(seen[seen.length - 1], evidence.endNanos(), false);
      if (significant(tail) && tail.nanos() > limits.stallNanos()) {
        afterFault.add(tail);
      }
    }
  }

  /**
   * The gaps that end after t0, in their order. The last one may never end; it counts if it is
   * longer than the stall limit, because a shorter one may be due to the end of the observation.
   */
  List<Gap> afterFault() {
    return List.copyOf(afterFault);
  }

  boolean significant(Gap gap) {
    return gap.nanos() > thresholdNanos;
  }

  /** A gap up to this length cannot be distinguished from noise. */
  long thresholdNanos() {
    return thresholdNanos;
  }
}
