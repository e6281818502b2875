package io.github.bmt4j.cli.screen;

import static io.github.bmt4j.report.Lines.words;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Speed of a piece of work, and the time that is left. Any thread. */
public final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Before that, a rate would be chance. */
  private static final double FIRST_RATE_SECONDS = 0.5;

  private final String what;
  private final long total;
  private final String unit;
  private final LongSupplier nanoTime;
  private volatile long beginNanos;
  private final LongAdder before = new LongAdder();
  private final LongAdder done = new LongAdder();

  /**
   * @param total amount of work, in units
   * @param nanoTime the clock
   */
  Pace(String what, long total, String unit, LongSupplier nanoTime) {
    this.what = what;
    this.total = total;
    this.unit = unit;
    this.nanoTime = nanoTime;
    this.beginNanos = nanoTime.getAsLong();
  }

  void advance(long amount) {
    done.add(amount);
  }

  /**
   * Leaves out work that was done before. The pace is measured from now on, so that earlier waits
   * do not count. Called before anything advances.
   */
  void skip(long amount) {
    before.add(amount);
    beginNanos = nanoTime.getAsLong();
  }

  /** Units a second since it began; empty when it has only just begun. */
  private Optional<Double> rate() {
    double seconds = (nanoTime.getAsLong() - beginNanos) / NANOS_PER_SECOND;
    return seconds < FIRST_RATE_SECONDS || done.sum() <= 0
        ? Optional.empty()
        : Optional.of(done.sum() / seconds);
  }

  /** Time that the rest takes at this pace. */
  Optional<Duration> left() {
    return rate().map(rate -> Duration.ofSeconds((long) Math.ceil((total - reached()) / rate)));
  }

  /** The rate, such as "154,000 rows/s"; empty when it is not known. */
  String rateText() {
    return rate().map(rate -> words("%,.0f %s/s", rate, unit)).orElse("");
  }

  /** One line that says everything. */
  String line() {
    String far = words("%s: %,d of %,d %s (%d %%)", what, reached(), total, unit, percent());
    return rate().isEmpty()
        ? far
        : far + ", " + rateText() + ", " + left().orElseThrow().toSeconds() + " s left";
  }

  private long reached() {
    // What exists already may be sent again.
    return Math.min(total, before.sum() + done.sum());
  }

  private long percent() {
    return total == 0 ? 100 : 100 * reached() / total;
  }
}
