package io.github.bmt4j.experiment;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.tables.CommandLocks;

/**
 * Tools that a command gives to the experiment that it runs.
 *
 * @param progress shows the progress of preparations: servers started, tables loaded
 * @param stop set when the user ends the command; finished measurements are kept
 * @param ready called when servers and tables are ready: from then on there is something to keep
 * @param locks locks of the user's servers, which end with the experiment
 */
public record Context(
    Clock clock, Progress progress, StopSignal stop, Runnable ready, CommandLocks locks) {
  public Context(Clock clock, Progress progress, StopSignal stop, Runnable ready) {
    this(clock, progress, stop, ready, new CommandLocks(progress));
  }
}
