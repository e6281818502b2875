package io.github.bmt4j.failover.figures;

/** A part of the imitated application; each has a schedule and workers of its own. */
public enum ProbeKind {
  /** One transaction that inserts into the ledger. */
  WRITER,
  /** One read-only transaction that reads the newest row of the ledger. */
  READER,
  /** Opens and closes a plain connection. */
  CONNECTOR
}
