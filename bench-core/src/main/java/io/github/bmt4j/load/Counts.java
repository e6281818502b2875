package io.github.bmt4j.load;

import java.util.Arrays;

/** Values of all counters at one moment, or their growth between two. */
public final class Counts {
  public static final Counts ZERO = new Counts(new long[Counter.values().length]);

  private final long[] values;

  Counts(long[] values) {
    this.values = values;
  }

  public long of(Counter counter) {
    return values[counter.ordinal()];
  }

  /** Statements that succeeded. */
  public long queries() {
    return of(Counter.READS) + of(Counter.WRITES) + of(Counter.OTHERS);
  }

  public Counts plus(Counts other) {
    long[] sum = values.clone();
    Arrays.setAll(sum, i -> values[i] + other.values[i]);
    return new Counts(sum);
  }

  Counts minus(Counts earlier) {
    long[] growth = values.clone();
    Arrays.setAll(growth, i -> values[i] - earlier.values[i]);
    return new Counts(growth);
  }
}
