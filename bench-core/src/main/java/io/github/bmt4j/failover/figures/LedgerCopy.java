package io.github.bmt4j.failover.figures;

import java.util.List;

/**
 * A node's copy of the ledger, read after faults were healed and replication was idle.
 *
 * @param node its name
 * @param rows one for each row, in the order of their ids
 */
public record LedgerCopy(String node, List<Row> rows) {
  /**
   * A row of the ledger: the write, and the server that took it.
   *
   * @param sequence number of the write, as in {@link Operation#sequence}
   * @param attempt number of the attempt, as in {@link Operation#attempt}
   * @param server identity of the server that wrote it
   */
  public record Row(long id, long sequence, int attempt, String server) {}
}
