package io.github.bmt4j.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion script of fish, for which picocli has none. */
final class FishCompletion {
  private static final int LONGEST_DESCRIPTION = 72;

  /** Whether the words before the cursor, without options, begin with those given. */
  private static final String FUNCTIONS =
      """
      function __bmt_in
          set -l words (commandline -opc)
          set -l names (string match -v -- '-*' $words[2..])
          test (count $names) -ge (count $argv); or return 1
          for i in (seq (count $argv))
              test "$names[$i]" = "$argv[$i]"; or return 1
          end
      end

      function __bmt_at
          set -l words (commandline -opc)
          set -l names (string match -v -- '-*' $words[2..])
          test (count $names) -eq (count $argv); and __bmt_in $argv
      end

      complete -c bmt -f
      """;

  private FishCompletion() {}

  /** The script for a command and its subcommands, with a title in its first line. */
  static String of(CommandLine command, String title) {
    List<String> lines = new ArrayList<>();
    add(command, "", lines);
    return "# " + title + "\n\n" + FUNCTIONS + String.join("\n", lines) + "\n";
  }

  private static void add(CommandLine command, String path, List<String> lines) {
    CommandSpec spec = command.getCommandSpec();
    command
        .getSubcommands()
        .forEach(
            (name, subcommand) -> {
              String does = ManPage.sentence(subcommand.getCommandSpec());
              lines.add(line("__bmt_at" + path) + " -a " + name + " -d " + quoted(shortened(does)));
            });
    boolean leaf = command.getSubcommands().isEmpty();
    String options = line((leaf ? "__bmt_in" : "__bmt_at") + path);
    spec.options().forEach(option -> lines.add(options + option(option)));
    for (PositionalParamSpec word : spec.positionalParameters()) {
      String words = words(word);
      if (!words.isEmpty()) {
        String more = "__bmt_in" + path + "; and not __fish_seen_subcommand_from " + words;
        lines.add(line(word.arity().max() > 1 ? "__bmt_in" + path : more) + " -a " + quoted(words));
      } else if (isFile(word)) {
        lines.add(options + " -F");
      }
    }
    command.getSubcommands().forEach((name, next) -> add(next, path + " " + name, lines));
  }

  private static String line(String condition) {
    return "complete -c bmt -n " + quoted(condition);
  }

  private static String option(OptionSpec option) {
    StringBuilder line = new StringBuilder();
    for (String name : option.names()) {
      line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
    }
    if (option.arity().min() > 0) {
      line.append(isFile(option) ? " -r -F" : " -x");
    }
    String words = words(option);
    if (!words.isEmpty()) {
      line.append(" -a ").append(quoted(words));
    }
    return line + " -d " + quoted(shortened(String.join(" ", option.description())));
  }

  private static String words(ArgSpec arg) {
    return arg.completionCandidates() == null ? "" : String.join(" ", arg.completionCandidates());
  }

  private static boolean isFile(ArgSpec arg) {
    return arg.type() == Path.class;
  }

  private static String shortened(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    if (line.length() <= LONGEST_DESCRIPTION) {
      return line;
    }
    int space = line.lastIndexOf(' ', LONGEST_DESCRIPTION - 1);
    return line.substring(0, space > 0 ? space : LONGEST_DESCRIPTION - 1) + "…";
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
