package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.load.RetryPolicy;
import io.github.bmt4j.outcome.ErrorPhase;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A worker of a workload with its connection, as {@code bmt run} has them without a pool: what
 * deadlocks undo is rolled back and done again. Every other failure ends the benchmark, so that no
 * score is made of failures. Used by one thread.
 */
public final class WorkloadClient implements AutoCloseable {
  private static final Queue<WorkloadClient> ALL = new ConcurrentLinkedQueue<>();

  private final Session session;
  private final Connection connection;
  private final StatementCounts counts;
  private final List<String> kinds;
  private final long[] transactionsOfKinds;
  private final long[] nanosOfKinds;
  private long transactions;
  private long retries;

  /**
   * Counts of the clients so far.
   *
   * @param retries transactions that were rolled back and begun anew
   * @param kinds of each kind of transaction; empty where all are of one
   */
  public record Counts(
      long transactions, long statements, long retries, Map<String, KindCounts> kinds) {}

  /**
   * Counts of the clients for a kind so far.
   *
   * @param nanos time in ns that its transactions took, with their retries
   */
  public record KindCounts(long transactions, long nanos) {
    /** Of none. */
    public static final KindCounts NONE = new KindCounts(0, 0);

    private KindCounts plus(KindCounts other) {
      return new KindCounts(transactions + other.transactions, nanos + other.nanos);
    }

    /** Counts that were added since an earlier moment. */
    public KindCounts minus(KindCounts before) {
      return new KindCounts(transactions - before.transactions, nanos - before.nanos);
    }
  }

  /** The sum over all clients of this JVM that were ever connected; between iterations only. */
  public static Counts counts() {
    long transactions = 0;
    long statements = 0;
    long retries = 0;
    Map<String, KindCounts> kinds = new LinkedHashMap<>();
    for (WorkloadClient client : ALL) {
      transactions += client.transactions;
      statements += client.counts.reads() + client.counts.writes() + client.counts.others();
      retries += client.retries;
      for (int i = 0; i < client.kinds.size(); i++) {
        kinds.merge(
            client.kinds.get(i),
            new KindCounts(client.transactionsOfKinds[i], client.nanosOfKinds[i]),
            KindCounts::plus);
      }
    }
    return new Counts(transactions, statements, retries, kinds);
  }

  private WorkloadClient(Session session, Connection connection, List<String> kinds, int shares) {
    this.session = session;
    this.connection = connection;
    this.kinds = List.copyOf(kinds);
    this.transactionsOfKinds = new long[kinds.size()];
    this.nanosOfKinds = new long[kinds.size()];
    this.counts = new StatementCounts(shares);
  }

  /** Connects a worker. */
  public static WorkloadClient connect(
      TrialServer server, DriverSettings settings, Workload workload, SessionContext worker)
      throws SQLException {
    Session session = workload.newSession(worker);
    Connection connection = server.connect(settings);
    Sql.execute(connection, workload.connectionSql(worker.params()).toArray(String[]::new));
    session.attach(connection);
    WorkloadClient client =
        new WorkloadClient(
            session,
            connection,
            workload.kinds(worker.params()),
            workload.shares(worker.params()).size());
    ALL.add(client);
    return client;
  }

  /**
   * Runs the next transaction until it has succeeded.
   *
   * @throws SQLException when it failed for good
   */
  public void run() throws SQLException {
    session.next();
    if (kinds.isEmpty()) {
      untilItSucceeds();
    } else {
      long begun = Clock.SYSTEM.nanoTime();
      untilItSucceeds();
      nanosOfKinds[session.kind()] += Clock.SYSTEM.nanoTime() - begun;
      transactionsOfKinds[session.kind()]++;
    }
    transactions++;
  }

  private void untilItSucceeds() throws SQLException {
    for (int again = 0; !attempt(again); again++) {
      retries++;
    }
  }

  private boolean attempt(int retriesBefore) throws SQLException {
    counts.begin();
    counts.phase(ErrorPhase.STATEMENT);
    try {
      session.execute(counts);
      return true;
    } catch (SQLException e) {
      Failure failure = Failure.of(e, counts.phase());
      if (counts.applied() || !RetryPolicy.USUAL.allows(failure, retriesBefore)) {
        throw e;
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("ROLLBACK");
        counts.other();
      }
      return false;
    }
  }

  @Override
  public void close() throws SQLException {
    session.detach();
    connection.close();
  }
}
