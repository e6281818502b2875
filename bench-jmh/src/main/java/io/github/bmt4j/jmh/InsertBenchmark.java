package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverSettings.Batch;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.RowInserts;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;

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
public class InsertBenchmark extends TwinBenchmark {
  /** A connection, its table and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Inserts extends Twin {
    private final Batch kind;
    Connection connection;
    private RowInserts rows;

    Inserts(Batch kind) {
      this.kind = kind;
    }

    @Override
    public void open(TrialServer server, int thread) throws SQLException {
      connection = closing(server.connect(DriverSettings.PLAIN.with(kind)));
      rows = closing(new RowInserts(connection, RowTable.of("insert", thread)));
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
  }

  /** A statement and an answer a row. */
  public static class OneByOne extends Inserts {
    public OneByOne() {
      super(Batch.PLAIN);
    }
  }

  /** A batch of statements. */
  public static class Batched extends Inserts {
    public Batched() {
      super(Batch.PLAIN);
    }
  }

  /** One statement with all rows, as text. */
  public static class Rewritten extends Inserts {
    public Rewritten() {
      super(Batch.REWRITTEN);
    }
  }

  /** One command with all rows, in binary form. */
  public static class Bulk extends Inserts {
    public Bulk() {
      super(Batch.BULK);
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
