package io.github.bmt4j.failover.external;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.failover.cluster.NodeObserver;
import io.github.bmt4j.failover.cluster.ObserverTable;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.progress.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** bmt's two tables in the database of a user's cluster. */
final class ExternalTables {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int DROP_MILLIS = 5_000;

  /** Opens a connection to a server, each of whose answers has a time limit. */
  interface Opening {
    Connection open(String url, int answerMillis) throws SQLException;
  }

  final Ledger ledger;
  final ObserverTable observed;
  private final Opening opening;
  private String made = "";

  ExternalTables(String id, Opening opening) {
    this.opening = opening;
    this.ledger = new Ledger("bmt_ledger_" + id);
    this.observed = new ObserverTable("bmt_observer_" + id);
  }

  /** Recreates the tables, with a row for the observer of each node and one with the time. */
  void make(Connection connection, List<String> nodes, Clock clock) throws SQLException {
    made = "made " + clock.now();
    drop(connection);
    Sql.execute(connection, ledger.createSql());
    observed.create(connection, Stream.concat(nodes.stream(), Stream.of(made)).toList());
  }

  Connection open(String url) throws SQLException {
    return opening.open(url, TestCluster.READ_MILLIS);
  }

  private void drop(Connection connection) throws SQLException {
    Sql.execute(connection, ledger.dropSql(), observed.dropSql());
  }

  /**
   * Drops them on one server, if their creation has begun, and reports where they are left.
   *
   * @param urls servers, of which the first that works is used
   * @param others servers that also took writes: they may be replicas, whose replication stops if
   *     their tables are dropped
   */
  void drop(Collection<String> urls, List<String> others, Clock clock, Progress progress) {
    if (made.isEmpty()) {
      return;
    }
    String sql = ledger.dropSql() + "; " + observed.dropSql();
    if (urls.stream().noneMatch(this::dropAt)) {
      progress.say("Could not drop bmt's tables; drop them with: " + sql);
    }
    for (String url : others) {
      long patience = clock.nanoTime() + PATIENCE.toNanos();
      while (!areMissingAt(url) && clock.nanoTime() <= patience) {
        clock.sleepUntil(clock.nanoTime() + POLL.toNanos(), () -> false);
      }
      if (!areMissingAt(url)) {
        progress.say(
            words("bmt's tables are still at %s; drop them with: %s", JdbcUrl.redacted(url), sql));
      }
    }
  }

  private boolean dropAt(String url) {
    try (Connection connection = opening.open(url, DROP_MILLIS)) {
      drop(connection);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  boolean areMissingAt(String url) {
    try (Connection connection = open(url)) {
      return areMissing(connection);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Returns true if a server lacks the tables, or has those of an earlier repetition. */
  boolean areMissing(Connection connection) throws SQLException {
    try {
      return Sql.text(connection, observed.countSql(made)).equals("0");
    } catch (SQLException e) {
      if (e.getErrorCode() == Failure.NO_SUCH_TABLE) {
        return true;
      }
      throw e;
    }
  }

  /**
   * Returns true if a server takes a write to the tables, as part of the connection's transaction.
   * A server that reports that it is read-only counts as refusing, even if the login may write
   * there.
   */
  boolean takeWrites(Connection connection) throws SQLException {
    try {
      Sql.execute(connection, observed.writeSql());
      return Sql.rows(connection, "SELECT @@global.read_only, @@innodb_read_only").stream()
          .flatMap(row -> row.values().stream())
          .noneMatch(NodeObserver::isOn);
    } catch (SQLException e) {
      if (Failure.saysReadOnly(e.getErrorCode())) {
        return false;
      }
      throw e;
    }
  }
}
