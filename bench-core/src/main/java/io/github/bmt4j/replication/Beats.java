package io.github.bmt4j.replication;

import io.github.bmt4j.clock.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Times at which the beats of a heartbeat were acknowledged. Beats have ascending numbers, larger
 * than those of older heartbeats. For several threads.
 */
public final class Beats {
  private static final int HOUR =
      (int) (Duration.ofHours(1).toMillis() / Heartbeat.PERIOD.toMillis());

  private static final long NEVER = Long.MAX_VALUE;

  /** Number before the first beat: larger than any that an older heartbeat can have left. */
  private final long base;

  /** Times by the beat's number, minus the base. */
  private long[] acknowledged = new long[HOUR];

  private int last;

  Beats(long base, long nanos) {
    this.base = base;
    acknowledged[0] = nanos;
  }

  /** The number of a new beat, which is not acknowledged yet. */
  synchronized long begin() {
    last++;
    if (last == acknowledged.length) {
      acknowledged = Arrays.copyOf(acknowledged, last + HOUR);
    }
    acknowledged[last] = NEVER;
    return base + last;
  }

  synchronized void acknowledged(long number, long nanos) {
    acknowledged[index(number)] = nanos;
    notifyAll();
  }

  /**
   * Waits, for a limited time, until a beat that an answer lacks is acknowledged.
   *
   * @param shown number in the answer
   */
  public synchronized void awaitMissing(long shown, Clock clock, Duration limit) {
    long now = clock.nanoTime();
    long until = now + limit.toNanos();
    try {
      while (now < until && lagNanos(shown, now, now) == 0) {
        TimeUnit.NANOSECONDS.timedWait(this, until - now);
        now = clock.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Receives the bounds of the time from a beat's acknowledgement until a server showed it. */
  interface Seen {
    void beat(long acknowledgedNanos, long leastNanos, long mostNanos);
  }

  /**
   * Reports each beat that an answer shows but the answer before lacked. A beat that is shown
   * before its acknowledgement has no lag.
   *
   * @param before number in the answer before
   * @param sinceNanos time of that answer, on the clock
   * @param endNanos time of the new one
   */
  synchronized void seen(long before, long shown, long sinceNanos, long endNanos, Seen seen) {
    for (int beat = index(before) + 1; beat <= index(shown); beat++) {
      if (acknowledged[beat] != NEVER || beat == last) {
        long from = Math.min(acknowledged[beat], endNanos);
        seen.beat(from, Math.max(0, sinceNanos - from), endNanos - from);
      }
    }
  }

  /**
   * Age of the oldest acknowledged beat that an answer lacks, in ns.
   *
   * @param shown number in the answer; a number of an older heartbeat lacks all beats
   * @param startNanos time at which the query was sent, on the clock: beats acknowledged later do
   *     not count as missing
   * @return 0 if it lacks none
   */
  public synchronized long lagNanos(long shown, long startNanos, long endNanos) {
    for (int beat = index(shown) + 1; beat <= last; beat++) {
      if (acknowledged[beat] != NEVER) {
        return acknowledged[beat] < startNanos ? endNanos - acknowledged[beat] : 0;
      }
    }
    return 0;
  }

  /** Returns true if a number belongs to one of these beats, not to an older heartbeat. */
  public boolean has(long shown) {
    return shown > base;
  }

  /**
   * Number of the last acknowledged beat; before the first, a number for which {@link #has} is
   * false.
   */
  public synchronized long lastAcknowledged() {
    return base + acknowledgedUpTo(last);
  }

  /** Time from the beat in an answer to the last beat, by their acknowledgements, in ns. */
  public synchronized long behindNanos(long shown) {
    return acknowledged[acknowledgedUpTo(last)] - acknowledged[acknowledgedUpTo(index(shown))];
  }

  /** The longest time between two moments in which no beat was acknowledged, in ns. */
  public synchronized long longestGapNanos(long fromNanos, long untilNanos) {
    long longest = 0;
    long before = fromNanos;
    for (int beat = 0; beat <= last; beat++) {
      if (acknowledged[beat] > before && acknowledged[beat] < untilNanos) {
        longest = Math.max(longest, acknowledged[beat] - before);
        before = acknowledged[beat];
      }
    }
    return Math.max(longest, untilNanos - before);
  }

  private int acknowledgedUpTo(int beat) {
    int number = beat;
    while (acknowledged[number] == NEVER) {
      number--;
    }
    return number;
  }

  /** The index of a number; 0 for numbers of older heartbeats. */
  private int index(long number) {
    return (int) Math.min(last, Math.max(0, number - base));
  }

  /** Number of the last beat that was begun, acknowledged or not. */
  public synchronized long begun() {
    return base + last;
  }

  /** Beats that were begun, acknowledged or not. */
  public synchronized long count() {
    return last;
  }

  /** Number of beats up to the one in an answer; 0 for a beat of an older heartbeat. */
  public synchronized long countUpTo(long shown) {
    return index(shown);
  }
}
