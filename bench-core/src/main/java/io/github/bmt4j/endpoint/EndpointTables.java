package io.github.bmt4j.endpoint;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Called;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.tables.FoundTables;
import io.github.bmt4j.tables.TablePreparer;
import io.github.bmt4j.tables.TableState;
import io.github.bmt4j.tables.WorkloadTables;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The tables of a workload behind several endpoints: created over the first, and looked for over
 * the others, always over bmt's own connections.
 *
 * @param servers behind the endpoints, which have answered
 */
public record EndpointTables(List<EndpointServer> servers, Clock clock, StopSignal stop) {
  /** Longest wait until replicas have tables that were created on the first endpoint. */
  private static final long REPLICATION_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  public EndpointTables {
    servers = List.copyOf(servers);
  }

  /**
   * Creates missing tables over the first endpoint, and looks for them over the others: replicas
   * get a little time.
   *
   * @throws BadInputException when tables do not fit the request
   * @throws TargetException when a server does not allow it, or lacks the tables, or the user ended
   *     the command
   */
  public FoundTables prepare(WorkloadTables wanted, Progress progress) throws TargetException {
    if (!servers.get(0).isFamily()) {
      return prepared(wanted); // Own SQL, which has no tables that bmt makes.
    }
    List<Table> tables = wanted.tables();
    wanted.engineNotes(engines(wanted)); // refuses before anything is made
    TablePreparer first = new TablePreparer(servers.get(0).connector(), progress, stop);
    List<Integer> places = places();
    boolean made = places.size() > 1 && !first.missing(tables).isEmpty();
    FoundTables all =
        FoundTables.NONE
            .plus(first.prepare(tables, wanted.threads()), places.size() == 1 ? "" : place(0))
            .plus(prepared(wanted), "");
    for (int i : places.subList(1, places.size())) {
      TablePreparer there = new TablePreparer(servers.get(i).connector(), progress, stop);
      long untilNanos = clock.nanoTime() + (made ? REPLICATION_NANOS : 0);
      List<FoundTables> found = new ArrayList<>();
      String obstacle = obstacle(there, tables, found);
      while (!obstacle.isEmpty() && clock.nanoTime() < untilNanos && !stop.given()) {
        clock.sleepUntil(clock.nanoTime() + LOOK_AGAIN_NANOS, stop::given);
        obstacle = obstacle(there, tables, found);
      }
      if (stop.given()) {
        throw new TargetException(
            "stopped while endpoint " + (i + 1) + " was checked; the first one has the tables");
      }
      if (!obstacle.isEmpty()) {
        throw new TargetException(
            "endpoint "
                + (i + 1)
                + ", "
                + JdbcUrl.redacted(servers.get(i).target().url())
                + ", lacks what the first one has: "
                + obstacle
                + ". Is it a replica that is behind? On a server of its own, make them with "
                + Called.bmt("prepare")
                + " and that endpoint alone");
      }
      all = all.plus(found.get(0), place(i));
    }
    return all;
  }

  private FoundTables prepared(WorkloadTables wanted) throws TargetException {
    try (Connection connection = servers.get(0).connector().connect()) {
      wanted.workload().prepare(connection, wanted.params());
      List<String> notes = wanted.workload().tableNotes(connection, wanted.params());
      SortedMap<String, Double> deviations = new TreeMap<>();
      notes.forEach(note -> deviations.put(note.replaceFirst(":.*", ""), 1.0));
      return new FoundTables(notes, deviations);
    } catch (SQLException e) {
      throw TargetErrors.target(servers.get(0).target(), e);
    }
  }

  /** The storage engines of its existing tables, at all endpoints. */
  public SortedSet<String> engines(WorkloadTables wanted) throws TargetException {
    SortedSet<String> engines = new TreeSet<>();
    if (!servers.get(0).isFamily()) {
      return engines;
    }
    for (int i : places()) {
      EndpointServer server = servers.get(i);
      try (Connection connection = server.connector().connect()) {
        engines.addAll(TableState.engines(connection, wanted.tables()));
      } catch (SQLException e) {
        throw TargetErrors.target(server.target(), e);
      }
    }
    return engines;
  }

  private List<Integer> places() {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      EndpointServer server = servers.get(i);
      if (places.stream().map(servers::get).noneMatch(server::hasTablesOf)) {
        places.add(i);
      }
    }
    return places;
  }

  private static String place(int endpoint) {
    return "endpoint " + (endpoint + 1) + ": ";
  }

  private static String obstacle(TablePreparer there, List<Table> tables, List<FoundTables> found)
      throws TargetException {
    try {
      List<String> missing = there.missing(tables);
      if (!missing.isEmpty()) {
        return "no table " + missing.get(0);
      }
      found.add(there.inspect(tables));
      return "";
    } catch (BadInputException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
