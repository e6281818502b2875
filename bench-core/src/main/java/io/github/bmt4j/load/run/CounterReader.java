package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.load.ServerCounters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a run's servers, each server once, over connections that are not part of the
 * load.
 */
final class CounterReader implements AutoCloseable {
  /** A server that hangs must not keep us from storing and showing the result. */
  private static final int PATIENCE_MILLIS = 5_000;

  /** The same when the user has ended the run, and waits. */
  private static final int PATIENCE_AFTER_STOP_MILLIS = 2_000;

  private static final long MILLI = 1_000_000;

  private final List<RunServer> servers;
  private final List<Connection> connections = new ArrayList<>();
  private final List<ServerCounters> before = new ArrayList<>();
  private final Clock clock;
  private long beforeNanos;
  private @Nullable String lost;

  private CounterReader(List<RunServer> servers, Clock clock) {
    this.servers = servers;
    this.clock = clock;
  }

  /**
   * Connects to each.
   *
   * @param servers different ones
   */
  static CounterReader open(List<RunServer> servers, Clock clock) throws SQLException {
    CounterReader reader = new CounterReader(servers, clock);
    try {
      for (RunServer server : servers) {
        Connection connection = server.connector().connect();
        reader.connections.add(connection);
        connection.setNetworkTimeout(Runnable::run, PATIENCE_MILLIS);
      }
      return reader;
    } catch (SQLException e) {
      reader.close();
      throw e;
    }
  }

  private boolean counted() {
    return servers.stream().allMatch(RunServer::isFamily);
  }

  int servers() {
    return servers.size();
  }

  Connection first() {
    return connections.get(0);
  }

  void before() throws SQLException {
    if (!counted()) {
      return;
    }
    beforeNanos = clock.nanoTime();
    for (Connection connection : connections) {
      before.add(ServerCounters.read(connection));
    }
  }

  /**
   * Message of the last {@link #growth} about a server that is not the one before; absent
   * otherwise.
   */
  @Nullable String lost() {
    return lost;
  }

  /**
   * Counts of all servers since then; absent where one was restarted, does not answer, or has
   * counters that bmt does not know.
   *
   * @param stopped true if the user has ended the run
   */
  @Nullable ServerCounters growth(boolean stopped) {
    if (!counted()) {
      return null;
    }
    Map<String, Long> sums = new TreeMap<>();
    for (int i = 0; i < connections.size(); i++) {
      ServerCounters now = now(i, stopped ? PATIENCE_AFTER_STOP_MILLIS : PATIENCE_MILLIS);
      if (now == null) {
        return null;
      }
      double seconds = (clock.nanoTime() - beforeNanos) / 1e9;
      if (now.isRestarted(before.get(i), seconds)) {
        lost = "a server was restarted during the run, and its counters are lost";
        return null;
      }
      now.minus(before.get(i))
          .values()
          .forEach((name, value) -> sums.merge(name, value, Long::sum));
    }
    return new ServerCounters(sums);
  }

  private @Nullable ServerCounters now(int server, int patienceMillis) {
    long fromNanos = clock.nanoTime();
    try {
      connections.get(server).setNetworkTimeout(Runnable::run, patienceMillis);
      return ServerCounters.read(connections.get(server));
    } catch (SQLException e) {
      if (clock.nanoTime() - fromNanos >= patienceMillis * MILLI) {
        return null; // It hangs, and would not answer another one either.
      }
      try (Connection another = servers.get(server).connector().connect(patienceMillis)) {
        if (!ServerKey.read(another).server().equals(servers.get(server).identity().server())) {
          lost = "another server than at its start answered at the end of the run";
          return null;
        }
        return ServerCounters.read(another);
      } catch (SQLException again) {
        return null;
      }
    }
  }

  /**
   * Returns true if each server answers now; over a new connection where it has closed the old one.
   */
  boolean serversAnswer() {
    for (int i = 0; i < connections.size(); i++) {
      try {
        boolean answers = connections.get(i).isValid(PATIENCE_MILLIS / 1000);
        if (!answers && !servers.get(i).isFamily()) {
          return false; // Its driver may know no timeout of a login.
        } else if (!answers) {
          servers.get(i).connector().connect(PATIENCE_MILLIS).close();
        }
      } catch (SQLException e) {
        if (!ServerPulse.isAnswer(e)) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void close() {
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        // The run is over, and what it measured does not hang on how its connections end.
      }
    }
  }
}
