package io.github.bmt4j.load.run;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.EndpointTables;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.endpoint.TimedQuery;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.EnvironmentReader;
import io.github.bmt4j.failure.CloseOnFailure;
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
import io.github.bmt4j.preflight.ClientFacts;
import io.github.bmt4j.preflight.Need;
import io.github.bmt4j.preflight.Preflight;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.tables.CommandLocks;
import io.github.bmt4j.tables.FoundTables;
import io.github.bmt4j.workload.Workload;
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
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of a run, checked before it begins: all accept the login, and their servers allow
 * the connections.
 *
 * @param nodes of their cluster whose lag is watched
 * @param warnings warnings that were found
 * @param engines storage engines of the tables; empty while tables may be missing
 * @param data deviations of the tables; absent if unknown
 * @param agents agents that make the load; absent if this process does
 */
public record RunEndpoints(
    List<RunEndpoint> endpoints,
    List<EndpointServer> nodes,
    List<String> warnings,
    SortedSet<String> engines,
    @Nullable Map<String, Double> data,
    @Nullable Agents agents)
    implements AutoCloseable {
  public RunEndpoints {
    endpoints = List.copyOf(endpoints);
    nodes = List.copyOf(nodes);
    warnings = List.copyOf(warnings);
  }

  private static RunEndpoints reach(
      Job job, List<Target> targets, LoadDriver driver, TimedQuery patient, @Nullable Agents agents)
      throws TargetException {
    job.check(targets);
    List<EndpointServer> reached = EndpointServer.reach(job.psMode(), targets, patient, driver);
    PsMode wanted = driver.wanted(job.psMode(), targets);
    Set<String> warnings = new LinkedHashSet<>();
    Need whole = job.need(wanted);
    PsMode psMode = checkLimits(job, reached, whole, agents, warnings);
    warnings.addAll(driver.notes());
    List<RunEndpoint> ready = new ArrayList<>();
    for (EndpointServer server : reached) {
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
      warnings.addAll(reached.size() == 1 ? ofSession : EndpointServer.at(ready.size(), ofSession));
      ready.add(new RunEndpoint(server.over(control), client, driver));
    }
    return new RunEndpoints(
        ready, List.of(), List.copyOf(warnings), Collections.emptySortedSet(), null, agents);
  }

  private static String generic(EndpointServer server) {
    return "generic: of "
        + server.description()
        + " bmt knows neither settings nor counters, checks nothing before the run, and classes"
        + " errors by SQLState";
  }

  /**
   * Checks the limits of client and servers; returns the mode text if too many statements would be
   * prepared.
   */
  private static PsMode checkLimits(
      Job job,
      List<EndpointServer> reached,
      Need whole,
      @Nullable Agents agents,
      Set<String> warnings)
      throws TargetException {
    PsMode psMode = whole.psMode();
    List<Target> targets = reached.stream().map(EndpointServer::target).toList();
    warnings.addAll(
        agents == null
            ? Preflight.checkClient(ClientFacts.read(Clock.SYSTEM), targets, whole, List.of(whole))
            : agents.check(targets, whole));
    List<ServerKey> identities = reached.stream().map(EndpointServer::identity).toList();
    List<Need> needs = whole.split(identities, job.roundRobin(reached.size()));
    for (int i = 0; i < reached.size(); i++) {
      // Endpoints with one server and login have the same need.
      if (identities.indexOf(identities.get(i)) == i && reached.get(i).isFamily()) {
        Preflight.Findings findings = check(reached.get(i), needs.get(i));
        boolean alone = identities.stream().distinct().count() == 1;
        warnings.addAll(alone ? findings.warnings() : EndpointServer.at(i, findings.warnings()));
        psMode = findings.psMode() == PsMode.DISABLE ? PsMode.DISABLE : psMode;
      }
    }
    return psMode;
  }

  public Optional<String> refuses(Job step) {
    Set<String> warnings = new LinkedHashSet<>();
    PsMode wanted = preparesOnServer() ? PsMode.AUTO : PsMode.DISABLE;
    try {
      List<EndpointServer> servers = endpoints.stream().map(RunEndpoint::server).toList();
      return checkLimits(step, servers, step.need(wanted), agents, warnings) == wanted
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
   * Reaches the endpoints, and prepares agents and tables.
   *
   * @param first load whose limits are checked
   * @param job load for which tables are made
   * @param dealt loads of which each agent must get a part
   */
  public static RunEndpoints prepared(
      LoadTargets load, Job first, Job job, List<Job> dealt, LoadDriver driver, Context context)
      throws TargetException {
    AgentScenario asked = job.scenario().agents();
    if (asked == null) {
      return prepared(load, first, job, driver, context, null);
    }
    // Done before a server is touched: agents may fail to run, or have other versions.
    Agents agents = Agents.start(job, dealt, load.endpoints().size(), asked, driver, context);
    try (CloseOnFailure ready = new CloseOnFailure(agents::close)) {
      RunEndpoints reached = prepared(load, first, job, driver, context, agents);
      ready.succeeded();
      return reached;
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
    RunEndpoints reached = reach(first, load.endpoints(), driver, patient, agents);
    for (EndpointServer server : reached.servers()) {
      try {
        context.locks().use(server.connector(), CommandLocks.names(job.tables()));
      } catch (SQLException e) {
        throw TargetErrors.target(server.target(), e);
      }
    }
    List<EndpointServer> nodes =
        EndpointServer.reach(PsMode.DISABLE, load.nodes(), patient, driver);
    List<EndpointServer> servers = reached.endpoints.stream().map(RunEndpoint::server).toList();
    List<String> warnings = new ArrayList<>(reached.warnings);
    EndpointTables tables = new EndpointTables(servers, context.clock(), context.stop());
    FoundTables found = tables.prepare(job, context.progress());
    warnings.addAll(found.warnings());
    SortedSet<String> engines = tables.engines(job);
    warnings.addAll(job.engineNotes(engines));
    warnings.addAll(reached.notes());
    return new RunEndpoints(
        reached.endpoints, nodes, warnings, engines, found.compared(job.tables()), agents);
  }

  /** Cleans up over the first endpoint, also after Ctrl-C; returns the failure, or empty. */
  public Optional<String> cleanUp(Workload workload, Clock clock, Runnable keep) {
    if (!workload.cleansUp()) {
      return Optional.empty();
    }
    keep.run();
    EndpointServer first = endpoints.get(0).server();
    try (Connection connection =
        TimedQuery.with(clock, new StopSignal()).at(first.connector()::connect)) {
      workload.cleanUp(connection);
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of("the cleanup file failed: " + TargetErrors.words(e));
    }
  }

  /** The session of an experiment on these, which are closed if it cannot be opened. */
  public <S> S session(Context context, Function<Environment, S> session) throws TargetException {
    try (CloseOnFailure open = new CloseOnFailure(this::close)) {
      S opened = session.apply(environment(context));
      open.succeeded();
      return opened;
    }
  }

  @Override
  public void close() {
    if (agents != null) {
      agents.close();
    }
  }

  /** The fewest threads of a load: each agent has one at each endpoint. */
  public int leastThreads() {
    return agents == null ? 1 : agents.size() * endpoints.size();
  }

  public List<EndpointServer> servers() {
    Map<String, EndpointServer> servers = new LinkedHashMap<>();
    endpoints.forEach(
        endpoint -> servers.putIfAbsent(endpoint.server().identity().server(), endpoint.server()));
    return List.copyOf(servers.values());
  }

  boolean ours() {
    return endpoints.stream().allMatch(endpoint -> endpoint.server().target().ours());
  }

  boolean preparesOnServer() {
    return endpoints.stream().allMatch(endpoint -> endpoint.client().statements().equals("server"));
  }

  static boolean isGalera(Environment environment) {
    return "ON".equals(environment.server().variables().get("wsrep_on"));
  }

  public List<String> notes() {
    Set<String> notes = new LinkedHashSet<>();
    endpoints.forEach(
        endpoint -> notes.addAll(EnvironmentReader.notes(endpoint.server().target())));
    int servers = servers().size();
    if (servers < endpoints.size()) {
      notes.add(endpoints.size() + " endpoints lead to " + counted(servers, "server"));
    }
    return List.copyOf(notes);
  }

  public Environment environment(Context context) throws TargetException {
    EndpointServer server = endpoints.get(0).server();
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

  public Environment environment(ServerFacts facts) {
    RunEndpoint endpoint = endpoints.get(0);
    return EnvironmentReader.read(endpoint.server().target(), facts, endpoint.client())
        .through(endpoint.driver().artifacts())
        .with(data);
  }

  @Nullable List<EndpointFigures> figures(Measurement measured, List<Long> events) {
    if (endpoints.size() == 1) {
      return null;
    }
    return IntStream.range(0, endpoints.size())
        .mapToObj(
            i ->
                RunFigures.endpoint(
                    JdbcUrl.redacted(endpoints.get(i).server().target().url()),
                    endpoints.get(i).server().description(),
                    measured.parts().endpoints().get(i),
                    events.isEmpty() ? 0 : events.get(i),
                    measured.elapsedNanos()))
        .toList();
  }

  private static Preflight.Findings check(EndpointServer server, Need need) throws TargetException {
    try (Connection connection = server.connector().connect()) {
      return Preflight.checkServer(connection, need);
    } catch (SQLException e) {
      throw TargetErrors.target(server.target(), e);
    }
  }
}
