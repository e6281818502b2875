package io.github.bmt4j.failover.client;

import com.zaxxer.hikari.HikariDataSource;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.TracedWrite;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.outcome.Failure;
import io.github.bmt4j.outcome.Outcome;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Session;
import io.github.bmt4j.workload.SessionContext;
import io.github.bmt4j.workload.StatementCounts;
import io.github.bmt4j.workload.Workload;
import io.github.bmt4j.workload.WriteTrace;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The audited workload of an application: sessions that run its transactions one after the other
 * with a pause between them, and write down what they were told of each write.
 */
final class AuditedLoad {
  /** Little load, so that the probes measure the servers and not this. */
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  private static final long LAST_WORDS_MILLIS = 1000;

  private static final long SEED = 1;

  private final AuditPlan plan;
  private final Workload workload;
  private final Params params;
  private final HikariDataSource pool;
  private final Clock clock;
  private final List<Worker> workers = new ArrayList<>();
  private volatile boolean ending;

  private AuditedLoad(AuditPlan plan, HikariDataSource pool, Clock clock) {
    this.plan = plan;
    this.pool = pool;
    this.clock = clock;
    workload = plan.found();
    params = plan.params();
  }

  static AuditedLoad start(AuditPlan plan, HikariDataSource pool, Clock clock) {
    AuditedLoad load = new AuditedLoad(plan, pool, clock);
    for (int number = 0; number < plan.sessions(); number++) {
      load.workers.add(load.new Worker(number));
    }
    load.workers.forEach(Thread::start);
    return load;
  }

  /**
   * Ends it: transactions under way may continue until then, and later lose their connections.
   *
   * @return outcome of each write; that of one that still hangs is unknown
   */
  List<TracedWrite> stop(long untilNanos) throws InterruptedException {
    ending = true;
    for (Worker worker : workers) {
      worker.join(Math.max(1, (untilNanos - clock.nanoTime()) / 1_000_000));
    }
    workers.forEach(Worker::abort);
    List<TracedWrite> writes = new ArrayList<>();
    for (Worker worker : workers) {
      worker.join(LAST_WORDS_MILLIS);
      // Asked first: what a worker says between the two questions is then told twice, not never.
      boolean hangs = worker.isAlive();
      writes.addAll(worker.told());
      if (hangs) {
        writes.add(new TracedWrite("", "", Outcome.UNKNOWN, false));
      }
    }
    return writes;
  }

  private final class Worker extends Thread {
    private final Session session;
    private final StatementCounts counts = new StatementCounts(workload.shares(params).size());
    private final List<TracedWrite> told = new ArrayList<>();
    private volatile @Nullable Connection used;

    Worker(int number) {
      super("bmt-audited-" + number);
      setDaemon(true);
      session = workload.newSession(new SessionContext(params, number, plan.sessions(), SEED));
    }

    List<TracedWrite> told() {
      synchronized (told) {
        return List.copyOf(told);
      }
    }

    void abort() {
      Connection connection = used;
      if (connection != null) {
        try {
          connection.abort(Runnable::run);
        } catch (SQLException e) {
          // It is gone already.
        }
      }
    }

    @Override
    public void run() {
      while (!ending) {
        try (Connection connection = pool.getConnection()) {
          used = connection.unwrap(Connection.class);
          Sql.execute(connection, workload.connectionSql(params).toArray(String[]::new));
          transaction(connection);
        } catch (SQLException | RuntimeException e) {
          // No connection, or none that could be given back: the next one may do.
        }
        used = null;
        clock.sleepUntil(clock.nanoTime() + PAUSE_NANOS, () -> ending);
      }
    }

    private void transaction(Connection connection) throws SQLException {
      session.attach(connection);
      try {
        session.next();
        counts.begin();
        session.execute(counts);
        tell(Outcome.OK);
      } catch (SQLException e) {
        tell(Failure.of(e, counts.phase()).outcome());
        rollBack(connection);
      } catch (RuntimeException e) {
        // The driver failed: nothing is known of the write, nor of the connection.
        tell(Outcome.UNKNOWN);
        pool.evictConnection(connection);
      } finally {
        session.detach();
      }
    }

    private void tell(Outcome outcome) {
      WriteTrace trace = session.trace();
      if (trace != null) {
        synchronized (told) {
          told.add(new TracedWrite(trace.place(), trace.content(), outcome, counts.rolledBack()));
        }
      }
    }

    private void rollBack(Connection connection) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("ROLLBACK");
      } catch (SQLException | RuntimeException e) {
        pool.evictConnection(connection);
      }
    }
  }
}
