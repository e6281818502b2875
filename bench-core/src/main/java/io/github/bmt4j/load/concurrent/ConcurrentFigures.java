package io.github.bmt4j.load.concurrent;

import io.github.bmt4j.clock.Percentiles;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.concurrent.ConcurrentLoad.Window;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.load.run.Rounding;
import org.jspecify.annotations.Nullable;

/** The figures of a concurrent load. */
public final class ConcurrentFigures {
  private ConcurrentFigures() {}

  public static ConcurrentPhase of(Phase phase, Window window) {
    Latencies latencies = window.latencies();
    Counts counts = window.counts();
    double seconds = window.seconds();
    long transactions = counts.of(Counter.TRANSACTIONS);
    long failed = counts.notOk();
    return new ConcurrentPhase(
        phase,
        Rounding.round(seconds, 1e4),
        transactions,
        rate(transactions, seconds),
        Percentiles.times(latencies.response(), failed),
        longestMs(latencies),
        failed,
        counts.of(Counter.ERRORS));
  }

  private static @Nullable Double longestMs(Latencies latencies) {
    long operations = latencies.response().getTotalCount() + latencies.failed().getTotalCount();
    long longest = Math.max(latencies.response().getMaxValue(), latencies.failed().getMaxValue());
    return operations == 0 ? null : (Double) Percentiles.millis(longest);
  }

  /** The longest operation of a window, or the longest time without a success if that is longer. */
  public static @Nullable Double stallMs(Window window) {
    Double longest = longestMs(window.latencies());
    double without = Percentiles.millis(window.withoutSuccessNanos());
    return without > (longest == null ? 0 : longest) ? (Double) without : longest;
  }

  public static @Nullable Double rate(long count, double seconds) {
    return Rounding.rateOrNull(count, seconds);
  }
}
