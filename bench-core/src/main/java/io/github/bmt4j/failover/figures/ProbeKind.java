package io.github.bmt4j.failover.figures;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A part of the imitated application; each has a schedule and workers of its own. */
public enum ProbeKind {
  /** One transaction that inserts into the ledger. */
  WRITER("writes", "--write-rate"),
  /** One read-only transaction that reads the newest row of the ledger. */
  READER("reads", "--read-rate"),
  /** Opens and closes a plain connection. */
  CONNECTOR("new connections", "--connect-rate");

  private final String plural;
  private final String rate;

  ProbeKind(String plural, String rate) {
    this.plural = plural;
    this.rate = rate;
  }

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The operations of all of its kind, such as "reads". */
  String plural() {
    return plural;
  }

  /** The end of a reason about missing operations: the option that lowers the load. */
  public String remedy() {
    return "; if the servers are too slow, lower " + rate;
  }
}
