package io.github.bmt4j.load.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a sweep. Never a password.
 *
 * @param threads of each step, in the order in which they ran; one number where steps differ in
 *     their rate
 * @param common settings that all steps have in common; its threads are the most of any step, for
 *     which limits were checked and tables made, and its seed is the one from which those of the
 *     steps are drawn
 * @param search search that finds the steps; absent where they were given
 */
public record SweepScenario(List<Integer> threads, RunScenario common, @Nullable Search search) {
  public SweepScenario {
    threads = List.copyOf(threads);
  }
}
