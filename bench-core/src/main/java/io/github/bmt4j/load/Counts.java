package io.github.bmt4j.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Map;

/** Values of all counters at a moment, or their growth between two moments. */
public final class Counts {
  public static final Counts ZERO = new Counts(none());

  private final long[] values;

  @JsonCreator
  Counts(long[] values) {
    this.values = values;
  }

  /** Counts of the given counters; the others are 0. */
  public static Counts from(Map<Counter, Long> counts) {
    long[] values = none();
    counts.forEach((counter, count) -> values[counter.ordinal()] = count);
    return new Counts(values);
  }

  /** The values by the ordinals of their counters, as sent to another process. */
  @JsonValue
  long[] values() {
    return values.clone();
  }

  public long of(Counter counter) {
    return values[counter.ordinal()];
  }

  /** Statements that succeeded. */
  public long queries() {
    return of(Counter.READS) + of(Counter.WRITES) + of(Counter.OTHERS);
  }

  /** Operations that ended FAILED or UNKNOWN. */
  public long notOk() {
    return of(Counter.FAILED) + of(Counter.UNKNOWN);
  }

  public Counts plus(Counts other) {
    long[] sum = values.clone();
    Arrays.setAll(sum, i -> values[i] + other.values[i]);
    return new Counts(sum);
  }

  static long[] none() {
    return new long[Counter.values().length];
  }

  /** These counts, except that counters of an operation's end have the given values, by ordinal. */
  Counts ended(long[] ended) {
    long[] all = values.clone();
    int first = Counter.TRANSACTIONS.ordinal();
    System.arraycopy(ended, first, all, first, Counter.UNKNOWN.ordinal() + 1 - first);
    return new Counts(all);
  }

  Counts minus(Counts earlier) {
    long[] growth = values.clone();
    Arrays.setAll(growth, i -> values[i] - earlier.values[i]);
    return new Counts(growth);
  }
}
