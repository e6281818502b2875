package io.github.bmt4j.load;

import io.github.bmt4j.load.Measurement.StatementLatencies;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

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
 * @param statements times of the statements that ended in it; empty in the warm-up, and where they
 *     are not timed
 * @param end what there was at its end
 */
public record Interval(
    long fromNanos,
    long toNanos,
    boolean warmup,
    Counts counts,
    Latencies latencies,
    List<KindMeasurement> kinds,
    List<StatementLatencies> statements,
    End end) {
  public Interval {
    kinds = List.copyOf(kinds);
    statements = List.copyOf(statements);
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
        + Stream.concat(
                kinds.stream().map(KindMeasurement::response),
                statements.stream().map(StatementLatencies::service))
            .mapToLong(Histogram::getEstimatedFootprintInBytes)
            .sum();
  }

  public double seconds() {
    return (toNanos - fromNanos) / 1e9;
  }
}
