package io.github.bmt4j.jmh.twin;

import io.github.bmt4j.jdbc.DriverSettings;
import io.github.bmt4j.jmh.fork.TrialServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Basis of a trial: its server, the table of points, where the benchmark uses it, and the numbers
 * of its threads. The states of twins depend on it, and on the server through it alone: JMH ends
 * what a state depends on after the state only where there is only one such dependency.
 */
@State(Scope.Benchmark)
public class TwinTrial {
  private final AtomicInteger threads = new AtomicInteger();
  private TrialServer server;
  private boolean withPoints;

  /** Keeps other commands from the tables that twins make. */
  @Setup(Level.Trial)
  public final void begin(TrialServer provided) throws SQLException {
    server = provided;
    server.own("bmt_jmh_");
  }

  /** Makes the table of points, once. */
  final synchronized void makePoints() throws SQLException {
    if (withPoints) {
      return;
    }
    try (Connection connection = server.connect(DriverSettings.PLAIN)) {
      RowTable.POINTS.create(connection);
      withPoints = true;
      RowTable.POINTS.fill(connection, RowTable.POINT_ROWS);
    }
  }

  final TrialServer server() {
    return server;
  }

  /** Numbers the threads of the trial, from 0. */
  final int nextThread() {
    return threads.getAndIncrement();
  }

  /** Drops the table. */
  @TearDown(Level.Trial)
  public final synchronized void end() throws SQLException {
    if (withPoints) {
      try (Connection connection = server.connect(DriverSettings.PLAIN)) {
        RowTable.POINTS.drop(connection);
      }
    }
  }
}
