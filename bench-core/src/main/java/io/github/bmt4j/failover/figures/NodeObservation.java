package io.github.bmt4j.failover.figures;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.failover.figures.SignificantGaps.Gap;
import java.util.Locale;

/**
 * One poll of a node by an observer, over a plain connection directly to it. Times in ns on the
 * run's clock.
 *
 * @param node its name
 * @param server the identity that the node gives itself, as in {@link Operation#server}; "" when it
 *     did not answer
 * @param reachable true if it answered query and write in time
 * @param writable true if it committed the observer's write in time
 * @param readOnly true if it reports that it is read-only; false when it did not answer
 */
public record NodeObservation(
    String node,
    String server,
    long startNanos,
    long endNanos,
    boolean reachable,
    boolean writable,
    boolean readOnly) {
  /** What a node was to an application that wants to write. */
  public enum Role {
    WRITABLE("takes writes"),
    READ_ONLY("is read-only"),
    DOWN("does not answer"),
    /** It answers a query but not a write. */
    STALLED("stalls"),
    /** It refuses a write, and is not read-only. */
    ERROR("refuses writes");

    private final String words;

    Role(String words) {
      this.words = words;
    }

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String words() {
      return words;
    }

    /** True of a role that a node keeps; others end by themselves. */
    boolean lasts() {
      return this == WRITABLE || this == READ_ONLY || this == DOWN;
    }
  }

  public Role role() {
    return !reachable
        ? server.isEmpty() ? Role.DOWN : Role.STALLED
        : writable ? Role.WRITABLE : readOnly ? Role.READ_ONLY : Role.ERROR;
  }

  boolean overlaps(Gap time) {
    return endNanos > time.beginNanos() && startNanos < time.endNanos();
  }
}
