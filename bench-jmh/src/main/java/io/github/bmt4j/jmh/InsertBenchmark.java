package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverSettings.Batch;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.RowInserts;
import io.github.bmt4j.jmh.twin.RowTable;
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
 * Cost of an inserted row by the way rows are sent: one by one, as a batch, as a batch that the
 * driver rewrites into one INSERT, and with MariaDB's bulk command. 100 rows are a transaction; the
 * score is for one row.
 *
 * <p>It stands for imports. Each thread has a table of its own, which is emptied before every
 * iteration, outside the measured time: an index stays small, and threads never wait for a lock. A
 * batch is pipelined where the driver can (see {@link PipelineBenchmark}). What a commit costs is
 * in the score of a row once in a hundred (see {@link CommitBenchmark}).
 *
 * <p>What drivers send besides, as the server counts it, is theirs and in the score: MySQL
 * Connector/J asks before each batch whether the transaction is read-only, and MariaDB Connector/J
 * 2.7 prepares the statement anew for each bulk command, where 3 and newer prepare it once.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar InsertBenchmark}; for publication with {@code
 * -f 5}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Needs(Feature.SERVER)
public class InsertBenchmark {
  /** The server, and the proof that the twins do the same. */
  @State(Scope.Benchmark)
  public static class Proof extends TwinProof {
    @Override
    protected boolean withPoints() {
      return false;
    }

    @Override
    protected TwinGate gate() {
      return new TwinGate(InsertBenchmark.class)
          .with("oneByOne", new OneByOne())
          .with("batch", new Batched())
          .with("rewritten", new Rewritten())
          .with("bulk", new Bulk());
    }
  }

  /** A connection, its table and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Inserts implements Twin {
    private Connection connection;
    private RowInserts rows;

    abstract Batch kind();

    abstract void expect(SessionStatus after, SessionStatus before);

    /** Opens the connection of a thread and makes its table. */
    @Setup(Level.Trial)
    public void setUp(Proof proof, ThreadParams threads) throws SQLException {
      open(proof.server(), threads.getThreadIndex());
    }

    @Override
    public void open(Server server, int thread) throws SQLException {
      connection = server.connect(DriverSettings.PLAIN.with(kind()));
      rows = new RowInserts(connection, RowTable.of("insert", thread));
      connection.setAutoCommit(false);
    }

    /** Begins with an empty table. */
    @Setup(Level.Iteration)
    public void restart() throws SQLException {
      rows.restart();
      connection.commit();
    }

    int oneByOne() throws SQLException {
      int inserted = rows.oneByOne();
      connection.commit();
      return inserted;
    }

    int[] batch() throws SQLException {
      int[] counts = rows.batch();
      connection.commit();
      return counts;
    }

    int inserted() throws SQLException {
      return RowInserts.inserted(batch());
    }

    @Override
    public List<String> once() throws SQLException {
      restart();
      SessionStatus before = SessionStatus.of(connection);
      int inserted = inserted();
      SessionStatus after = SessionStatus.of(connection);
      after.expect(before, "Handler_write", RowInserts.ROWS);
      after.expect(before, "Com_commit", 1);
      expect(after, before);
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

  /** A statement and an answer a row. */
  @State(Scope.Thread)
  public static class OneByOne extends Inserts {
    @Override
    Batch kind() {
      return Batch.PLAIN;
    }

    @Override
    int inserted() throws SQLException {
      return oneByOne();
    }

    @Override
    void expect(SessionStatus after, SessionStatus before) {
      after.expect(before, "Com_insert", RowInserts.ROWS);
    }
  }

  /** A batch of statements. */
  @State(Scope.Thread)
  public static class Batched extends Inserts {
    @Override
    Batch kind() {
      return Batch.PLAIN;
    }

    @Override
    void expect(SessionStatus after, SessionStatus before) {
      after.expect(before, "Com_insert", RowInserts.ROWS);
    }
  }

  /** One statement with all rows, as text. */
  @State(Scope.Thread)
  public static class Rewritten extends Inserts {
    @Override
    Batch kind() {
      return Batch.REWRITTEN;
    }

    @Override
    void expect(SessionStatus after, SessionStatus before) {
      after.expect(before, "Com_insert", 1);
      after.expect(before, "Com_stmt_execute", 0);
    }
  }

  /** One command with all rows, in binary form. */
  @State(Scope.Thread)
  public static class Bulk extends Inserts {
    @Override
    Batch kind() {
      return Batch.BULK;
    }

    @Override
    void expect(SessionStatus after, SessionStatus before) {
      after.expect(before, "Com_stmt_execute", 1);
    }
  }

  /** 100 rows, one by one. */
  @Benchmark
  @OperationsPerInvocation(RowInserts.ROWS)
  public int oneByOne(OneByOne at) throws SQLException {
    return at.oneByOne();
  }

  /** 100 rows as a batch. */
  @Benchmark
  @OperationsPerInvocation(RowInserts.ROWS)
  public int[] batch(Batched at) throws SQLException {
    return at.batch();
  }

  /** 100 rows as a batch that becomes one statement. */
  @Benchmark
  @OperationsPerInvocation(RowInserts.ROWS)
  public int[] rewritten(Rewritten at) throws SQLException {
    return at.batch();
  }

  /** 100 rows as a batch that becomes one command. */
  @Benchmark
  @Needs(Feature.BULK)
  @OperationsPerInvocation(RowInserts.ROWS)
  public int[] bulk(Bulk at) throws SQLException {
    return at.batch();
  }
}
