package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.Row;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.SessionStatus;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinGate;
import io.github.bmt4j.jmh.twin.TwinProof;
import io.github.bmt4j.workload.SplitMix64;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Cost of a statement by the way it is sent: a row by its primary key, as text, prepared by the
 * driver, and prepared on the server.
 *
 * <p>It stands for short reads from a warm cache over connections that stay open: statements are
 * made once and used again. It does not measure the cost of preparing, nor the disk, nor queues in
 * a busy server.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar StatementBenchmark}; for publication with
 * {@code -f 5}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Needs(Feature.SERVER)
public class StatementBenchmark {
  /** The table, and the proof that the twins do the same. */
  @State(Scope.Benchmark)
  public static class Proof extends TwinProof {
    @Override
    protected boolean withPoints() {
      return true;
    }

    @Override
    protected TwinGate gate() {
      return new TwinGate(StatementBenchmark.class)
          .with("text", new Text())
          .with("clientPrepared", new ClientPrepared())
          .with("serverPrepared", new ServerPrepared());
    }
  }

  /** A connection and its statement. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Select implements Twin {
    private static final int[] PROOF_IDS = {1, 2, 4_999, RowTable.POINT_ROWS};

    private Connection connection;
    private PointSelect select;
    private SplitMix64 random;

    abstract DriverSettings settings();

    abstract PointSelect select(Connection opened) throws SQLException;

    /** Opens the connection of a thread. */
    @Setup(Level.Trial)
    public void setUp(Proof proof, ThreadParams threads) throws SQLException {
      open(proof.server(), threads.getThreadIndex());
    }

    @Override
    public void open(Server server, int thread) throws SQLException {
      connection = server.connect(settings());
      select = select(connection);
      random = new SplitMix64(SplitMix64.stateOf(1, thread));
    }

    Row next() throws SQLException {
      return select.row(1 + random.nextInt(RowTable.POINT_ROWS));
    }

    @Override
    public List<String> once() throws SQLException {
      SessionStatus before = SessionStatus.of(connection);
      List<String> rows = new ArrayList<>();
      for (int id : PROOF_IDS) {
        rows.add(select.row(id).toString());
      }
      SessionStatus after = SessionStatus.of(connection);
      after.expect(before, "Com_stmt_execute", settings().serverPrepared() ? PROOF_IDS.length : 0);
      return rows;
    }

    @Override
    @TearDown(Level.Trial)
    public void close() throws SQLException {
      if (connection != null) {
        connection.close();
      }
    }
  }

  /** The id is in the text. */
  @State(Scope.Thread)
  public static class Text extends Select {
    @Override
    DriverSettings settings() {
      return DriverSettings.PLAIN;
    }

    @Override
    PointSelect select(Connection opened) throws SQLException {
      return PointSelect.text(opened);
    }
  }

  /** The id is a parameter that the driver writes into the text. */
  @State(Scope.Thread)
  public static class ClientPrepared extends Select {
    @Override
    DriverSettings settings() {
      return DriverSettings.PLAIN;
    }

    @Override
    PointSelect select(Connection opened) throws SQLException {
      return PointSelect.prepared(opened);
    }
  }

  /** The id is a parameter of a statement that the server keeps. */
  @State(Scope.Thread)
  public static class ServerPrepared extends Select {
    @Override
    DriverSettings settings() {
      return DriverSettings.PLAIN.withServerPrepared();
    }

    @Override
    PointSelect select(Connection opened) throws SQLException {
      return PointSelect.prepared(opened);
    }
  }

  /** A row, by a text of its own. */
  @Benchmark
  public Row text(Text at) throws SQLException {
    return at.next();
  }

  /** A row, by a statement that the driver completes. */
  @Benchmark
  public Row clientPrepared(ClientPrepared at) throws SQLException {
    return at.next();
  }

  /** A row, by a statement that the server knows. */
  @Benchmark
  public Row serverPrepared(ServerPrepared at) throws SQLException {
    return at.next();
  }
}
