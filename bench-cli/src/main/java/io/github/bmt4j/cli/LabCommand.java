package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code bmt lab}: a primary and its replicas, for people to try failover on by hand. */
@Command(
    name = "lab",
    synopsisSubcommandLabel = "up|status|promote|kill|down",
    description = "A MariaDB primary and its replicas on this machine, to try failover on by hand.")
final class LabCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw new BadInputException("say what the lab shall do: up, status, promote, kill or down");
  }
}
