package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.jdbc.Dialect;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.jdbc.Sql;
import io.github.bmt4j.load.ServerCounters;
import io.github.bmt4j.sampling.ServerProcess;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a run's servers, each server once, over connections that are not part of the
 * load.
 */
final class CounterReader implements AutoCloseable {
  /** A server that hangs must not block storing and showing the result. */
  private static final int PATIENCE_MILLIS = 5_000;

  private static final int PATIENCE_AFTER_STOP_MILLIS = 2_000;
  private static final long MILLI = 1_000_000;
  private static final String THREADS =
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('Threads_connected', 'Max_used_connections')";

  private final List<EndpointServer> servers;
  private final List<Connection> connections = new ArrayList<>();
  private final List<ServerCounters> before = new ArrayList<>();
  private final Clock clock;
  private long beforeNanos;
  private @Nullable String lost;

  /** Connections at the first reading, and how many more there had been. */
  private long @Nullable [] first;

  private CounterReader(List<EndpointServer> servers, Clock clock) {
    this.servers = servers;
    this.clock = clock;
  }

  static CounterReader open(List<EndpointServer> servers, Clock clock) throws SQLException {
    CounterReader reader = new CounterReader(servers, clock);
    try (CloseOnFailure open = new CloseOnFailure(reader::close)) {
      for (EndpointServer server : servers) {
        Connection connection = server.connector().connect();
        reader.connections.add(connection);
        Dialect.limitAnswers(connection, PATIENCE_MILLIS);
      }
      open.succeeded();
      return reader;
    }
  }

  private boolean counted() {
    return servers.stream().allMatch(EndpointServer::isFamily);
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
   * Connections of all servers, and their memory; absent for servers outside the family. The memory
   * is absent in the second reading, too, if servers may have kept that of earlier connections:
   * more than a tenth of the new ones could use it.
   */
  ConnectionFigures.@Nullable Server connections() throws SQLException {
    if (!counted()) {
      return null;
    }
    long open = 0;
    long used = 0;
    long bytes = 0;
    boolean visible = true;
    for (int i = 0; i < connections.size(); i++) {
      Connection connection = connections.get(i);
      Map<String, Long> numbers = Sql.numbers(connection, THREADS);
      open += numbers.getOrDefault("Threads_connected", 0L);
      used += numbers.getOrDefault("Max_used_connections", 0L);
      long resident = ServerProcess.residentBytes(connection, servers.get(i).target(), clock);
      bytes += resident;
      visible &= resident > 0;
    }
    if (first == null) {
      first = new long[] {open, used - open};
    } else {
      visible &= 10 * first[1] <= open - first[0];
    }
    return new ConnectionFigures.Server(open, visible ? (Long) bytes : null);
  }

  @Nullable String lost() {
    return lost;
  }

  /** Counts of all servers since the start; absent if a server was restarted or does not answer. */
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
   * Returns true if each server answers now; over a new connection if it has closed the old one.
   */
  boolean serversAnswer() {
    // Drivers of other families may have no login timeout.
    return IntStream.range(0, connections.size())
        .allMatch(
            i ->
                isValid(connections.get(i))
                    || (servers.get(i).isFamily()
                        && ServerPulse.logsIn(servers.get(i).connector(), PATIENCE_MILLIS)));
  }

  private static boolean isValid(Connection connection) {
    try {
      return connection.isValid(PATIENCE_MILLIS / 1000);
    } catch (SQLException e) {
      return ServerPulse.isAnswer(e);
    }
  }

  @Override
  public void close() {
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        // The run is over; its figures do not depend on how its connections end.
      }
    }
  }
}
