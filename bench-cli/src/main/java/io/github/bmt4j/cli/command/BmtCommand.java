package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.screen.Screen;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** A command of bmt. */
@Section("Other")
@SuppressWarnings("NullAway.Init")
public abstract class BmtCommand implements Callable<Integer> {
  /** Set before the command is called. */
  public CommandContext context;

  @Nullable Record called;

  @Option(
      names = ShownWords.COLOUR,
      paramLabel = "<when>",
      description =
          "colours on standard output: always, never, or auto (default): on a terminal; also"
              + " NO_COLOR, CLICOLOR_FORCE")
  void colour(Screen.Colour when) {
    context.screen().colour(when);
  }

  /** The command in picocli's form. */
  public CommandLine line(CommandLine.IFactory factory) {
    return new CommandLine(this, factory);
  }

  /** The scenario of a command that {@code --against} repeats, after its call. */
  public Record scenario() {
    return Objects.requireNonNull(called, "called");
  }

  /** Describes an option in another way than its group does. */
  static void change(CommandSpec command, String option, UnaryOperator<OptionSpec.Builder> change) {
    OptionSpec usual = command.findOption(option);
    command.remove(usual).addOption(change.apply(usual.toBuilder()).build());
  }
}
