package io.github.bmt4j.cli.command;

import io.github.bmt4j.failure.BadInputException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code bmt lab}: a primary and its replicas, for people to try failover on by hand. */
@Command(
    name = "lab",
    synopsisSubcommandLabel = "<command>",
    commandListHeading = "%nCommands:%n",
    description = "Runs a MariaDB primary and its replicas on this machine, for failover by hand.")
public final class LabCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw new BadInputException("give a command: lab up, status, promote, kill or down");
  }
}
