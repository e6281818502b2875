package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.UserFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * sysbench's {@code --config-file}: an option on every line, {@code name=value} or {@code name}. A
 * later option on the command line replaces the file's, as in sysbench, unless it may be repeated.
 */
public final class ConfigFile {
  private static final String OPTION = "--config-file";

  private ConfigFile() {}

  /**
   * The words, with the options of the file in place of the option that names it.
   *
   * @param repeated names of the options that may be repeated
   */
  public static String[] expanded(String[] args, Set<String> repeated) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      String word = args[i];
      if (!isOption(word) || !OptionNames.of(word).equals(OPTION)) {
        words.add(word);
        continue;
      }
      boolean separate = !word.contains("=");
      Checks.check(
          !separate || (i + 1 < args.length && !isOption(args[i + 1])), OPTION, ": name a file");
      String file = separate ? args[++i] : word.substring(OPTION.length() + 1);
      List<String> after = List.of(args).subList(i + 1, args.length);
      words.addAll(options(UserFile.path(file), after, repeated));
    }
    return words.toArray(String[]::new);
  }

  private static List<String> options(Path file, List<String> after, Set<String> repeated) {
    Set<String> replaced = names(after);
    replaced.removeAll(repeated);
    try {
      List<String> options =
          lines(file)
              .filter(
                  option -> !replaced.contains(SysbenchOptions.todaysName(OptionNames.of(option))))
              .toList();
      String executing = Executing.option(options);
      Checks.check(
          executing.isEmpty(),
          file + ": " + executing + " has something executed: give it on the command line");
      return options;
    } catch (BadInputException e) {
      throw new BadInputException(OPTION, "=" + e.getMessage());
    }
  }

  /** The options of a file with one on every line, as words. */
  static Stream<String> lines(Path file) {
    return UserFile.text(file, "")
        .replaceFirst("^\ufeff", "")
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(line -> "--" + line.replaceFirst("^--", "").replaceFirst("\\s*=\\s*", "="));
  }

  /** Today's names of the options among words. */
  static Set<String> names(List<String> words) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (isOption(word)) {
        names.add(SysbenchOptions.todaysName(OptionNames.of(word)));
      }
      if (word.equals(Spelling.AGAINST)) {
        i++; // Its value begins with dashes, too.
      }
    }
    return names;
  }

  private static boolean isOption(String word) {
    return word.startsWith("--");
  }
}
