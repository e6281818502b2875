package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.WorkloadOptions;

/** A command that takes the options of workloads. */
@SuppressWarnings("NullAway.Init")
public abstract class WorkloadCommand extends BmtCommand {
  /** Set before the command is called. */
  public WorkloadOptions workloadOptions;
}
