package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.Failure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** bmt's two tables in the database of a user's cluster. */
final class ExternalTables {
  final Ledger ledger;
  final ObserverTable observed;
  private String made = "";

  /**
   * @param id of the run, which their names contain
   */
  ExternalTables(String id) {
    this.ledger = new Ledger("bmt_ledger_" + id);
    this.observed = new ObserverTable("bmt_observer_" + id);
  }

  /** Makes them anew, with a row for the observer of each node and one that says when. */
  void make(Statement statement, List<String> nodes, Clock clock) throws SQLException {
    made = "made " + clock.now();
    drop(statement);
    List<String> rows = new ArrayList<>(nodes);
    rows.add(made);
    statement.execute(ledger.createSql());
    observed.create(statement, rows);
  }

  /** Returns true if their creation has begun. */
  boolean areMade() {
    return !made.isEmpty();
  }

  void drop(Statement statement) throws SQLException {
    statement.execute(ledger.dropSql());
    statement.execute(observed.dropSql());
  }

  String dropSql() {
    return ledger.dropSql() + "; " + observed.dropSql();
  }

  /** Returns true if a server lacks them, or has those of an earlier repetition. */
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
   * Returns true if a server takes a write to them, which is a part of the connection's
   * transaction. A server that reports that it is read-only does not, even if the login may write
   * there.
   */
  boolean takeWrites(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(observed.writeSql());
      try (ResultSet row =
          statement.executeQuery("SELECT @@global.read_only, @@innodb_read_only")) {
        row.next();
        return !NodeObserver.isOn(row.getString(1)) && !NodeObserver.isOn(row.getString(2));
      }
    } catch (SQLException e) {
      if (Failure.saysReadOnly(e.getErrorCode())) {
        return false;
      }
      throw e;
    }
  }
}
