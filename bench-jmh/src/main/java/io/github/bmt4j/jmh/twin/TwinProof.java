package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.Server;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a trial stands on: the table of points, where the benchmark uses it, and the proof that the
 * twins do the same. The states of twins depend on it, and on the server through it alone: JMH ends
 * what a state depends on after the state only where there is one such way.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public abstract class TwinProof {
  private Server server;
  private List<String> checked = List.of();

  /** Whether the benchmark uses the table of points. */
  protected abstract boolean withPoints();

  /** All twins of the benchmark, new ones. */
  protected abstract TwinGate gate();

  /** The server of the trial. */
  public final Server server() {
    return server;
  }

  /** Makes the table and lets the twins pass the gate. */
  @Setup(Level.Trial)
  public final void prove(Server provided) throws Exception {
    server = provided;
    if (withPoints()) {
      try (Connection connection = server.connect(DriverSettings.PLAIN)) {
        RowTable.POINTS.create(connection);
        RowTable.POINTS.fill(connection, RowTable.POINT_ROWS);
      }
    }
    try {
      checked = gate().check(server, server.circumstances());
    } catch (Exception e) {
      end();
      throw e;
    }
  }

  /** Names of the twins that have passed. */
  public final List<String> checked() {
    return checked;
  }

  /** Drops the table. */
  @TearDown(Level.Trial)
  public final void end() throws SQLException {
    if (withPoints()) {
      try (Connection connection = server.connect(DriverSettings.PLAIN)) {
        RowTable.POINTS.drop(connection);
      }
    }
  }
}
