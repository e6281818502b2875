package io.github.bmt4j.cli;

import io.github.bmt4j.cli.command.BmtCommand;
import io.github.bmt4j.cli.options.Hints;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.workload.Catalogue;
import java.util.List;
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
public final class HelpCommand extends BmtCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "<command>",
      description = "the command, such as run or lab up")
  List<String> names = List.of();

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine command = named(spec.parent().commandLine(), names);
    command.usage(command.getOut());
    return ExitCode.VALID;
  }

  /**
   * The words of the command that answers {@code bmt help run tpcc} or {@code bmt help run
   * --help-all}; other words unchanged.
   */
  static List<String> ofWorkload(List<String> words, String all) {
    if (words.size() < 3 || !words.get(0).equals("help")) {
      return words;
    }
    String last = words.get(words.size() - 1);
    return last.equals(all)
        ? words.subList(1, words.size())
        : words.size() == 3 && Catalogue.names().contains(last) ? List.of("list", last) : words;
  }

  private static CommandLine named(CommandLine root, List<String> names) {
    CommandLine command = root;
    for (String name : names) {
      CommandLine next = command.getSubcommands().get(name);
      if (next == null) {
        throw new BadInputException(Hints.unknownCommand(command, name));
      }
      command = next;
    }
    return command;
  }

  /** {@code bmt man [command]}: the same as a man page. */
  @Command(
      name = "man",
      customSynopsis = "${COMMAND-FULL-NAME} [<command>]",
      description = "Prints the man page of a command, in roff.",
      footer = "  ${COMMAND-FULL-NAME} run | man -l -")
  public static final class Man extends BmtCommand {
    @Parameters(
        arity = "0..*",
        paramLabel = "<command>",
        description = "the command, such as run or lab up")
    List<String> names = List.of();

    @Override
    public Integer call() {
      CommandLine bmt = context.commands(name -> true).setCommandName(CompletionCommand.BMT);
      context.screen().result(ManPage.of(named(bmt, names)));
      return ExitCode.VALID;
    }
  }
}
