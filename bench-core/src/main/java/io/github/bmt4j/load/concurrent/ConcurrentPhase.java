package io.github.bmt4j.load.concurrent;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.clock.Times;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a concurrent OLTP load in a phase of the experiment. An operation belongs to the phase
 * in which it ended.
 *
 * @param seconds length of the phase
 * @param transactions transactions that ended OK
 * @param tps transactions a second; absent if the phase had no length
 * @param response their times
 * @param longestMs the longest time of any operation, with any outcome; absent without operations
 * @param failed operations that did not end OK
 * @param errors failed attempts, retried or not
 */
public record ConcurrentPhase(
    Phase phase,
    double seconds,
    long transactions,
    @Nullable Double tps,
    Times response,
    @Nullable Double longestMs,
    long failed,
    long errors) {
  /** Phases of an experiment. */
  public enum Phase {
    BEFORE,
    DURING,
    AFTER;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
