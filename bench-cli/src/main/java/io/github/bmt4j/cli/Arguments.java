package io.github.bmt4j.cli;

import io.github.bmt4j.workload.ParamSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Command-line words as sysbench's users write them, in the form that picocli reads. */
final class Arguments {
  private static final Pattern HIDDEN = Pattern.compile("(--[^=]+=)?(BMT_ARG_[0-9]+)");

  private Arguments() {}

  /**
   * The words as the user gave them. The launcher hides those that may hold a secret from the list
   * of processes: a variable of the environment has the word, and its name stands in the word's
   * place.
   */
  static String[] restored(String[] args, Map<String, String> environment) {
    String[] words = args.clone();
    for (int i = 0; i < words.length; i++) {
      Matcher hidden = HIDDEN.matcher(words[i]);
      String word = hidden.matches() ? environment.get(hidden.group(2)) : null;
      if (word != null) {
        String name = hidden.group(1);
        words[i] = name == null ? word : name + word;
      }
    }
    return words;
  }

  /**
   * Turns {@code --table_size} into {@code --table-size}, and a bare {@code --skip-trx} into {@code
   * --skip-trx=on}.
   *
   * @param flags names of the options that are on or off
   */
  static String[] normalised(String[] args, Set<String> flags) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      String word = args[i];
      if (word.startsWith("--")) {
        int equals = word.indexOf('=');
        String name = (equals < 0 ? word : word.substring(0, equals)).replace('_', '-');
        String value = equals < 0 ? "" : word.substring(equals);
        boolean bare = equals < 0 && flags.contains(name.substring(2));
        boolean valueFollows = bare && i + 1 < args.length && isFlagValue(args[i + 1]);
        word = name + (bare && !valueFollows ? "=on" : value);
      }
      words.add(word);
    }
    return words.toArray(String[]::new);
  }

  private static boolean isFlagValue(String word) {
    return switch (word) {
      case "on", "off", "true", "false" -> true;
      default -> false;
    };
  }

  /** Whether a parameter is on or off. */
  static boolean isFlag(ParamSpec spec) {
    return spec.kind() == ParamSpec.Kind.FLAG;
  }
}
