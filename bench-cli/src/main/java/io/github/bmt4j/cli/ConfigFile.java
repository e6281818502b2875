package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * sysbench's {@code --config-file}: an option on every line, {@code name=value} or {@code name}. An
 * option that follows on the command line replaces that of the file, and one of the file replaces
 * what precedes it as {@code --name=value}, as in sysbench.
 */
final class ConfigFile {
  private static final String OPTION = "--config-file";

  private ConfigFile() {}

  /** The words with the options of the file in the place of the option that names it. */
  static String[] expanded(String[] args) {
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
      List<String> options = options(Path.of(file), after);
      Set<String> names = names(options);
      words.removeIf(
          before ->
              isOption(before)
                  && before.contains("=")
                  && names.contains(Arguments.todaysName(before)));
      words.addAll(options);
    }
    return words.toArray(String[]::new);
  }

  private static List<String> options(Path file, List<String> after) {
    Set<String> replaced = names(after);
    try {
      return Files.readAllLines(file).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(line -> "--" + line.replaceFirst("\\s*=\\s*", "="))
          .filter(option -> !replaced.contains(Arguments.todaysName(option)))
          .toList();
    } catch (IOException e) {
      throw new BadInputException(OPTION + "=" + file + ": cannot be read");
    }
  }

  private static Set<String> names(List<String> words) {
    return words.stream()
        .filter(ConfigFile::isOption)
        .map(Arguments::todaysName)
        .collect(Collectors.toSet());
  }

  private static boolean isOption(String word) {
    return word.startsWith("--");
  }
}
