package io.github.bmt4j.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The one spelling of a command line that picocli reads. */
public final class Spelling {
  static final String AGAINST = "--against";
  private static final String PASSWORD = "--password";

  private static final String TEST = "--test=";
  private static final Set<String> ON_OFF = Set.of("on", "off", "true", "false");

  /** Letters of MySQL's clients, in front of their values or of a space. */
  private static final Map<String, String> LETTERS =
      Map.of("-h", "--mysql-host", "-P", "--mysql-port", "-u", "--mysql-user", "-p", PASSWORD);

  private Spelling() {}

  /**
   * Replaces underscores in names of options by dashes, older names by today's, and gives every
   * on-off option its value after an equals sign: {@code --skip_trx} becomes {@code --skip-trx=on}.
   * {@code -h <host>}, {@code -P}, {@code -u} and {@code -p} are those of MySQL's clients.
   *
   * @param flags names of the options that are on or off, with their dashes
   */
  public static String[] normalised(String[] args, Set<String> flags) {
    boolean url =
        Stream.of(args)
            .anyMatch(word -> word.startsWith("--") && OptionNames.of(word).equals("--url"));
    List<String> words = new ArrayList<>();
    List<String> last = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      String word = args[i];
      if (word.startsWith(TEST)) {
        word = word.substring(TEST.length());
      } else if ((word + "=").equals(TEST) && i + 1 < args.length) {
        word = args[++i];
      } else if ((i > 0 || args.length > 2) && isLetter(args, i)) {
        String name = url && word.startsWith("-u") ? "--user" : LETTERS.get(word.substring(0, 2));
        if (word.equals("-p")) { // The word behind it is not its value.
          last.add(PASSWORD);
          continue;
        }
        word = name + "=" + (word.length() > 2 ? word.substring(2) : args[++i]);
      } else if (word.startsWith("--")) {
        String given = OptionNames.of(word);
        String name = SysbenchOptions.todaysName(OptionNames.of(word));
        String value = word.substring(given.length());
        if (name.equals(AGAINST) && value.isEmpty() && i + 1 < args.length) {
          value = "=" + args[++i];
        }
        if (name.equals(AGAINST) && !value.isEmpty()) {
          value = "= " + value.substring(1); // what begins with dashes is no option of this command
        }
        if (value.isEmpty() && flags.contains(name)) {
          boolean valueFollows = i + 1 < args.length && ON_OFF.contains(args[i + 1]);
          value = "=" + (valueFollows ? args[++i] : "on");
        }
        word = name + value;
      }
      words.add(word);
    }
    words.addAll(last);
    return words.toArray(String[]::new);
  }

  private static boolean isLetter(String[] args, int place) {
    String word = args[place];
    return word.length() >= 2
        && LETTERS.containsKey(word.substring(0, 2))
        && (word.length() > 2
            || word.equals("-p")
            || (place + 1 < args.length && !args[place + 1].startsWith("-")));
  }
}
