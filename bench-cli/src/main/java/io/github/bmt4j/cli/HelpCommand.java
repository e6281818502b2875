package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bmt help [command]}: the help of bmt, or of a command. */
@Command(
    name = "help",
    helpCommand = true,
    customSynopsis = "${COMMAND-FULL-NAME} [<command>]",
    description = "Shows the help of a command.")
@SuppressWarnings("NullAway.Init")
final class HelpCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "<command>",
      description = "the command, such as run or lab up")
  List<String> names = List.of();

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine command = spec.parent().commandLine();
    for (String name : names) {
      CommandLine next = command.getSubcommands().get(name);
      if (next == null) {
        throw new BadInputException(Hints.unknownCommand(command, name));
      }
      command = next;
    }
    command.usage(command.getOut());
    return ExitCode.VALID;
  }
}
