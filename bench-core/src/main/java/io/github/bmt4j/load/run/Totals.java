package io.github.bmt4j.load.run;

import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the measurement.
 *
 * @param transactions operations that ended OK
 * @param queries statements that succeeded: reads + writes + others
 * @param errors failed attempts, retried or not
 * @param retries retried attempts
 * @param failed operations that were surely not applied
 * @param unknown operations whose commit was lost with the connection
 * @param arrivals operations that were due, in an open loop or at terminals
 * @param unserved arrivals that never began
 * @param maxBacklog largest number of operations due but not begun, sampled 20 times a second (with
 *     agents, the sum of their maxima); absent in a closed loop
 * @param stuck operations that had not ended when the run was given up
 * @param reconnects connections that replaced a lost one
 * @param withoutSuccessSeconds times of at least 0.2 s, and of ten usual operations, without any
 *     success of those under way or due; absent without any
 * @param elapsedSeconds from the start of the measurement to the end of its last operation
 */
public record Totals(
    long transactions,
    long queries,
    long reads,
    long writes,
    long others,
    long errors,
    long retries,
    long failed,
    long unknown,
    @Nullable Long arrivals,
    long unserved,
    @Nullable Long maxBacklog,
    long stuck,
    long reconnects,
    @Nullable Double withoutSuccessSeconds,
    double elapsedSeconds) {
  public long withoutTime() {
    return failed + unknown + unserved + stuck;
  }

  /** The counts of a measurement; scheduled operations have arrivals. */
  static Totals of(Measurement measured, boolean scheduled) {
    Counts counts = measured.counts();
    return new Totals(
        counts.of(Counter.TRANSACTIONS),
        counts.queries(),
        counts.of(Counter.READS),
        counts.of(Counter.WRITES),
        counts.of(Counter.OTHERS),
        counts.of(Counter.ERRORS),
        counts.of(Counter.RETRIES),
        counts.of(Counter.FAILED),
        counts.of(Counter.UNKNOWN),
        scheduled ? (Long) measured.queue().arrivals() : null,
        measured.queue().unserved(),
        scheduled ? (Long) measured.queue().maxBacklog() : null,
        measured.ending().stuck(),
        counts.of(Counter.RECONNECTS),
        RunFigures.withoutSuccess(measured.disturbances().gaps(), measured.latencies()),
        Rounding.elapsed(measured.elapsedNanos()));
  }
}
