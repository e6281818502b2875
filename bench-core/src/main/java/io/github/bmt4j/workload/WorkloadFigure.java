package io.github.bmt4j.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A figure that only this workload has, such as TPC-C's new orders a minute. More is better.
 *
 * @param name such as {@code NOPM}
 * @param unit such as {@code 1/min}
 */
public record WorkloadFigure(String name, double value, String unit) {
  /** The value of the figure with this name; absent if there is none. */
  public static @Nullable Double value(List<WorkloadFigure> all, String name) {
    return all.stream()
        .filter(figure -> figure.name().equals(name))
        .map(WorkloadFigure::value)
        .findFirst()
        .orElse(null);
  }
}
