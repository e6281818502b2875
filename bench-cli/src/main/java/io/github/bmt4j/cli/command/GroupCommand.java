package io.github.bmt4j.cli.command;

import io.github.bmt4j.failure.BadInputException;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command with subcommands, which does nothing without one. */
public abstract class GroupCommand extends BmtCommand {
  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    throw new BadInputException(
        spec.subcommands().keySet().stream()
            .map(name -> spec.name() + " " + name)
            .collect(Collectors.joining(", ", "give a command: ", "")));
  }
}
