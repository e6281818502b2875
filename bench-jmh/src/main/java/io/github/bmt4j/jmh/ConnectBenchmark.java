package io.github.bmt4j.jmh;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jdbc.DriverSettings.Tls;
import io.github.bmt4j.jmh.fork.Feature;
import io.github.bmt4j.jmh.fork.Needs;
import io.github.bmt4j.jmh.fork.TrialServer;
import io.github.bmt4j.jmh.twin.TenConnections;
import io.github.bmt4j.jmh.twin.Twin;
import io.github.bmt4j.jmh.twin.TwinBenchmark;
import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Cost of getting a connection and giving it up again: opened and closed, with TLS or without, or
 * borrowed from a HikariCP pool, with a check that it is alive or without.
 *
 * <p>It stands for applications that are careless with connections, and for those that pool.
 * HikariCP checks a connection only when it was idle for more than 500 ms; under load that is
 * never, which is {@code borrowAndReturn}. {@code borrowWithValidation} checks every time, as other
 * pools are often set to do: a round trip. Both have a pool of ten, which threads share; with more
 * than ten ({@code -t}) they measure waiting. Nothing is executed on the connections. Opening many
 * connections a second may use up local ports: keep iterations short.
 *
 * <p>A handshake costs what the server's library for TLS and the size of its key make it cost: the
 * embedded server has WolfSSL and a key of 4096 bits, which is slow (see {@link TlsBenchmark}).
 *
 * <p>{@code java -jar bench-jmh/target/benchmarks.jar ConnectBenchmark}; for publication with
 * {@code -f 5}.
 */
public class ConnectBenchmark extends TwinBenchmark {
  /** Source of connections; all threads share it. */
  @State(Scope.Benchmark)
  public abstract static class Source extends Twin {
    abstract Connection take() throws SQLException;
  }

  /** Connections in clear. */
  @SuppressWarnings("NullAway.Init")
  public static class Opened extends Source {
    final Tls tls;
    private TrialServer server;

    public Opened() {
      this(Tls.OFF);
    }

    Opened(Tls tls) {
      this.tls = tls;
    }

    @Override
    public void open(TrialServer provided, int thread) {
      server = provided;
    }

    @Override
    Connection take() throws SQLException {
      return server.connect(server.url(DriverSettings.PLAIN.with(tls)));
    }
  }

  /** Encrypted connections. */
  public static class OpenedTls extends Opened {
    public OpenedTls() {
      super(Tls.ON);
    }
  }

  /** A pool as it comes. */
  @SuppressWarnings("NullAway.Init")
  public static class Borrowed extends Source {
    private TenConnections pool;

    TenConnections pool(TrialServer of) {
      return TenConnections.usual(of);
    }

    @Override
    public void open(TrialServer server, int thread) {
      pool = closing(pool(server));
    }

    @Override
    Connection take() throws SQLException {
      return pool.borrow();
    }
  }

  /** A pool that checks each time. */
  public static class Validated extends Borrowed {
    @Override
    TenConnections pool(TrialServer of) {
      return TenConnections.validating(of);
    }
  }

  /** Opens a connection and closes it. */
  @Benchmark
  public void connectAndClose(Opened at) throws SQLException {
    at.take().close();
  }

  /** The same, encrypted. */
  @Benchmark
  @Needs(Feature.TLS)
  public void connectAndCloseTls(OpenedTls at) throws SQLException {
    at.take().close();
  }

  /** Borrows a connection and gives it back. */
  @Benchmark
  public void borrowAndReturn(Borrowed at) throws SQLException {
    at.take().close();
  }

  /** The same, with a check that it is alive. */
  @Benchmark
  public void borrowWithValidation(Validated at) throws SQLException {
    at.take().close();
  }
}
