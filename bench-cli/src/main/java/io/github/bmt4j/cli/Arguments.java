package io.github.bmt4j.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of the command line in the one spelling that picocli reads. */
final class Arguments {
  private static final Pattern HIDDEN = Pattern.compile("(--[^=]+=)?(BMT_ARG_[0-9]+)");
  private static final String ROWS = "--rows";

  /** sysbench's old way to name the workload. */
  private static final String TEST = "--test=";

  private static final String TABLE_SIZE = "--table-size";

  /** Older spellings, sysbench's and bmt's own: still taken, no longer shown. */
  private static final Map<String, String> OLD =
      Map.of(
          "--num-threads",
          "--threads",
          "--max-time",
          "--time",
          "--max-requests",
          "--events",
          "--tx-rate",
          "--rate",
          "--warmup-time",
          "--warmup",
          "--before",
          "--baseline",
          "--alone",
          "--baseline",
          ROWS,
          TABLE_SIZE);

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
   * Replaces underscores in names of options by dashes, older names by today's, and gives every
   * on-off option its value after an equals sign: {@code --skip_trx} becomes {@code --skip-trx=on}.
   * {@code --rows} beside {@code --table-size} is the old way to give heavy statements and the load
   * beside them tables of their own.
   *
   * @param flags names of the options that are on or off, with their dashes
   */
  static String[] normalised(String[] args, Set<String> flags) {
    boolean rowsToo = contains(args, ROWS);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      String word = args[i];
      if (word.startsWith(TEST)) {
        word = word.substring(TEST.length());
      } else if (word.startsWith("--")) {
        String given = name(word);
        String name = OLD.getOrDefault(given, given);
        String value = word.substring(given.length());
        if (value.isEmpty() && flags.contains(name)) {
          boolean valueFollows = i + 1 < args.length && isOnOff(args[i + 1]);
          value = "=" + (valueFollows ? args[++i] : "on");
        }
        boolean ofLoadBeside = rowsToo && given.equals(TABLE_SIZE);
        word = (ofLoadBeside ? "--while-table-size" : name) + value;
      }
      words.add(word);
    }
    return words.toArray(String[]::new);
  }

  /** The name of an option as bmt writes it, without the value. */
  static String name(String word) {
    int equals = word.indexOf('=');
    return (equals < 0 ? word : word.substring(0, equals)).replace('_', '-');
  }

  private static boolean contains(String[] args, String option) {
    for (String word : args) {
      if (word.startsWith("--") && name(word).equals(option)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOnOff(String word) {
    return switch (word) {
      case "on", "off", "true", "false" -> true;
      default -> false;
    };
  }
}
