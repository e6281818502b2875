package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadClient;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.PsMode;
import io.github.bmt4j.jdbc.ServerFacts;
import io.github.bmt4j.jdbc.ServerKey;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.RunResult.EndpointFigures;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.preflight.Preflight;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of a run, looked at before it begins: all of them take the login, and their servers
 * hold the connections.
 *
 * @param nodes of their cluster whose lag is watched
 * @param warnings warnings that were found
 * @param engines storage engines of the tables; empty while there may be none
 * @param agents agents that make the load; absent where this process does
 */
record RunEndpoints(
    List<RunEndpoint> endpoints,
    List<RunServer> nodes,
    List<String> warnings,
    SortedSet<String> engines,
    @Nullable Agents agents)
    implements AutoCloseable {
  RunEndpoints {
    endpoints = List.copyOf(endpoints);
    nodes = List.copyOf(nodes);
    warnings = List.copyOf(warnings);
  }

  /**
   * Logs in to each, and checks the limits of each server. Touches nothing.
   *
   * @param job the largest step of a run
   * @throws BadInputException when there are more endpoints than threads
   * @throws TargetException when one cannot be reached, or cannot hold the connections, or the user
   *     ended the command
   */
  static RunEndpoints reach(Job job, List<Target> targets, LoadDriver driver, TimedQuery patient)
      throws TargetException {
    job.check(targets);
    List<RunServer> reached = EndpointTables.reach(job.psMode(), targets, patient, driver);
    PsMode wanted = driver.wanted(job.psMode(), targets);
    Set<String> warnings = new LinkedHashSet<>();
    Need whole = job.need(wanted);
    PsMode psMode = checkLimits(job, reached, whole, warnings);
    warnings.addAll(driver.notes());
    List<RunEndpoint> ready = new ArrayList<>();
    for (RunServer server : reached) {
      Connector load = driver.connector(server.target(), psMode, job.statements());
      Connector control = driver.control(server.target(), psMode, job.statements());
      if (psMode != wanted && load.preparesOnServer()) {
        throw new TargetException(
            "max_prepared_stmt_count of "
                + JdbcUrl.redacted(server.target().url())
                + " has no room for this load, and useServerPrepStmts=true leaves no other way:"
                + " raise it, use fewer threads, or leave useServerPrepStmts out");
      }
      LoadClient client = tried(load, job.scenario(), patient, driver);
      List<String> ofSession =
          server.isFamily() ? Preflight.checkSession(client, whole) : List.of(generic(server));
      warnings.addAll(reached.size() == 1 ? ofSession : at(ready.size(), ofSession));
      ready.add(new RunEndpoint(server.over(control), client));
    }
    return new RunEndpoints(
        ready, List.of(), List.copyOf(warnings), Collections.emptySortedSet(), null);
  }

  private static String generic(RunServer server) {
    return "generic: of "
        + server.description()
        + " bmt knows neither settings nor counters, checks nothing before the run, and classes"
        + " errors by SQLState";
  }

  /**
   * Checks the limits of the client and of each server.
   *
   * @param warnings gets what does not stand in the way
   * @return mode of statements: as text where too many would be prepared
   */
  private static PsMode checkLimits(
      Job job, List<RunServer> reached, Need whole, Set<String> warnings) throws TargetException {
    PsMode psMode = whole.psMode();
    List<Target> targets = reached.stream().map(RunServer::target).toList();
    warnings.addAll(Preflight.checkClient(targets, whole));
    List<ServerKey> identities = reached.stream().map(RunServer::identity).toList();
    List<Need> needs = whole.split(identities, job.roundRobin(reached.size()));
    for (int i = 0; i < reached.size(); i++) {
      // Endpoints with one server and login have the same need.
      if (identities.indexOf(identities.get(i)) == i && reached.get(i).isFamily()) {
        Preflight.Findings findings = check(reached.get(i), needs.get(i));
        boolean alone = identities.stream().distinct().count() == 1;
        warnings.addAll(alone ? findings.warnings() : at(i, findings.warnings()));
        psMode = findings.psMode() == PsMode.DISABLE ? PsMode.DISABLE : psMode;
      }
    }
    return psMode;
  }

  /** Obstacle of a later step with more threads; absent without one. */
  Optional<String> refuses(Job step) {
    Set<String> warnings = new LinkedHashSet<>();
    PsMode wanted = preparesOnServer() ? PsMode.AUTO : PsMode.DISABLE;
    try {
      List<RunServer> servers = endpoints.stream().map(RunEndpoint::server).toList();
      return checkLimits(step, servers, step.need(wanted), warnings) == wanted
          ? Optional.empty()
          : Optional.of("it would be another load: " + String.join("; ", warnings));
    } catch (TargetException e) {
      return Optional.of("it cannot run: " + e.getMessage());
    }
  }

  private static LoadClient tried(
      Connector load, RunScenario scenario, TimedQuery patient, LoadDriver loaded)
      throws TargetException {
    try {
      return patient.first(() -> LoadClient.tried(load));
    } catch (LinkageError e) {
      throw loaded.unusable(e);
    } catch (SQLException e) {
      String driver = scenario.client().driver().driver();
      throw new TargetException(
          (driver == null ? "" : "driver " + driver + ": ")
              + TargetErrors.target(load.target(), e).getMessage(),
          e);
    }
  }

  /**
   * The same, and makes the tables that are missing.
   *
   * @param first job whose limits are checked: the first step of a sweep that finds its own steps,
   *     or the job itself
   * @return the endpoints, with all warnings so far
   * @throws BadInputException when tables do not fit what was asked for
   * @throws TargetException when one cannot be reached or used, or lacks the tables, or the user
   *     ended the command
   */
  static RunEndpoints prepared(
      LoadTargets load, Job first, Job job, LoadDriver driver, Context context)
      throws TargetException {
    AgentScenario asked = job.scenario().agents();
    if (asked == null) {
      return prepared(load, first, job, driver, context, null);
    }
    // Before a server is touched: agents may not run, or have other versions.
    Agents agents = Agents.start(job, asked, driver, context.clock());
    boolean ready = false;
    try {
      Agents.check(first, agents.size(), load.endpoints().size());
      RunEndpoints reached = prepared(load, first, job, driver, context, agents);
      ready = true;
      return reached;
    } finally {
      if (!ready) {
        agents.close();
      }
    }
  }

  private static RunEndpoints prepared(
      LoadTargets load,
      Job first,
      Job job,
      LoadDriver driver,
      Context context,
      @Nullable Agents agents)
      throws TargetException {
    TimedQuery patient = TimedQuery.with(context.clock(), context.stop());
    RunEndpoints reached = reach(first, load.endpoints(), driver, patient);
    List<RunServer> nodes = EndpointTables.reach(PsMode.DISABLE, load.nodes(), patient, driver);
    List<RunServer> servers = reached.endpoints.stream().map(RunEndpoint::server).toList();
    List<String> warnings = new ArrayList<>(reached.warnings);
    EndpointTables tables = new EndpointTables(servers, context.clock(), context.stop());
    warnings.addAll(tables.prepare(job, context.progress()));
    SortedSet<String> engines = tables.engines(job);
    warnings.addAll(job.engineNotes(engines));
    warnings.addAll(reached.notes());
    return new RunEndpoints(reached.endpoints, nodes, warnings, engines, agents);
  }

  /** Ends the agents. */
  @Override
  public void close() {
    if (agents != null) {
      agents.close();
    }
  }

  /** The distinct servers: several endpoints may lead to one. */
  List<RunServer> servers() {
    Map<String, RunServer> servers = new LinkedHashMap<>();
    for (RunEndpoint endpoint : endpoints) {
      servers.putIfAbsent(endpoint.server().identity().server(), endpoint.server());
    }
    return List.copyOf(servers.values());
  }

  /** Returns true if bmt started all servers, so that they have no other users. */
  boolean ours() {
    return endpoints.stream().allMatch(endpoint -> endpoint.server().target().ours());
  }

  /** Returns true if all of them prepare statements with parameters on the server. */
  boolean preparesOnServer() {
    return endpoints.stream().allMatch(endpoint -> endpoint.client().statements().equals("server"));
  }

  /** Notes that qualify figures that were taken there. */
  List<String> notes() {
    Set<String> notes = new LinkedHashSet<>();
    endpoints.forEach(
        endpoint -> notes.addAll(EnvironmentReader.notes(endpoint.server().target())));
    int servers = servers().size();
    if (servers < endpoints.size()) {
      notes.add(endpoints.size() + " endpoints lead to " + counted(servers, "server"));
    }
    return List.copyOf(notes);
  }

  /**
   * Environment of a run, as the first endpoint's server reports it.
   *
   * @throws TargetException when it does not answer any more
   */
  Environment environment(Context context) throws TargetException {
    RunServer server = endpoints.get(0).server();
    try {
      return TimedQuery.with(context.clock(), context.stop())
          .first(
              () -> {
                try (Connection connection = server.connector().connect()) {
                  return environment(server.target().dialect().facts(connection));
                }
              });
    } catch (SQLException e) {
      throw TargetErrors.target(server.target(), e);
    }
  }

  /**
   * The same, without asking.
   *
   * @param facts of the first endpoint's server
   */
  Environment environment(ServerFacts facts) {
    RunEndpoint endpoint = endpoints.get(0);
    return EnvironmentReader.read(endpoint.server().target(), facts, endpoint.client());
  }

  /**
   * The figures of each endpoint; absent with only one.
   *
   * @param events limits of each; empty where they have none of their own
   */
  @Nullable List<EndpointFigures> figures(Measurement measured, List<Long> events) {
    if (endpoints.size() == 1) {
      return null;
    }
    List<EndpointFigures> figures = new ArrayList<>();
    for (int i = 0; i < endpoints.size(); i++) {
      RunEndpoint endpoint = endpoints.get(i);
      figures.add(
          Figures.endpoint(
              JdbcUrl.redacted(endpoint.server().target().url()),
              endpoint.server().description(),
              measured.shares().get(i),
              events.isEmpty() ? 0 : events.get(i),
              measured.elapsedNanos()));
    }
    return figures;
  }

  /**
   * Warnings with the number of what they are about.
   *
   * @param endpoint from 0
   */
  static List<String> at(int endpoint, List<String> warnings) {
    return warnings.stream().map(warning -> "endpoint " + (endpoint + 1) + ": " + warning).toList();
  }

  private static Preflight.Findings check(RunServer server, Need need) throws TargetException {
    try (Connection connection = server.connector().connect()) {
      return Preflight.checkServer(connection, need);
    } catch (SQLException e) {
      throw TargetErrors.target(server.target(), e);
    }
  }
}
