package io.github.bmt4j.cli.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code bmt lab}: a primary and its replicas, to try failover by hand. */
@Command(
    name = "lab",
    synopsisSubcommandLabel = "<command>",
    commandListHeading = "%nCommands:%n",
    description = "Runs a MariaDB primary and its replicas on this machine, for failover by hand.",
    subcommands = LabUpCommand.class)
public final class LabCommand extends GroupCommand {
  @Override
  public CommandLine line(CommandLine.IFactory factory) {
    CommandLine lab = super.line(factory);
    for (LabRequest request : LabRequest.values()) {
      lab.addSubcommand(request.word(), LabAskCommand.of(request, context));
    }
    return lab;
  }
}
