package io.github.bmt4j.load.sweep;

import io.github.bmt4j.load.run.RunScenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a sweep. Holds no password.
 *
 * @param threads of each step, in the order in which they ran; one number if steps differ in their
 *     rate
 * @param common settings that all steps have in common; its threads are the largest number of a
 *     step, for which limits were checked and tables made; seeds of steps are drawn from its seed
 * @param search search that finds the steps; absent if they were given
 */
public record SweepScenario(List<Integer> threads, RunScenario common, @Nullable Search search) {
  public SweepScenario {
    threads = List.copyOf(threads);
  }
}
