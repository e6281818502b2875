package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.ReplicatedUrl;
import io.github.bmt4j.jmh.twin.Row;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.SessionFacts;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinGate;
import io.github.bmt4j.jmh.twin.TwinProof;
import io.github.bmt4j.workload.SplitMix64;
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
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Cost of sending read-only work to a replica by the driver: read-only mode on, a row by its
 * primary key, read-only mode off, on a plain connection and on one with a {@code replication:}
 * URL.
 *
 * <p>Both twins reach the same server, so that the difference is what the driver does, and not what
 * another server does: the URL of {@code routed} names the server twice, as primary and as replica.
 * It stands for applications with read-only transactions; replication lag and failover are not
 * measured. The statement is made each time, because drivers bind it to the connection of the
 * moment.
 *
 * <p>Routing may be cheaper than none: by the server's counts, MariaDB Connector/J 3 and newer tell
 * a plain connection of the mode and back, and a replica's of the mode alone; 2.7 tells neither;
 * MySQL Connector/J sends some seven statements more when it changes the connection.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar ReadOnlyRoutingBenchmark}; for publication
 * with {@code -f 5}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Needs({Feature.SERVER, Feature.ROUTING})
public class ReadOnlyRoutingBenchmark {
  /** The table, and the proof that the twins do the same. */
  @State(Scope.Benchmark)
  public static class Proof extends TwinProof {
    @Override
    protected boolean withPoints() {
      return true;
    }

    @Override
    protected TwinGate gate() {
      return new TwinGate(ReadOnlyRoutingBenchmark.class)
          .with("plain", new Plain())
          .with("routed", new Routed());
    }
  }

  /** A connection. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Reads implements Twin {
    private Connection connection;
    private SplitMix64 random;

    abstract String url(Server server);

    abstract boolean isRouted();

    /** Opens the connection of a thread. */
    @Setup(Level.Trial)
    public void setUp(Proof proof, ThreadParams threads) throws SQLException {
      open(proof.server(), threads.getThreadIndex());
    }

    @Override
    public void open(Server server, int thread) throws SQLException {
      connection = server.connect(url(server));
      random = new SplitMix64(SplitMix64.stateOf(1, thread));
      long writing = SessionFacts.id(connection);
      connection.setReadOnly(true);
      long reading = SessionFacts.id(connection);
      connection.setReadOnly(false);
      if (reading != writing != isRouted()) {
        throw new IllegalStateException(
            "is not what it is called: reads and writes go over "
                + (isRouted() ? "one connection" : "two connections"));
      }
    }

    Row next() throws SQLException {
      return row(1 + random.nextInt(RowTable.POINT_ROWS));
    }

    private Row row(int id) throws SQLException {
      connection.setReadOnly(true);
      Row row;
      try (PointSelect select = PointSelect.text(connection)) {
        row = select.row(id);
      }
      connection.setReadOnly(false);
      return row;
    }

    @Override
    public List<String> once() throws SQLException {
      return List.of(row(1).toString(), row(RowTable.POINT_ROWS).toString());
    }

    @Override
    @TearDown(Level.Trial)
    public void close() throws SQLException {
      if (connection != null) {
        connection.close();
      }
    }
  }

  /** One host. */
  @State(Scope.Thread)
  public static class Plain extends Reads {
    @Override
    String url(Server server) {
      return server.url(DriverSettings.PLAIN);
    }

    @Override
    boolean isRouted() {
      return false;
    }
  }

  /** A primary and a replica. */
  @State(Scope.Thread)
  public static class Routed extends Reads {
    @Override
    String url(Server server) {
      return ReplicatedUrl.of(server.url(DriverSettings.PLAIN));
    }

    @Override
    boolean isRouted() {
      return true;
    }
  }

  /** A read-only row from the one server that there is. */
  @Benchmark
  public Row plain(Plain at) throws SQLException {
    return at.next();
  }

  /** A read-only row from the replica. */
  @Benchmark
  public Row routed(Routed at) throws SQLException {
    return at.next();
  }
}
