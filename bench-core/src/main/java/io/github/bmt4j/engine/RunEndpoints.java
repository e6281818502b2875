package io.github.bmt4j.engine;

import io.github.bmt4j.analysis.Figures;
import io.github.bmt4j.doctor.Need;
import io.github.bmt4j.doctor.Preflight;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.Measurement;
import io.github.bmt4j.preparation.TablePreparer;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.RunResult.EndpointFigures;
import io.github.bmt4j.target.Connector;
import io.github.bmt4j.target.JdbcUrl;
import io.github.bmt4j.target.PsMode;
import io.github.bmt4j.target.ServerFacts;
import io.github.bmt4j.target.Target;
import io.github.bmt4j.workload.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of a run, looked at before it begins: all of them take the login, and their servers
 * hold the connections.
 *
 * @param warnings what was found
 */
record RunEndpoints(List<RunEndpoint> endpoints, List<String> warnings) {
  /** How long replicas may take to get tables that were made on the first endpoint. */
  private static final long REPLICATION_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  RunEndpoints {
    endpoints = List.copyOf(endpoints);
    warnings = List.copyOf(warnings);
  }

  /**
   * Logs in to each, and checks the limits of each server. Touches nothing.
   *
   * @param job the largest step of a run
   * @throws BadInputException when there are more endpoints than threads
   * @throws TargetException when one cannot be reached, or cannot hold the connections
   */
  static RunEndpoints reach(Job job, List<Target> targets) throws TargetException {
    List<RunEndpoint> reached = new ArrayList<>();
    for (Target target : targets) {
      reached.add(reach(new Connector(target, job.psMode(), job.statements()), target));
    }
    PsMode psMode = job.psMode();
    Set<String> warnings = new LinkedHashSet<>();
    for (Map.Entry<RunEndpoint, Integer> server :
        threadsByServer(reached, job.scenario().threads()).entrySet()) {
      Preflight.Findings findings = check(server.getKey(), job.need(server.getValue()));
      warnings.addAll(findings.warnings());
      psMode = findings.psMode() == PsMode.DISABLE ? PsMode.DISABLE : psMode;
    }
    List<RunEndpoint> ready = new ArrayList<>();
    for (RunEndpoint endpoint : reached) {
      ready.add(endpoint.over(new Connector(endpoint.target(), psMode, job.statements())));
    }
    return new RunEndpoints(ready, List.copyOf(warnings));
  }

  /**
   * Makes the tables that are missing over the first endpoint, and looks for them over the others:
   * replicas get a little time.
   *
   * @return warnings about tables that were there
   * @throws BadInputException when tables do not fit what was asked for
   * @throws TargetException when a server does not let us, or lacks the tables
   */
  List<String> prepare(Job job, Progress progress, StopSignal stop, Clock clock)
      throws TargetException {
    List<Table> tables = job.tables();
    TablePreparer first = new TablePreparer(endpoints.get(0).connector(), progress, stop);
    boolean made = endpoints.size() > 1 && !first.missing(tables).isEmpty();
    List<String> found = new ArrayList<>(first.prepare(tables, Engine.loaders(job)));
    for (int i = 1; i < endpoints.size() && !stop.given(); i++) {
      RunEndpoint endpoint = endpoints.get(i);
      TablePreparer there = new TablePreparer(endpoint.connector(), progress, stop);
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
                + JdbcUrl.redacted(endpoint.target().url())
                + ", lacks what the first one has: "
                + obstacle
                + ". Is it a replica that is behind? On a server of its own, make them with ./bmt prepare and that endpoint alone");
      }
    }
    return found;
  }

  /** Endpoints of distinct servers; the first one stands for those that lead to the same. */
  List<RunEndpoint> servers() {
    return List.copyOf(threadsByServer(endpoints, 0).keySet());
  }

  /** Whether labs of ours started all servers, so that nobody else uses them. */
  boolean ours() {
    return endpoints.stream().allMatch(endpoint -> endpoint.target().ours());
  }

  /** What to bear in mind when reading figures that were taken there. */
  List<String> notes() {
    Set<String> notes = new LinkedHashSet<>();
    endpoints.forEach(endpoint -> notes.addAll(EnvironmentReader.notes(endpoint.target())));
    int servers = servers().size();
    if (servers < endpoints.size()) {
      notes.add(
          endpoints.size()
              + " endpoints lead to "
              + servers
              + (servers == 1 ? " server" : " servers"));
    }
    return List.copyOf(notes);
  }

  /**
   * Where a run takes place, as the first endpoint's server says.
   *
   * @param first a connection to it
   */
  Environment environment(Connection first) throws SQLException {
    RunEndpoint endpoint = endpoints.get(0);
    return EnvironmentReader.read(
        endpoint.target(), ServerFacts.read(first), endpoint.connector(), first);
  }

  /** The figures of each endpoint; nothing where there is but one. */
  @Nullable List<EndpointFigures> figures(Measurement measured) {
    if (endpoints.size() == 1) {
      return null;
    }
    List<EndpointFigures> figures = new ArrayList<>();
    for (int i = 0; i < endpoints.size(); i++) {
      RunEndpoint endpoint = endpoints.get(i);
      figures.add(
          Figures.endpoint(
              JdbcUrl.redacted(endpoint.target().url()),
              endpoint.server(),
              measured.shares().get(i),
              measured.elapsedNanos()));
    }
    return figures;
  }

  /** How many threads have their connections at an endpoint, by its number from 0. */
  static int threadsOf(int endpoint, int endpoints, int threads) {
    return threads / endpoints + (endpoint < threads % endpoints ? 1 : 0);
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

  private static Map<RunEndpoint, Integer> threadsByServer(
      List<RunEndpoint> endpoints, int threads) {
    Map<String, RunEndpoint> servers = new LinkedHashMap<>();
    Map<RunEndpoint, Integer> sums = new LinkedHashMap<>();
    for (int i = 0; i < endpoints.size(); i++) {
      RunEndpoint endpoint = endpoints.get(i);
      RunEndpoint server = servers.computeIfAbsent(endpoint.identity(), identity -> endpoint);
      sums.merge(server, threadsOf(i, endpoints.size(), threads), Integer::sum);
    }
    return sums;
  }

  private static Preflight.Findings check(RunEndpoint endpoint, Need need) throws TargetException {
    try (Connection connection = endpoint.connector().connect()) {
      return Preflight.check(connection, endpoint.target(), need);
    } catch (SQLException e) {
      throw Engine.unusable(endpoint.target(), e);
    }
  }

  private static RunEndpoint reach(Connector connector, Target target) throws TargetException {
    try (Connection connection = connector.connect()) {
      return RunEndpoint.read(target, connector, connection);
    } catch (SQLException e) {
      throw Engine.unusable(target, e);
    }
  }
}
