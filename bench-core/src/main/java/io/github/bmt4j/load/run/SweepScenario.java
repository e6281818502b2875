package io.github.bmt4j.load.run;

import java.util.List;

/**
 * Everything that was decided for a sweep. Never a password.
 *
 * @param threads of each step, in the order in which they ran
 * @param common what all steps have in common; its threads are the most of any step, for which
 *     limits were checked and tables made, and its seed is the one that those of the steps are
 *     drawn from
 */
public record SweepScenario(List<Integer> threads, RunScenario common) {
  public SweepScenario {
    threads = List.copyOf(threads);
  }
}
