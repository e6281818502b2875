package io.github.bmt4j.failover.external;

import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.Failure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the servers of a user's cluster: the rows of their ledgers, and which servers take
 * writes.
 */
final class LedgerReading {
  private final ExternalTables tables;
  private final String identity;
  private final Map<String, LedgerCopy> copies = new LinkedHashMap<>();
  private final Map<String, String> writable = new LinkedHashMap<>();
  private String named = "";
  private boolean addressFailed;
  private int failures;
  private int lacking;
  private @Nullable SQLException failure;

  LedgerReading(ExternalTables tables, String identity) {
    this.tables = tables;
    this.identity = identity;
  }

  /** Reads the server to which the application's address leads, most likely the primary. */
  void address(String url) {
    int before = failures;
    named = read(url);
    addressFailed = failures > before;
  }

  void node(String url) {
    read(url);
  }

  /**
   * Reads all in one transaction that begins with a write, so that a proxy that splits reads from
   * writes sends all queries to one server.
   *
   * @return the server if it takes writes, else ""
   */
  private String read(String url) {
    try (Connection connection = tables.open(url)) {
      connection.setAutoCommit(false);
      boolean writes = tables.takeWrites(connection);
      if (tables.areMissing(connection)) {
        throw new SQLException(
            "a server does not have bmt's tables of this repetition", "", Failure.NO_SUCH_TABLE);
      }
      String server = Sql.text(connection, "SELECT " + identity);
      if (!copies.containsKey(server)) {
        copies.put(server, new LedgerCopy(server, tables.ledger.read(connection)));
      }
      connection.rollback();
      if (writes) {
        writable.putIfAbsent(server, url);
      }
      return writes ? server : "";
    } catch (SQLException e) {
      failures++;
      lacking += e.getErrorCode() == Failure.NO_SUCH_TABLE ? 1 : 0;
      // Missing tables are a more useful reason than an absent server.
      failure = failure == null || e.getErrorCode() == Failure.NO_SUCH_TABLE ? e : failure;
      return "";
    }
  }

  boolean isAnswered() {
    return !copies.isEmpty() || lacking > 0;
  }

  boolean isEmpty() {
    return copies.isEmpty();
  }

  /** Returns true if no server could be read, and every server that answered lacks the tables. */
  boolean isHopeless() {
    return copies.isEmpty() && failures > 0 && lacking == failures;
  }

  /**
   * Returns true if the server that took the last write was not read, although it may be the
   * primary.
   */
  boolean lacks(String writer) {
    return named.isEmpty() && !writer.isEmpty() && !copies.containsKey(writer);
  }

  /** Returns true if another reading would hardly show another primary. */
  boolean isConclusive(String writer) {
    return writable.isEmpty()
        ? failure == null && writer.isEmpty()
        : !lacks(writer) && (writable.size() == 1 || !addressFailed);
  }

  String problem(String writer) {
    return "cannot read the ledger"
        + (copies.isEmpty() ? "" : " of " + writer + ", which took the application's last write")
        + (failure == null ? "" : ": " + failure.getMessage());
  }

  /** Reason why the first unreadable server could not be read; absent when all could. */
  @Nullable SQLException failure() {
    return failure;
  }

  /** URLs of the servers that take writes, the primary's first. */
  List<String> urls(String writer) {
    String primary = primary(writer);
    List<String> urls = new ArrayList<>();
    writable.forEach((server, url) -> urls.add(server.equals(primary) ? 0 : urls.size(), url));
    return urls;
  }

  TestCluster.Aftermath aftermath(String writer) {
    return new TestCluster.Aftermath(
        primary(writer), List.copyOf(copies.values()), List.copyOf(writable.keySet()));
  }

  private @Nullable String primary(String writer) {
    if (!named.isEmpty()) {
      return named;
    }
    return writable.containsKey(writer)
        ? writer
        : writable.keySet().stream().findFirst().orElse(null);
  }
}
