package io.github.bmt4j.failover.figures;

/** A part of the imitated application; each has a schedule and workers of its own. */
public enum ProbeKind {
  /** One transaction that inserts into the ledger. */
  WRITER("--write-rate"),
  /** One read-only transaction that reads the newest row of the ledger. */
  READER("--read-rate"),
  /** Opens and closes a plain connection. */
  CONNECTOR("--connect-rate");

  private final String rate;

  ProbeKind(String rate) {
    this.rate = rate;
  }

  /** The end of a reason about missing operations: the option that lowers the load. */
  public String remedy() {
    return "; if the servers are too slow, lower " + rate;
  }
}
