package io.github.bmt4j.load.run;

import io.github.bmt4j.jdbc.ConnectionScenario;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.load.LoadScenario;
import io.github.bmt4j.load.nodes.NodesScenario;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a run. Holds no password.
 *
 * @param workloadVersion raised when the workload's data or SQL changes
 * @param parameters of the workload, defaults included
 * @param target target as the user gave it; a URL without its passwords
 * @param serverOptions of a server that bmt starts; such as {@code innodb_buffer_pool_size=1G}
 * @param cluster cluster that bmt started; absent without one
 * @param load its pace
 * @param times its length and intervals
 * @param watch nodes that the user chose to watch, and the figures to read from them; absent if
 *     none were chosen
 * @param sampled figures that are read from the servers meanwhile; absent for the default
 * @param agents agents that make the load; absent if this process does
 * @param check true if the workload's tables are checked after the load
 * @param failIf limits of figures, each as {@link Threshold} has it; a run that breaks one FAILED
 */
public record RunScenario(
    String workload,
    int workloadVersion,
    Map<String, Object> parameters,
    String target,
    List<String> serverOptions,
    @Nullable RunCluster cluster,
    LoadScenario load,
    LoadTimes times,
    ClientScenario client,
    @Nullable NodesScenario watch,
    @Nullable ServerScenario sampled,
    @Nullable AgentScenario agents,
    boolean check,
    List<String> failIf) {
  public RunScenario {
    serverOptions = Redaction.arguments(serverOptions);
    failIf = List.copyOf(failIf);
  }

  public int connections() {
    Integer poolSize = client.poolSize();
    return poolSize == null ? load.threads() : poolSize;
  }

  /** Connections beside those of the workers. */
  public ConnectionScenario others() {
    ConnectionScenario others = load.connections();
    return others == null ? ConnectionScenario.NONE : others;
  }

  long allEvents() {
    List<Long> ofEndpoints = load.dealt().endpointEvents();
    return ofEndpoints.isEmpty()
        ? times.events()
        : ofEndpoints.stream().mapToLong(one -> one).sum();
  }

  public ServerScenario series() {
    return sampled == null ? ServerScenario.USUAL : sampled;
  }

  boolean countsRows() {
    return watch != null && watch.countRows();
  }

  public RunScenario with(LoadScenario other) {
    return copy(parameters, target, other, times, client);
  }

  public RunScenario with(Map<String, Object> others) {
    return copy(others, target, load, times, client);
  }

  public RunScenario with(ClientScenario other) {
    return copy(parameters, target, load, times, other);
  }

  public RunScenario with(
      String targets, LoadScenario all, LoadTimes limits, ClientScenario clients) {
    return copy(parameters, targets, all, limits, clients);
  }

  private RunScenario copy(
      Map<String, Object> newParameters,
      String newTarget,
      LoadScenario newLoad,
      LoadTimes newTimes,
      ClientScenario newClient) {
    return new RunScenario(
        workload,
        workloadVersion,
        newParameters,
        newTarget,
        serverOptions,
        cluster,
        newLoad,
        newTimes,
        newClient,
        watch,
        sampled,
        agents,
        check,
        failIf);
  }
}
