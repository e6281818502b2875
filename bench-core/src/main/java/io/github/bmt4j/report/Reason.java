package io.github.bmt4j.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.bmt4j.report.Reason.Code;
import java.util.Map;
import java.util.TreeMap;

/**
 * A reason why figures must not be used. Code decides by {@link #code}; only people read the text.
 */
public record Reason(@JsonProperty("code") Code code, @JsonProperty("text") String text) {
  /** Kinds of reasons, as they are stored; docs/method.md explains them. */
  public enum Code {
    /** Reason that was stored before reasons had codes. */
    UNSPECIFIED,
    INTERRUPTED,
    CUT_OFF,
    ENDED_EARLY,
    CLIENT_PAUSED,
    CLIENT_SATURATED,
    CLIENT_DISTURBED,
    CLIENT_STEAL,
    OPERATIONS_FAILED,
    RATE_MISSED,
    NOTHING_MEASURED,
    WARMUP_OVERRUN,
    COUNTS_DIFFER,
    SHARE_OUTSIDE,
    WRITES_MISSING,
    TABLES_DIFFER,
    SERVER_LOST,
    SERVER_RESTARTED,
    NODES_DIFFER,
    REPLICATION_FAILED,
    AGENTS_DIFFER,
    NOT_STORED,
    NOT_CLEANED_UP,
    STATEMENT_FAILED,
    WRONG_ANSWER,
    DISK_DIFFERS,
    BASELINE_DISTURBED,
    FAULT_FAILED,
    NOT_OBSERVED,
    BUG;

    public Reason of(String text) {
      return new Reason(this, text);
    }
  }

  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public Reason {}

  /** Reads a reason of a result that was stored before reasons had codes. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Reason uncoded(String text) {
    return Code.UNSPECIFIED.of(text);
  }

  /** Stored form: only the text if the reason had no code. */
  @JsonValue
  Object stored() {
    return code == Code.UNSPECIFIED ? text : new TreeMap<>(Map.of("code", code, "text", text));
  }

  /** The reason, with the part of the result that it concerns. */
  public Reason in(String part) {
    return code.of(part + ": " + text);
  }
}
