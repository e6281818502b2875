package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.RowUpdates;
import io.github.bmt4j.jmh.twin.SessionStatus;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinGate;
import io.github.bmt4j.jmh.twin.TwinProof;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
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
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Needs({Feature.SERVER, Feature.PIPELINE})
public class PipelineBenchmark {
  /** The server, and the proof that the twins do the same. */
  @State(Scope.Benchmark)
  public static class Proof extends TwinProof {
    @Override
    protected boolean withPoints() {
      return false;
    }

    @Override
    protected TwinGate gate() {
      return new TwinGate(PipelineBenchmark.class)
          .with("pipelined", new Pipelined())
          .with("oneAtATime", new OneAtATime());
    }
  }

  /** A connection, its table and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Updates implements Twin {
    private Connection connection;
    private RowUpdates rows;

    abstract DriverSettings settings();

    /** Opens the connection of a thread and makes its table. */
    @Setup(Level.Trial)
    public void setUp(Proof proof, ThreadParams threads) throws SQLException {
      open(proof.server(), threads.getThreadIndex());
    }

    @Override
    public void open(Server server, int thread) throws SQLException {
      connection = server.connect(settings());
      rows = new RowUpdates(connection, RowTable.of("pipeline", thread));
      connection.setAutoCommit(false);
    }

    int[] update() throws SQLException {
      int[] counts = rows.batch();
      connection.commit();
      return counts;
    }

    @Override
    public List<String> once() throws SQLException {
      SessionStatus before = SessionStatus.of(connection);
      int[] counts = update();
      SessionStatus after = SessionStatus.of(connection);
      after.expect(before, "Com_update", RowUpdates.ROWS);
      after.expect(before, "Com_commit", 1);
      return List.of("updated " + Arrays.toString(counts), rows.contents());
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

  /** The driver sends before it has the answer to what it sent. */
  @State(Scope.Thread)
  public static class Pipelined extends Updates {
    @Override
    DriverSettings settings() {
      return DriverSettings.PLAIN;
    }
  }

  /** The driver waits for each answer. */
  @State(Scope.Thread)
  public static class OneAtATime extends Updates {
    @Override
    DriverSettings settings() {
      return DriverSettings.PLAIN.withoutPipelining();
    }
  }

  /** 100 updates without waiting. */
  @Benchmark
  @OperationsPerInvocation(RowUpdates.ROWS)
  public int[] pipelined(Pipelined at) throws SQLException {
    return at.update();
  }

  /** 100 updates, and an answer to each before the next. */
  @Benchmark
  @OperationsPerInvocation(RowUpdates.ROWS)
  public int[] oneAtATime(OneAtATime at) throws SQLException {
    return at.update();
  }
}
