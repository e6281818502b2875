package io.github.bmt4j.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * Counters of one worker, by the ordinals of {@link Counter}. One thread writes and others read,
 * without a lock.
 */
final class WorkerCounters {
  /** Keeps the counters of two workers off one cache line. */
  private static final int PADDING = 16;

  private static final VarHandle AT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int COUNTERS = Counter.values().length;

  private final long[] values = new long[COUNTERS + PADDING];

  void add(int counter, long amount) {
    AT.setRelease(values, counter, values[counter] + amount);
  }

  long of(Counter counter) {
    return (long) AT.getAcquire(values, counter.ordinal());
  }

  static long sum(List<Worker> workers, Counter... counters) {
    long sum = 0;
    for (Worker worker : workers) {
      for (Counter counter : counters) {
        sum += worker.recorder().count(counter);
      }
    }
    return sum;
  }

  Counts read() {
    long[] read = new long[COUNTERS];
    Arrays.setAll(read, i -> (long) AT.getAcquire(values, i));
    return new Counts(read);
  }
}
