package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The words of a command line by option: what they name, and with some left out or replaced. */
public final class JoinedWords {
  private JoinedWords() {}

  /** Normalised words in which each option stands with its value: {@code --threads=4}. */
  public static List<String> of(List<String> words, CommandSpec command) {
    List<String> joined = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      OptionSpec option = command.findOption(word);
      boolean follows =
          option != null
              && i + 1 < words.size()
              && (option.arity().min() > 0
                  || (option.arity().max() > 0 && !words.get(i + 1).startsWith("-")));
      joined.add(follows ? option.longestName() + "=" + words.get(++i) : word);
    }
    return joined;
  }

  /** Joined words without some options. */
  public static List<String> without(List<String> words, List<String> options) {
    return words.stream().filter(word -> !options.contains(OptionNames.of(word))).toList();
  }

  /**
   * Joined words in which some options are replaced. A setting replaces that of the same name, a
   * server takes the place of every other, and so does what makes an ALTER; where that is a tool
   * alone, what only an ALTER has goes too.
   */
  public static List<String> replaced(List<String> words, List<String> by, CommandSpec command) {
    Set<String> keys = by.stream().map(word -> key(word, command)).collect(Collectors.toSet());
    boolean server = by.stream().anyMatch(word -> isMarked(Mark.SERVER, word, command));
    boolean address = by.stream().anyMatch(word -> isMarked(Mark.ADDRESS, word, command));
    boolean alters = by.stream().anyMatch(word -> isMarked(Mark.ALTERS, word, command));
    boolean byTool = alters && by.stream().map(OptionNames::of).noneMatch("--algorithm"::equals);
    List<String> all = new ArrayList<>();
    for (String word : words) {
      if (!keys.contains(key(word, command))
          && !((server || address) && isMarked(Mark.SERVER, word, command))
          && !(alters && isMarked(Mark.ALTERS, word, command))
          && !(byTool && isMarked(Mark.OF_ALTER, word, command))
          && !(server && isMarked(Mark.ADDRESS, word, command))) {
        all.add(word);
      }
    }
    all.addAll(by);
    return all;
  }

  private static boolean isMarked(Mark mark, String word, CommandSpec command) {
    return mark.isOf(command.findOption(OptionNames.of(word)));
  }

  /** Those of joined words that name a server. */
  public static List<String> servers(List<String> words) {
    CommandSpec target = CommandSpec.forAnnotatedObject(new TargetOptions());
    return words.stream()
        .filter(word -> isMarked(Mark.SERVER, word, target) || isMarked(Mark.ADDRESS, word, target))
        .toList();
  }

  private static String key(String word, CommandSpec command) {
    String name = OptionNames.of(word);
    return isMarked(Mark.SETTING, word, command) && word.length() > name.length()
        ? name + "=" + word.substring(name.length() + 1).split("=", 2)[0]
        : name;
  }

  /** Returns true if joined words name a server; otherwise the environment may name one. */
  public static boolean namesServer(List<String> words) {
    List<String> sysbench = OptionNames.declaredBy(new SysbenchServer());
    return !servers(words).isEmpty()
        || SpringFile.namesServer(words)
        || words.stream().map(OptionNames::of).anyMatch(sysbench::contains);
  }
}
