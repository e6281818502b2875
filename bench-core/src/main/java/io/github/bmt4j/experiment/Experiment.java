package io.github.bmt4j.experiment;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import java.util.Optional;

/**
 * A kind of measurement, with everything that was decided for it. {@link Runner} takes it through
 * its life: check, open, measure part by part, store after each part, judge.
 *
 * @param <R> what it stores
 */
public interface Experiment<R extends Result> {
  /** A word for the name of the result's folder, such as "failover" or a workload's name. */
  String name();

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when it makes no sense
   */
  void check();

  /**
   * Connects, checks the servers and makes what is missing: servers, tables. Nothing is stored yet.
   *
   * @throws BadInputException when tables that are there do not fit
   * @throws TargetException when a server cannot be reached or used
   */
  Session<R> open(Context context) throws TargetException;

  /** An experiment whose servers and tables are ready. Used by one thread. */
  interface Session<R extends Result> extends AutoCloseable {
    /** Event with its scenario and its servers. */
    Events.Started started();

    /**
     * Measures the next part: a run, a step, a repetition, an ALTER. A part that fails is a part of
     * the result that says why.
     *
     * @return true if another part follows; it is not asked for once the user has ended the command
     * @throws TargetException when nothing can be measured any more
     */
    boolean measure(Work work) throws TargetException;

    /**
     * Result of what has been measured so far, with its verdict. Asked for after every part, and
     * once more at the end, but not before the first part unless {@link Work#keep} was called.
     */
    R result(Head head);

    /**
     * Ends the work on the servers: called once, after the last part or when none could be
     * measured, before the result is asked for the last time.
     *
     * @param keep stores what has been measured, in case that this takes long
     * @return problem, as a reason of the verdict; empty without one
     */
    default Optional<String> end(Runnable keep) {
      return Optional.empty();
    }

    @Override
    void close();
  }
}
