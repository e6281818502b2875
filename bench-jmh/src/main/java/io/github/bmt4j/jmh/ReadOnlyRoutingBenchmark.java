package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.PointSelect;
import io.github.bmt4j.jmh.twin.PointTwin;
import io.github.bmt4j.jmh.twin.Row;
import io.github.bmt4j.jmh.twin.RowTable;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import io.github.bmt4j.workload.SplitMix64;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;

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
@Needs(Feature.ROUTING)
public class ReadOnlyRoutingBenchmark extends TwinBenchmark {
  /**
   * The URL of a server as if it were a primary and its replica. A loopback address is spelled in
   * two ways, so that no driver takes both for one.
   */
  static String replicated(String url) {
    String host = JdbcUrl.hosts(url);
    String replica =
        host.startsWith("localhost")
            ? host.replaceFirst("localhost", "127.0.0.1")
            : host.replaceFirst("^127\\.0\\.0\\.1", "localhost");
    return url.replace("://" + host, ":replication://" + host + "," + replica);
  }

  /** A connection. */
  @SuppressWarnings("NullAway.Init")
  public abstract static class Reads extends PointTwin {
    final boolean routed;
    Connection connection;
    private SplitMix64 random;

    Reads(boolean routed) {
      this.routed = routed;
    }

    @Override
    public void open(TrialServer server, int thread) throws SQLException {
      String url = server.url(DriverSettings.PLAIN);
      connection = closing(server.connect(routed ? replicated(url) : url));
      random = new SplitMix64(SplitMix64.stateOf(1, thread));
    }

    Row next() throws SQLException {
      return row(1 + random.nextInt(RowTable.POINT_ROWS));
    }

    Row row(int id) throws SQLException {
      connection.setReadOnly(true);
      Row row;
      try (PointSelect select = PointSelect.text(connection)) {
        row = select.row(id);
      }
      connection.setReadOnly(false);
      return row;
    }
  }

  /** One host. */
  public static class Plain extends Reads {
    public Plain() {
      super(false);
    }
  }

  /** A primary and a replica. */
  public static class Routed extends Reads {
    public Routed() {
      super(true);
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
