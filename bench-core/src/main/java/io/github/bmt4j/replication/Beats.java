package io.github.bmt4j.replication;

import java.time.Duration;
import java.util.Arrays;

/** When each beat of a heartbeat was acknowledged. For several threads. */
final class Beats {
  private static final int HOUR =
      (int) (Duration.ofHours(1).toMillis() / Heartbeat.PERIOD.toMillis());

  private static final long NEVER = Long.MAX_VALUE;

  /** By the beat's number. */
  private long[] acknowledged = new long[HOUR];

  private int last;

  /**
   * @param nanos moment from which beat 0, the row as it was made, is there
   */
  Beats(long nanos) {
    acknowledged[0] = nanos;
  }

  /** The number of a new beat, which is not acknowledged yet. */
  synchronized long begin() {
    last++;
    if (last == acknowledged.length) {
      acknowledged = Arrays.copyOf(acknowledged, last + HOUR);
    }
    acknowledged[last] = NEVER;
    return last;
  }

  synchronized void acknowledged(long number, long nanos) {
    acknowledged[(int) number] = nanos;
  }

  /** See {@link Heartbeat#lagNanos}. */
  synchronized long lagNanos(long shown, long startNanos, long endNanos) {
    for (int number = (int) shown + 1; number <= last; number++) {
      if (acknowledged[number] != NEVER) {
        return acknowledged[number] < startNanos ? endNanos - acknowledged[number] : 0;
      }
    }
    return 0;
  }

  /** Number of the last that was acknowledged; 0 before the first. */
  synchronized long lastAcknowledged() {
    int number = last;
    while (acknowledged[number] == NEVER) {
      number--;
    }
    return number;
  }

  /** Number of the last that was begun. */
  synchronized long begun() {
    return last;
  }
}
