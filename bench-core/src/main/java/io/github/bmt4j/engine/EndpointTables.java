package io.github.bmt4j.engine;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.JdbcUrl;
import io.github.bmt4j.target.Target;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The tables of a job behind several endpoints: made over the first, and looked for over the
 * others. All of it goes over bmt's own connections.
 *
 * @param servers behind the endpoints, which have answered
 */
record EndpointTables(List<RunServer> servers, Clock clock, StopSignal stop) {
  /** How long replicas may take to get tables that were made on the first endpoint. */
  private static final long REPLICATION_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  EndpointTables {
    servers = List.copyOf(servers);
  }

  /**
   * Logs in to each endpoint. Touches nothing.
   *
   * @throws TargetException when one cannot be reached
   */
  static List<RunServer> reach(Job job, List<Target> targets, PatientLook patient)
      throws TargetException {
    List<RunServer> reached = new ArrayList<>();
    for (Target target : targets) {
      Connector connector = new Connector(target, job.psMode(), job.statements());
      try {
        reached.add(patient.at(() -> read(connector, target)));
      } catch (SQLException e) {
        throw Engine.unusable(target, e);
      }
    }
    return reached;
  }

  private static RunServer read(Connector connector, Target target) throws SQLException {
    try (Connection connection = connector.connect()) {
      return RunServer.read(target, connector, connection);
    }
  }

  /**
   * Makes the tables that are missing over the first endpoint, and looks for them over the others:
   * replicas get a little time.
   *
   * @return warnings about tables that were there
   * @throws BadInputException when tables do not fit what was asked for
   * @throws TargetException when a server does not let us, or lacks the tables
   */
  List<String> prepare(Job job, Progress progress) throws TargetException {
    List<Table> tables = job.tables();
    TablePreparer first = new TablePreparer(servers.get(0).connector(), progress, stop);
    boolean made = servers.size() > 1 && !first.missing(tables).isEmpty();
    List<String> found = new ArrayList<>(first.prepare(tables, Engine.loaders(job)));
    for (int i = 1; i < servers.size() && !stop.given(); i++) {
      RunServer server = servers.get(i);
      TablePreparer there = new TablePreparer(server.connector(), progress, stop);
      long untilNanos = clock.nanoTime() + (made ? REPLICATION_NANOS : 0);
      String obstacle = obstacle(there, tables, found);
      while (!obstacle.isEmpty() && clock.nanoTime() < untilNanos && !stop.given()) {
        clock.sleepUntil(clock.nanoTime() + LOOK_AGAIN_NANOS, stop::given);
        obstacle = obstacle(there, tables, found);
      }
      if (!obstacle.isEmpty()) {
        throw new TargetException(
            "endpoint "
                + (i + 1)
                + ", "
                + JdbcUrl.redacted(server.target().url())
                + ", lacks what the first one has: "
                + obstacle
                + ". Is it a replica that is behind? On a server of its own, make them with ./bmt prepare and that endpoint alone");
      }
    }
    return found;
  }

  /** Why tables that must be there cannot be used, with warnings where they can; empty then. */
  private static String obstacle(TablePreparer there, List<Table> tables, List<String> warnings)
      throws TargetException {
    try {
      List<String> missing = there.missing(tables);
      if (!missing.isEmpty()) {
        return "no table " + missing.get(0);
      }
      warnings.addAll(there.inspect(tables));
      return "";
    } catch (BadInputException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
