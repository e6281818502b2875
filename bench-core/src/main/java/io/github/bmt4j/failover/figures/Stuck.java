package io.github.bmt4j.failover.figures;

import io.github.bmt4j.report.Lines;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Operations that had not ended at the end of the observation.
 *
 * @param oldestMs time for which the oldest was due; of the hung ones, if there are any
 * @param hung operations under way for longer than the stall limit and the driver's {@code
 *     socketTimeout}, on an open connection; pool and driver give up a borrow and a connect
 */
public record Stuck(long operations, @Nullable Double oldestMs, long hung) {
  /**
   * The stuck ones of some operations; one that is under way for longer than {@code hungNanos}
   * hangs.
   */
  public static Stuck of(List<Operation> operations, long endNanos, long hungNanos) {
    List<Operation> stuck = operations.stream().filter(Operation::stuck).toList();
    List<Operation> hung =
        stuck.stream().filter(operation -> operation.hung(endNanos, hungNanos)).toList();
    OptionalLong oldest =
        (hung.isEmpty() ? stuck : hung).stream().mapToLong(Operation::intendedNanos).min();
    return new Stuck(
        stuck.size(),
        oldest.isPresent() ? (Double) Millis.of(endNanos - oldest.getAsLong()) : null,
        hung.size());
  }

  public boolean hasHung() {
    return hung > 0;
  }

  /** A sentence with the number of operations that hang or, if none does, had not ended. */
  public String words() {
    return Lines.words(
        "%s %s at the end, the oldest for %,.1f s",
        Lines.counted(hasHung() ? hung : operations, "operation"),
        hasHung() ? "still hung" : "had not ended",
        Objects.requireNonNullElse(oldestMs, 0.0) / 1e3);
  }
}
