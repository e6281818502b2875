package io.github.bmt4j.clock;

import java.util.Collection;

/** The middle value; of an even number of values, the mean of the two in the middle. */
public final class Medians {
  private Medians() {}

  /** The median of one value or more. */
  public static double of(Collection<? extends Number> values) {
    double[] sorted = values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
