package io.github.bmt4j.load;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counters of one worker. One thread writes and others read, without a lock. */
final class WorkerCounters {
  /** Keeps the counters of two workers off one cache line. */
  private static final int PADDING = 16;

  private static final Counter[] COUNTERS = Counter.values();

  private final AtomicLongArray values = new AtomicLongArray(COUNTERS.length + 2 * PADDING);

  /** Counts. The writing thread. */
  void add(Counter counter, long amount) {
    int index = PADDING + counter.ordinal();
    values.lazySet(index, values.getPlain(index) + amount);
  }

  /** One count so far. */
  long of(Counter counter) {
    return values.get(PADDING + counter.ordinal());
  }

  /** All counts so far. */
  Counts read() {
    long[] read = new long[COUNTERS.length];
    for (int i = 0; i < read.length; i++) {
      read[i] = values.get(PADDING + i);
    }
    return new Counts(read);
  }
}
