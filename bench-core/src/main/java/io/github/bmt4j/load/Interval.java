package io.github.bmt4j.load;

import java.util.List;

/**
 * Measurements between two moments of a run.
 *
 * @param fromNanos begin, since the start of the measurement
 * @param toNanos end, since the start of the measurement
 * @param warmup true if it belongs to the warm-up; its {@code fromNanos} and {@code toNanos} are
 *     then negative or 0
 * @param counts growth of the counters
 * @param latencies times of the operations that ended in it
 * @param kinds the same by kind of operation; empty in the warm-up, and where all are of one kind
 * @param end what there was at its end
 */
public record Interval(
    long fromNanos,
    long toNanos,
    boolean warmup,
    Counts counts,
    Latencies latencies,
    List<KindMeasurement> kinds,
    End end) {
  public Interval {
    kinds = List.copyOf(kinds);
  }

  /**
   * The load at the end of an interval.
   *
   * @param backlog arrivals due and not begun; 0 in a closed loop
   * @param underWay operations begun and not ended
   * @param measuredQueries statements of measured operations until the counts were read
   * @param errors failed attempts of measured operations until then, by code and phase
   */
  public record End(long backlog, long underWay, long measuredQueries, List<ErrorLog.Line> errors) {
    public End {
      errors = List.copyOf(errors);
    }
  }

  /** Memory of its histograms. */
  public long bytes() {
    return latencies.bytes()
        + kinds.stream().mapToLong(one -> one.response().getEstimatedFootprintInBytes()).sum();
  }

  public double seconds() {
    return (toNanos - fromNanos) / 1e9;
  }
}
