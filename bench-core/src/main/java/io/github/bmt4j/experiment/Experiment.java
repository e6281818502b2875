package io.github.bmt4j.experiment;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import java.util.Optional;

/**
 * A kind of measurement, with all its settings. {@link Runner} takes it through its life: check,
 * open, measure part by part, store after each part, judge.
 *
 * @param <R> its stored result
 */
public interface Experiment<R extends Result> {
  /** A word for the name of the result's folder, such as "failover" or a workload's name. */
  String name();

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when the settings make no sense
   */
  default void check() {}

  /**
   * Connects, checks the servers and creates missing servers and tables. Nothing is stored yet.
   *
   * @throws BadInputException when existing tables do not fit
   * @throws TargetException when a server cannot be reached or used
   */
  Session<R> open(Context context) throws TargetException;

  /** An experiment whose servers and tables are ready. Used by one thread. */
  interface Session<R extends Result> extends AutoCloseable {
    /** The start event, with scenario and servers. */
    Events.Started started();

    /**
     * Measures the next part: a run, a step, a repetition, an ALTER. A failed part stays in the
     * result, with the reason.
     *
     * @return true if another part follows, unless the user ends the command
     * @throws TargetException when nothing can be measured any more
     */
    boolean measure(Work work) throws TargetException;

    /**
     * The result so far, with its verdict. Called after every part and once more at the end; before
     * the end of the first part only by {@link Work#keep}.
     */
    R result(Head head);

    /**
     * Ends the work on the servers: called once, after the last part or when none could be
     * measured, before the last call of {@link #result}.
     *
     * @param keep stores what has been measured, in case this takes long
     * @return problem, as a reason of the verdict; empty without one
     */
    default Optional<String> end(Runnable keep) {
      return Optional.empty();
    }

    @Override
    default void close() {}
  }
}
