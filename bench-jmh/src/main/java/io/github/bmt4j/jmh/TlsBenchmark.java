package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverSettings.Tls;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.Server;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.RangeSelect;
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
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Cost of encryption on connections that stay open: a row by its primary key, where TLS adds to
 * each message, and a result of 10,000 rows, where it adds to each byte.
 *
 * <p>It stands for a server that is near: encryption takes processor time of client and server,
 * which is a smaller part where the network is slow. The certificate is not checked. What a
 * handshake costs is in {@link ConnectBenchmark}.
 *
 * <p>The server's library for TLS decides ({@code SELECT @@version_ssl_library} on MariaDB): the
 * embedded server has WolfSSL, which is several times slower than the OpenSSL of servers that a
 * distribution packs. Measure the server that you will use.
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar TlsBenchmark}; for publication with {@code -f
 * 5}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@Needs({Feature.SERVER, Feature.TLS})
public class TlsBenchmark {
  /** The table, and the proof that the twins do the same. */
  @State(Scope.Benchmark)
  public static class Proof extends TwinProof {
    @Override
    protected boolean withPoints() {
      return true;
    }

    @Override
    protected TwinGate gate() {
      return new TwinGate(TlsBenchmark.class)
          .with("pointSelect", new Plain())
          .with("pointSelectTls", new Encrypted());
    }
  }

  /** A connection and its statements. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Selects implements Twin {
    private Connection connection;
    private PointSelect point;
    private RangeSelect range;
    private SplitMix64 random;

    abstract boolean isEncrypted();

    /** Opens the connection of a thread. */
    @Setup(Level.Trial)
    public void setUp(Proof proof, ThreadParams threads) throws SQLException {
      open(proof.server(), threads.getThreadIndex());
    }

    @Override
    public void open(Server server, int thread) throws SQLException {
      connection = server.connect(DriverSettings.PLAIN.with(isEncrypted() ? Tls.ON : Tls.OFF));
      SessionStatus.of(connection).expectEncrypted(isEncrypted());
      point = PointSelect.prepared(connection);
      range = new RangeSelect(connection);
      random = new SplitMix64(SplitMix64.stateOf(1, thread));
    }

    Row next() throws SQLException {
      return point.row(1 + random.nextInt(RowTable.POINT_ROWS));
    }

    void all(Blackhole into) throws SQLException {
      range.read(RowTable.POINT_ROWS, into);
    }

    @Override
    public List<String> once() throws SQLException {
      List<String> lines = new ArrayList<>();
      lines.add(point.row(1).toString());
      lines.addAll(range.lines(RowTable.POINT_ROWS));
      return lines;
    }

    @Override
    @TearDown(Level.Trial)
    public void close() throws SQLException {
      if (connection != null) {
        connection.close();
      }
    }
  }

  /** In clear. */
  @State(Scope.Thread)
  public static class Plain extends Selects {
    @Override
    boolean isEncrypted() {
      return false;
    }
  }

  /** With TLS. */
  @State(Scope.Thread)
  public static class Encrypted extends Selects {
    @Override
    boolean isEncrypted() {
      return true;
    }
  }

  /** A row in clear. */
  @Benchmark
  public Row pointSelect(Plain at) throws SQLException {
    return at.next();
  }

  /** A row, encrypted. */
  @Benchmark
  public Row pointSelectTls(Encrypted at) throws SQLException {
    return at.next();
  }

  /** 10,000 rows in clear. */
  @Benchmark
  public void fetch(Plain at, Blackhole into) throws SQLException {
    at.all(into);
  }

  /** 10,000 rows, encrypted. */
  @Benchmark
  public void fetchTls(Encrypted at, Blackhole into) throws SQLException {
    at.all(into);
  }
}
