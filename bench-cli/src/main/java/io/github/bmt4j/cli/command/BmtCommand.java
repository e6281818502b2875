package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.CommandContext;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** A command of bmt. */
@SuppressWarnings("NullAway.Init")
public abstract class BmtCommand implements Callable<Integer> {
  /** Set before the command is called. */
  public CommandContext context;

  /** The command in picocli's form. */
  public CommandLine line(CommandLine.IFactory factory) {
    return new CommandLine(this, factory);
  }
}
