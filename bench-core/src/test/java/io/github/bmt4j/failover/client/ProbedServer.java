package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.LedgerCopy;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.server.Child;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.BooleanSupplier;

/** An embedded server with an empty ledger, and what tests do to it. */
final class ProbedServer implements AutoCloseable {
  private final Server lab;

  ProbedServer(String... options) throws TargetException, SQLException {
    lab = ItServers.open(ItServers.embedded(), options);
    emptyLedger();
  }

  Target target() {
    return lab.target();
  }

  void emptyLedger() throws SQLException {
    execute(Plans.LEDGER.dropSql(), Plans.LEDGER.createSql());
  }

  void execute(String... statements) throws SQLException {
    Queries.execute(target(), statements);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(
        target().url(), target().user(), target().password().reveal());
  }

  List<LedgerCopy.Row> ledger() throws SQLException {
    try (Connection connection = connect()) {
      return Plans.LEDGER.read(connection);
    }
  }

  /** Waits until no statement runs but the one that asks. */
  void awaitNothingAtWork() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      boolean atWork = true;
      while (atWork) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM information_schema.processlist"
                    + " WHERE command IN ('Query', 'Execute') AND id <> CONNECTION_ID()")) {
          row.next();
          atWork = row.getLong(1) > 0;
        }
      }
    }
  }

  /**
   * Waits until the process list has at least that number of sessions.
   *
   * @param which condition of SQL on its columns
   */
  void awaitSessions(int count, String which) throws SQLException, InterruptedException {
    String query = "SELECT COUNT(*) FROM information_schema.processlist WHERE " + which;
    try (Connection connection = connect()) {
      await(
          () -> {
            try {
              return Sql.number(connection, query) >= count;
            } catch (SQLException e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  long pid() {
    return lab.pid().orElseThrow();
  }

  /** Sends a signal to its process, if that is still there. */
  void signal(String name) throws IOException, InterruptedException {
    if (ProcessHandle.of(pid()).isPresent()) {
      Child.signal(name, pid());
    }
  }

  ClientProcess client(Plans plans, Path folder, String... javaOptions) throws TargetException {
    return ClientProcess.start(plans.plan(), folder, List.of(javaOptions), Clock.SYSTEM);
  }

  static List<Operation> of(ClientLog log, ProbeKind probe) {
    return log.operations().stream().filter(operation -> operation.probe() == probe).toList();
  }

  /** Waits until something is so, for a minute at most. */
  static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; !condition.getAsBoolean(); i++) {
      if (i == 6_000) {
        throw new AssertionError("it does not come to pass");
      }
      Thread.sleep(10);
    }
  }

  @Override
  public void close() {
    lab.close();
  }
}
