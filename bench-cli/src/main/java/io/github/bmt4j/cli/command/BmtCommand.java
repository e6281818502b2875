package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.screen.Screen;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
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

  @Option(
      names = ShownWords.COLOUR,
      paramLabel = "<when>",
      description =
          "colours on standard output: always, never, or auto (default): on a terminal; also"
              + " NO_COLOR, CLICOLOR_FORCE")
  void colour(Screen.Colour when) {
    context.screen().colour(when);
  }

  /**
   * Changes options of mixins that mean something else here.
   *
   * @param texts what is set, by the name of the option
   */
  static void change(
      CommandSpec spec, Map<String, String> texts, BiConsumer<OptionSpec.Builder, String> change) {
    // In an order that is the same in each JVM: completion is generated from it.
    new TreeMap<>(texts)
        .forEach(
            (name, text) -> {
              OptionSpec usual = spec.findOption(name);
              OptionSpec.Builder here = usual.toBuilder();
              change.accept(here, text);
              spec.remove(usual);
              spec.addOption(here.build());
            });
  }

  /** The command in picocli's form. */
  public CommandLine line(CommandLine.IFactory factory) {
    return new CommandLine(this, factory);
  }
}
