package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The steps of a sweep: given, or found by a search. Used by one thread. */
interface Steps {
  Optional<Job> next();

  default void failed(SQLException failure) {}

  void add(Step step);

  /** Leaves out the next step if a limit of client or server forbids it; returns true if so. */
  default boolean leavesOut(Function<Job, Optional<String>> limits) {
    return false;
  }

  Optional<String> unfinished();

  /** True if a step is INVALID because of the answer of the search itself. */
  default boolean excuses(Step step) {
    return false;
  }

  default List<String> notes(List<Step> done) {
    return List.of();
  }

  /** The scenario, with the threads of the executed steps if they were not given. */
  default SweepScenario stored(SweepScenario planned, List<Step> done) {
    return planned;
  }

  /** The answer of a search so far; absent for given steps. */
  default @Nullable Knee answer() {
    return null;
  }

  static Steps given(List<Job> jobs) {
    return new Steps() {
      private int done;

      @Override
      public Optional<Job> next() {
        return jobs.stream().skip(done).findFirst();
      }

      @Override
      public void add(Step step) {
        done++;
      }

      @Override
      public Optional<String> unfinished() {
        return done == jobs.size()
            ? Optional.empty()
            : Optional.of(words("%d of %d steps were done", done, jobs.size()));
      }
    };
  }
}
