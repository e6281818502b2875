package io.github.bmt4j.failover.figures;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * A step on the servers or on the way to them. Its time is that of its completion, unless the kind
 * says otherwise.
 *
 * @param atNanos on the run's clock
 * @param node the node that it concerns; "" for none
 * @param text for people
 */
public record TimelineEvent(long atNanos, Kind kind, String node, String text) {
  /**
   * Kind of step, up to NOTE; later constants are observations of the application and the
   * observers.
   */
  public enum Kind {
    /** The moment just before the fault, t0; one in each repetition. */
    FAULT,
    /** The fault has been injected. */
    INJECTED,
    /** The user's command has ended; its effects may come later. */
    TRIGGERED,
    /** A node has been made primary: it takes writes. */
    PROMOTED,
    /** The endpoint or the name points to another node. */
    FLIPPED,
    /** A proxy that bmt does not steer leads new connections to another node, or to none. */
    SWITCHED,
    /** A node is back. */
    RETURNED,
    /** The fault is over. */
    HEALED,
    NOTE,
    FIRST_ERROR,
    LAST_WRITE,
    WRITE_AGAIN,
    LAST_READ,
    READ_AGAIN,
    LAST_CONNECT,
    CONNECT_AGAIN,
    SERVER_DOWN,
    SERVER_WRITABLE,
    DETECTED,
    RECOVERED;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
