package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverSettings.Tls;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.PointTwin;
import io.github.bmt4j.jmh.twin.RangeSelect;
import io.github.bmt4j.jmh.twin.Row;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import io.github.bmt4j.workload.SplitMix64;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

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
@Needs(Feature.TLS)
public class TlsBenchmark extends TwinBenchmark {
  /** A connection and its statements. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Selects extends PointTwin {
    final Tls tls;
    Connection connection;
    PointSelect point;
    RangeSelect range;
    private SplitMix64 random;

    Selects(Tls tls) {
      this.tls = tls;
    }

    @Override
    public void open(TrialServer server, int thread) throws SQLException {
      connection = closing(server.connect(DriverSettings.PLAIN.with(tls)));
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
  }

  /** In clear. */
  public static class Plain extends Selects {
    public Plain() {
      super(Tls.OFF);
    }
  }

  /** With TLS. */
  public static class Encrypted extends Selects {
    public Encrypted() {
      super(Tls.ON);
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
