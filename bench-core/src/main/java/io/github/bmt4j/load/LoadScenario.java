package io.github.bmt4j.load;

import io.github.bmt4j.jdbc.ConnectionScenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pace of a load. It holds all settings that reach a worker.
 *
 * @param threads workers
 * @param threadsFrom the sweep whose knee gave the threads, as {@code knee:} and its id; absent if
 *     the user gave them
 * @param loop "closed", "open" or "terminals"
 * @param rate arrivals a second, in an open loop
 * @param arrivals "poisson" or "uniform", in an open loop
 * @param terminals number of terminals that share the threads, if terminals decide when operations
 *     are due
 * @param stages rates or threads of the measurement, one after the other; empty if constant
 * @param think pause of each thread after an operation, in a closed loop; absent for none
 * @param reconnect transactions after which a worker closes its connection and opens another one;
 *     absent for never
 * @param connections connections beside those of the workers; absent without any
 * @param dealt threads and operations for each endpoint
 * @param seed of keys, values, arrivals and pauses
 */
public record LoadScenario(
    int threads,
    @Nullable String threadsFrom,
    String loop,
    @Nullable Double rate,
    @Nullable String arrivals,
    @Nullable Integer terminals,
    List<Stage> stages,
    @Nullable ThinkTime think,
    @Nullable Integer reconnect,
    @Nullable ConnectionScenario connections,
    EndpointPlan dealt,
    long seed) {
  public LoadScenario {
    stages = List.copyOf(stages);
  }

  /** A closed loop, or random arrivals at a rate; without anything else. */
  public static LoadScenario of(int threads, @Nullable Double rate, long seed) {
    return new LoadScenario(
        threads,
        null,
        rate == null ? "closed" : "open",
        rate,
        rate == null ? null : "poisson",
        null,
        List.of(),
        null,
        null,
        null,
        EndpointPlan.EVEN,
        seed);
  }

  /** This pace with other threads, rate and seed: a step of a sweep. */
  public LoadScenario step(int newThreads, @Nullable Double newRate, long newSeed) {
    return new LoadScenario(
        newThreads,
        threadsFrom,
        loop,
        newRate,
        arrivals,
        terminals,
        stages,
        think,
        reconnect,
        connections,
        dealt,
        newSeed);
  }

  public boolean changesThreads() {
    return !stages.isEmpty() && !stages.get(0).ofRate();
  }

  /** True if operations are due at moments that a worker may miss: in any but a closed loop. */
  public boolean scheduled() {
    return !loop.equals("closed");
  }
}
