package io.github.bmt4j.cli.screen;

import io.github.bmt4j.progress.Progress;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Work that says how far it is on a line now and then: for pipes and files. Any thread. */
public final class PacedLines implements Progress.Step {
  private static final long INTERVAL_NANOS = 5_000_000_000L;

  private final Progress progress;
  private final Pace pace;
  private final LongSupplier nanoTime;
  private final AtomicLong saidNanos;

  /** Its first line comes after five seconds, and the next ones as far from each other. */
  PacedLines(Progress progress, Pace pace, LongSupplier nanoTime) {
    this.progress = progress;
    this.pace = pace;
    this.nanoTime = nanoTime;
    this.saidNanos = new AtomicLong(nanoTime.getAsLong());
  }

  @Override
  public void advance(long amount) {
    pace.advance(amount);
    long now = nanoTime.getAsLong();
    long said = saidNanos.get();
    if (now - said >= INTERVAL_NANOS && saidNanos.compareAndSet(said, now)) {
      progress.say(pace.line());
    }
  }

  @Override
  public void skip(long amount) {
    pace.skip(amount);
  }

  @Override
  public void close() {}
}
