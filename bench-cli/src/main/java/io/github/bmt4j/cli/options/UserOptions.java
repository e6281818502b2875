package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.UserFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The user's own defaults: one option on each line of {@code $XDG_CONFIG_HOME/bmt/options}. A
 * command gets those that it has and that its line does not give.
 */
public final class UserOptions {
  /** The variable with another file; empty for none. */
  public static final String VARIABLE = "BMT_OPTIONS";

  private UserOptions() {}

  /** The file, which may be missing; "" for none. */
  private static Path file(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    String config =
        environment.getOrDefault("XDG_CONFIG_HOME", home.isEmpty() ? "" : home + "/.config");
    String file = config.isEmpty() ? "" : config + "/bmt/options";
    return UserFile.path(environment.getOrDefault(VARIABLE, file));
  }

  /**
   * The options that the file adds to normalised words.
   *
   * @param all creates all commands with their options
   * @param notes gets a line that names what is added
   * @throws io.github.bmt4j.failure.BadInputException when the file has an option that no command
   *     has, or names a server
   */
  public static List<String> added(
      List<String> words,
      CommandLine bmt,
      Supplier<CommandLine> all,
      Map<String, String> environment,
      List<String> notes) {
    Path file = file(environment);
    CommandLine command = named(bmt, words);
    if (command == bmt || !Files.isRegularFile(file)) {
      return List.of();
    }
    String[] lines = ConfigFile.lines(file).toArray(String[]::new);
    List<String> options = List.of(Spelling.normalised(lines, OptionNames.flags(bmt)));
    check(file, options, command.getCommandSpec(), all);
    Set<String> given = ConfigFile.names(words);
    given.removeAll(OptionNames.repeated(bmt));
    List<String> added = new ArrayList<>(options);
    added.removeIf(
        option ->
            given.contains(OptionNames.of(option))
                || command.getCommandSpec().findOption(OptionNames.of(option)) == null);
    if (!added.isEmpty()) {
      notes.add(
          "from "
              + file
              + ": "
              + String.join(" ", ShownWords.shown(added, command.getCommandSpec())));
    }
    return added;
  }

  private static CommandLine named(CommandLine bmt, List<String> words) {
    CommandLine command = bmt;
    for (String word : words) {
      CommandLine next = command.getSubcommands().get(word);
      if (next == null) {
        return command;
      }
      command = next;
    }
    return command;
  }

  private static void check(
      Path file, List<String> options, CommandSpec command, Supplier<CommandLine> all) {
    Checks.check(
        !JoinedWords.namesServer(options),
        file
            + ": no option of this file may name a server: name it on the command line, or in"
            + " BMT_URL");
    List<String> others =
        options.stream()
            .map(OptionNames::of)
            .filter(option -> command.findOption(option) == null)
            .toList();
    if (!others.isEmpty()) {
      CommandLine every = all.get();
      for (String option : others) {
        Checks.check(has(every, option), file + ": no command has the option " + option);
      }
    }
  }

  private static boolean has(CommandLine command, String option) {
    return command.getCommandSpec().findOption(option) != null
        || command.getSubcommands().values().stream().anyMatch(sub -> has(sub, option));
  }
}
