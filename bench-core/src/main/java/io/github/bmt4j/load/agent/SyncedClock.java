package io.github.bmt4j.load.agent;

import io.github.bmt4j.clock.Clock;
import java.time.Instant;

/**
 * The controller's clock, as an agent knows it: its own plus an offset. A new offset is reached
 * evenly over ten seconds, so that no measured time contains a step.
 */
public final class SyncedClock implements Clock {
  static final long SLEW_NANOS = 10_000_000_000L;

  private final Clock own;
  private volatile Line line = new Line(0, 0, 0);

  private record Line(long sinceNanos, long from, long to) {
    long at(long nanos) {
      if (from == to) {
        return to;
      }
      double part = Math.min(1, Math.max(0, (double) (nanos - sinceNanos) / SLEW_NANOS));
      return from + Math.round((to - from) * part);
    }
  }

  public SyncedClock(Clock own) {
    this.own = own;
  }

  public void set(long offsetNanos) {
    line = new Line(own.nanoTime(), offsetNanos, offsetNanos);
  }

  public void slewTo(long offsetNanos) {
    long now = own.nanoTime();
    line = new Line(now, line.at(now), offsetNanos);
  }

  @Override
  public long nanoTime() {
    long nanos = own.nanoTime();
    return nanos + line.at(nanos);
  }

  @Override
  public Instant now() {
    return own.now();
  }
}
