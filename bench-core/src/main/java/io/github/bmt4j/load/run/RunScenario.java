package io.github.bmt4j.load.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.load.Stage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a run. Never a password.
 *
 * @param workload its name
 * @param workloadVersion raised when the workload's data or SQL changes
 * @param parameters of the workload, defaults included
 * @param target what the user asked for; a URL without its passwords
 * @param serverOptions of a server that bmt starts; such as {@code innodb_buffer_pool_size=1G};
 *     empty in results from before 2026-11-22
 * @param pool "hikari" or "none"
 * @param psMode "auto" for server-side prepared statements, "disable" for text
 * @param threads workers
 * @param loop "closed", "open" or "terminals"
 * @param rate arrivals a second, in an open loop
 * @param arrivals "poisson" or "uniform", in an open loop
 * @param terminals how many share the threads, where they decide when operations are due
 * @param warmupSeconds before the measurement
 * @param timeSeconds of the measurement; 0 for no limit
 * @param events operations at most; 0 for no limit
 * @param intervalSeconds between intermediate figures
 * @param ignoreErrors vendor codes that are rolled back and retried, or "all"
 * @param maxRetries of one operation
 * @param percentile shown in every interval
 * @param seed of keys, values and arrivals
 * @param client how the client goes about its work; results from before it was stored have the
 *     default
 * @param cluster that bmt started; absent without one
 * @param failIf limits of figures, each as {@link Threshold} has it; a run that breaks one FAILED
 * @param stages rates or threads of the measurement, one after the other; empty where they are the
 *     same all the time
 * @param threadsFrom the sweep whose knee the threads are, as {@code knee:} and its id; absent
 *     where they were given
 */
public record RunScenario(
    String workload,
    int workloadVersion,
    Map<String, Object> parameters,
    String target,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> serverOptions,
    String pool,
    String psMode,
    int threads,
    String loop,
    @Nullable Double rate,
    @Nullable String arrivals,
    @Nullable Integer terminals,
    double warmupSeconds,
    double timeSeconds,
    long events,
    double intervalSeconds,
    List<String> ignoreErrors,
    int maxRetries,
    double percentile,
    long seed,
    ClientScenario client,
    @Nullable RunCluster cluster,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> failIf,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Stage> stages,
    @Nullable String threadsFrom) {
  @SuppressWarnings("NullAway") // Absent in results from before 2026-11-27.
  public RunScenario {
    serverOptions = Redaction.arguments(serverOptions);
    client = client == null ? ClientScenario.DEFAULT : client;
    failIf = failIf == null ? List.of() : List.copyOf(failIf);
    stages = stages == null ? List.of() : List.copyOf(stages);
  }

  /** True if stages change how many threads work. */
  boolean isOfThreadStages() {
    return !stages.isEmpty() && !stages.get(0).ofRate();
  }

  /** Connections of the load, at all endpoints together. */
  int connections() {
    Integer poolSize = client.poolSize();
    return poolSize == null ? threads : poolSize;
  }

  /** Operations at most, at all endpoints together; 0 for no limit. */
  long allEvents() {
    List<Long> ofEndpoints = client.endpoints().endpointEvents();
    return ofEndpoints.isEmpty() ? events : ofEndpoints.stream().mapToLong(one -> one).sum();
  }

  /** The same with other threads, rate and seed: a step of a sweep. */
  RunScenario step(int stepThreads, @Nullable Double stepRate, long stepSeed) {
    return copy(parameters, new Pace(stepThreads, stepRate, stepSeed), client, cluster, failIf);
  }

  /** The same with other parameters of the workload. */
  public RunScenario with(Map<String, Object> otherParameters) {
    return copy(otherParameters, pace(), client, cluster, failIf);
  }

  /** The same with another client. */
  public RunScenario with(ClientScenario other) {
    return copy(parameters, pace(), other, cluster, failIf);
  }

  /** The same with limits of figures. */
  RunScenario failingIf(List<String> limits) {
    return copy(parameters, pace(), client, cluster, limits);
  }

  /** The same on a cluster. */
  public RunScenario on(RunCluster other) {
    return copy(parameters, pace(), client, other, failIf);
  }

  private record Pace(int threads, @Nullable Double rate, long seed) {}

  private Pace pace() {
    return new Pace(threads, rate, seed);
  }

  private RunScenario copy(
      Map<String, Object> otherParameters,
      Pace pace,
      ClientScenario otherClient,
      @Nullable RunCluster otherCluster,
      List<String> otherLimits) {
    return new RunScenario(
        workload,
        workloadVersion,
        otherParameters,
        target,
        serverOptions,
        pool,
        psMode,
        pace.threads,
        loop,
        pace.rate,
        arrivals,
        terminals,
        warmupSeconds,
        timeSeconds,
        events,
        intervalSeconds,
        ignoreErrors,
        maxRetries,
        percentile,
        pace.seed,
        otherClient,
        otherCluster,
        otherLimits,
        stages,
        threadsFrom);
  }
}
