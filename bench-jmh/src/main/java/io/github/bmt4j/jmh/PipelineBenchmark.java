package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Cost of an updated row in a batch, when the driver waits for the answer to each statement and
 * when it does not. 100 updates are a batch and a transaction; the score is for one row.
 *
 * <p>It stands for batches that cannot be rewritten. What pipelining saves is waiting: the way to
 * the server and back, and the wake-up for each answer. It shows on one machine, and much more over
 * a network. It is a setting of MariaDB Connector/J; MySQL Connector/J has none of the kind.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar PipelineBenchmark}; for publication with
 * {@code -f 5}.
 */
@Needs(Feature.PIPELINE)
public class PipelineBenchmark extends TwinBenchmark {
  /** A connection, its table and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Updates extends Twin {
    static final int ROWS = 100;

    private final DriverSettings settings;
    Connection connection;
    RowTable table;
    private PreparedStatement update;

    Updates(DriverSettings settings) {
      this.settings = settings;
    }

    @Override
    public void open(TrialServer server, int thread) throws SQLException {
      connection = closing(server.connect(settings));
      table = RowTable.of("pipeline", thread);
      table.create(connection);
      closing(() -> table.drop(connection));
      table.fill(connection, ROWS);
      update =
          closing(
              connection.prepareStatement(
                  "UPDATE " + table.name() + " SET k = k + ? WHERE id = ?"));
      connection.setAutoCommit(false);
    }

    int[] update() throws SQLException {
      for (int id = 1; id <= ROWS; id++) {
        update.setInt(1, 1);
        update.setInt(2, id);
        update.addBatch();
      }
      int[] counts = update.executeBatch();
      connection.commit();
      return counts;
    }
  }

  /** The driver sends before it has the answer to what it sent. */
  public static class Pipelined extends Updates {
    public Pipelined() {
      super(DriverSettings.PLAIN);
    }
  }

  /** The driver waits for each answer. */
  public static class OneAtATime extends Updates {
    public OneAtATime() {
      super(DriverSettings.PLAIN.withoutPipelining());
    }
  }

  /** 100 updates without waiting. */
  @Benchmark
  @OperationsPerInvocation(Updates.ROWS)
  public int[] pipelined(Pipelined at) throws SQLException {
    return at.update();
  }

  /** 100 updates, and an answer to each before the next. */
  @Benchmark
  @OperationsPerInvocation(Updates.ROWS)
  public int[] oneAtATime(OneAtATime at) throws SQLException {
    return at.update();
  }
}
