package io.github.bmt4j.cli.options;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.UserFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * sysbench's {@code --config-file}: an option on every line, {@code name=value} or {@code name}. An
 * option that follows on the command line replaces that of the file, as in sysbench, unless it is
 * one that may be repeated.
 */
public final class ConfigFile {
  private static final String OPTION = "--config-file";

  /** Options that may be repeated. */
  static final Set<String> REPEATED =
      Set.of(
          Arguments.AGAINST,
          "--define",
          "--url",
          "--node",
          "--label",
          "--driver-with",
          "--driver-property",
          "--fail-if",
          "--stage",
          "--server-option",
          "--agent",
          "--agent-command");

  private ConfigFile() {}

  /** The words with the options of the file in the place of the option that names it. */
  public static String[] expanded(String[] args) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      String word = args[i];
      if (!isOption(word) || !Arguments.name(word).equals(OPTION)) {
        words.add(word);
        continue;
      }
      boolean separate = !word.contains("=");
      Checks.check(
          !separate || (i + 1 < args.length && !isOption(args[i + 1])), OPTION + ": name a file");
      String file = separate ? args[++i] : word.substring(OPTION.length() + 1);
      List<String> after = List.of(args).subList(i + 1, args.length);
      words.addAll(options(UserFile.path(file), after));
    }
    return words.toArray(String[]::new);
  }

  private static List<String> options(Path file, List<String> after) {
    Set<String> replaced = replacing(after);
    try {
      return UserFile.text(file, "")
          .replaceFirst("^\ufeff", "")
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(line -> "--" + line.replaceFirst("\\s*=\\s*", "="))
          .filter(option -> !replaced.contains(name(option)))
          .toList();
    } catch (BadInputException e) {
      throw new BadInputException(OPTION + "=" + e.getMessage());
    }
  }

  /** The options among these words that replace others. */
  private static Set<String> replacing(List<String> words) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (isOption(word) && !REPEATED.contains(name(word))) {
        names.add(name(word));
      }
      if (word.equals(Arguments.AGAINST)) {
        i++; // Its value begins with dashes, too.
      }
    }
    return names;
  }

  /** The option's name today; {@code --rows} may stand next to {@code --table-size}. */
  private static String name(String word) {
    String name = Arguments.name(word);
    return name.equals("--rows") ? name : Arguments.todaysName(word);
  }

  private static boolean isOption(String word) {
    return word.startsWith("--");
  }
}
