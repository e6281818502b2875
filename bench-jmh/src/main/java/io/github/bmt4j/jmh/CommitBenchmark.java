package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.RowInserts;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.SessionFacts;
import io.github.bmt4j.jmh.twin.SessionStatus;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinGate;
import io.github.bmt4j.jmh.twin.TwinProof;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Cost of a commit: the same 100 inserts with a commit each, and with one for all. The score is for
 * one row, so that the difference of the twins is 99/100 of a commit.
 *
 * <p>It stands for writes of a few rows at a server with the durability that it is set to: {@code
 * innodb_flush_log_at_trx_commit}, {@code sync_binlog} and the disk decide, more than any driver,
 * so that scores of two servers are comparable only where these are the same. It does not measure
 * group commit, which needs many threads ({@code -t 16}), nor replication.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar CommitBenchmark}; for publication with {@code
 * -f 5}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Needs(Feature.SERVER)
public class CommitBenchmark {
  /** The server, and the proof that the twins do the same. */
  @State(Scope.Benchmark)
  public static class Proof extends TwinProof {
    @Override
    protected boolean withPoints() {
      return false;
    }

    @Override
    protected TwinGate gate() {
      return new TwinGate(CommitBenchmark.class)
          .with("perRow", new PerRow())
          .with("per100", new Per100());
    }
  }

  /** A connection, its table and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Inserts implements Twin {
    private Connection connection;
    private RowInserts rows;

    abstract boolean isAutoCommit();

    /** Opens the connection of a thread and makes its table. */
    @Setup(Level.Trial)
    public void setUp(Proof proof, ThreadParams threads) throws SQLException {
      open(proof.server(), threads.getThreadIndex());
    }

    @Override
    public void open(Server server, int thread) throws SQLException {
      connection = server.connect(DriverSettings.PLAIN);
      rows = new RowInserts(connection, RowTable.of("commit", thread));
      connection.setAutoCommit(isAutoCommit());
    }

    /** Begins with an empty table. */
    @Setup(Level.Iteration)
    public void restart() throws SQLException {
      rows.restart();
    }

    int insert() throws SQLException {
      return rows.oneByOne();
    }

    int insertAndCommit() throws SQLException {
      int inserted = rows.oneByOne();
      connection.commit();
      return inserted;
    }

    @Override
    public List<String> once() throws SQLException {
      restart();
      SessionStatus before = SessionStatus.of(connection);
      int inserted = isAutoCommit() ? insert() : insertAndCommit();
      SessionStatus after = SessionStatus.of(connection);
      after.expect(before, "Com_insert", RowInserts.ROWS);
      after.expect(before, "Com_commit", isAutoCommit() ? 0 : 1);
      if (SessionFacts.isAutoCommit(connection) != isAutoCommit()) {
        throw new IllegalStateException("is not what it is called: the server commits otherwise");
      }
      return List.of(inserted + " rows inserted", rows.contents());
    }

    @Override
    @TearDown(Level.Trial)
    public void close() throws SQLException {
      if (rows != null) {
        rows.close();
      }
      if (connection != null) {
        connection.close();
      }
    }
  }

  /** In auto-commit mode. */
  @State(Scope.Thread)
  public static class PerRow extends Inserts {
    @Override
    boolean isAutoCommit() {
      return true;
    }
  }

  /** In transactions. */
  @State(Scope.Thread)
  public static class Per100 extends Inserts {
    @Override
    boolean isAutoCommit() {
      return false;
    }
  }

  /** 100 rows, each committed. */
  @Benchmark
  @OperationsPerInvocation(RowInserts.ROWS)
  public int perRow(PerRow at) throws SQLException {
    return at.insert();
  }

  /** 100 rows, committed at once. */
  @Benchmark
  @OperationsPerInvocation(RowInserts.ROWS)
  public int per100(Per100 at) throws SQLException {
    return at.insertAndCommit();
  }
}
