package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Basis of a trial: the table of points, where the benchmark uses it, and the proof that the twins
 * do the same. The states of twins depend on it, and on the server through it alone: JMH ends what
 * a state depends on after the state only where there is only one such dependency.
 */
@State(Scope.Benchmark)
public class TwinProof {
  private final AtomicInteger threads = new AtomicInteger();
  private Server server;
  private boolean withPoints;
  private List<String> checked = List.of();

  /** Proves the twins of the benchmark that JMH runs, with the parameters of this trial. */
  @Setup(Level.Trial)
  public final void prove(Server provided, BenchmarkParams params) throws Exception {
    String method = params.getBenchmark();
    Class<?> benchmark = Class.forName(method.substring(0, method.lastIndexOf('.')));
    prove(provided, TwinGate.of(benchmark, params::getParam));
  }

  /** Makes the table and lets the twins pass the gate. */
  public final void prove(Server provided, TwinGate gate) throws Exception {
    server = provided;
    withPoints = gate.readsPoints();
    if (withPoints) {
      try (Connection connection = server.connect(DriverSettings.PLAIN)) {
        RowTable.POINTS.create(connection);
        RowTable.POINTS.fill(connection, RowTable.POINT_ROWS);
      }
    }
    try {
      checked = gate.check(server, server.circumstances());
    } catch (Exception e) {
      end();
      throw e;
    }
  }

  final Server server() {
    return server;
  }

  /** Numbers the threads of the trial, from 0. */
  final int nextThread() {
    return threads.getAndIncrement();
  }

  public final List<String> checked() {
    return checked;
  }

  /** Drops the table. */
  @TearDown(Level.Trial)
  public final void end() throws SQLException {
    if (withPoints) {
      try (Connection connection = server.connect(DriverSettings.PLAIN)) {
        RowTable.POINTS.drop(connection);
      }
    }
  }
}
