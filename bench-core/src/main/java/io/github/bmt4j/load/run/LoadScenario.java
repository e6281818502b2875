package io.github.bmt4j.load.run;

import io.github.bmt4j.load.EndpointPlan;
import io.github.bmt4j.load.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pace of a load.
 *
 * @param threads workers
 * @param threadsFrom the sweep whose knee the threads are, as {@code knee:} and its id; absent
 *     where they were given
 * @param loop "closed", "open" or "terminals"
 * @param rate arrivals a second, in an open loop
 * @param arrivals "poisson" or "uniform", in an open loop
 * @param terminals number of terminals that share the threads, where terminals decide when
 *     operations are due
 * @param stages rates or threads of the measurement, one after the other; empty where they are the
 *     same all the time
 * @param dealt threads and operations that each endpoint has of its own
 * @param seed of keys, values and arrivals
 */
public record LoadScenario(
    int threads,
    @Nullable String threadsFrom,
    String loop,
    @Nullable Double rate,
    @Nullable String arrivals,
    @Nullable Integer terminals,
    List<Stage> stages,
    EndpointPlan dealt,
    long seed) {
  public LoadScenario {
    stages = List.copyOf(stages);
  }

  /** The same with other threads, rate and seed: a step of a sweep. */
  LoadScenario step(int newThreads, @Nullable Double newRate, long newSeed) {
    return new LoadScenario(
        newThreads, threadsFrom, loop, newRate, arrivals, terminals, stages, dealt, newSeed);
  }

  boolean changesThreads() {
    return !stages.isEmpty() && !stages.get(0).ofRate();
  }

  /** True if operations are due at moments that a worker may miss: in any but a closed loop. */
  public boolean scheduled() {
    return !loop.equals("closed");
  }
}
