package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
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
public class CommitBenchmark extends TwinBenchmark {
  /** A connection, its table and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Inserts extends Twin {
    final boolean autoCommit;
    Connection connection;
    private RowInserts rows;

    Inserts(boolean autoCommit) {
      this.autoCommit = autoCommit;
    }

    @Override
    public void open(TrialServer server, int thread) throws SQLException {
      connection = closing(server.connect(DriverSettings.PLAIN));
      rows = closing(new RowInserts(connection, RowTable.of("commit", thread)));
      connection.setAutoCommit(autoCommit);
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
  }

  /** In auto-commit mode. */
  public static class PerRow extends Inserts {
    public PerRow() {
      super(true);
    }
  }

  /** In transactions. */
  public static class Per100 extends Inserts {
    public Per100() {
      super(false);
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
