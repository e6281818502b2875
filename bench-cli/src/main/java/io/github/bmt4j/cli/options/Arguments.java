package io.github.bmt4j.cli.options;

import io.github.bmt4j.cli.options.Marked.Mark;
import io.github.bmt4j.failover.ChangeScenario.External;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.jdbc.Secret;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The words of the command line in the one spelling that picocli reads. */
public final class Arguments {
  private static final Pattern HIDDEN = Pattern.compile("(--[^=]+=)?(BMT_ARG_[0-9]+)");

  /** The beginning of the variables that hold hidden words. */
  public static final String HIDDEN_WORD = "BMT_ARG_";

  static final String AGAINST = "--against";
  private static final String PASSWORD = "--password";

  private static final String TEST = "--test=";

  /** Letters of MySQL's clients, in front of their values or of a space. */
  private static final Map<String, String> LETTERS =
      Map.of("-h", "--mysql-host", "-P", "--mysql-port", "-u", "--mysql-user", "-p", PASSWORD);

  private Arguments() {}

  /**
   * The words as the user gave them. The launcher hides those that may hold a secret from the list
   * of processes: a variable of the environment has the word, and its name stands in the word's
   * place.
   */
  public static String[] restored(String[] args, Map<String, String> environment) {
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
   * {@code -h <host>}, {@code -P}, {@code -u} and {@code -p} are those of MySQL's clients.
   *
   * @param flags names of the options that are on or off, with their dashes
   */
  public static String[] normalised(String[] args, Set<String> flags) {
    boolean url = contains(args, "--url");
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
        String given = name(word);
        String name = SysbenchOptions.todaysName(name(word));
        String value = word.substring(given.length());
        if (name.equals(AGAINST) && value.isEmpty() && i + 1 < args.length) {
          value = "=" + args[++i];
        }
        if (name.equals(AGAINST) && !value.isEmpty()) {
          value = "= " + value.substring(1); // what begins with dashes is no option of this command
        }
        if (value.isEmpty() && flags.contains(name)) {
          boolean valueFollows = i + 1 < args.length && isOnOff(args[i + 1]);
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

  /** Normalised words in which each option stands with its value: {@code --threads=4}. */
  public static List<String> joined(List<String> words, CommandSpec command) {
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
    return words.stream().filter(word -> !options.contains(name(word))).toList();
  }

  /**
   * Joined words in which some options are replaced. A setting replaces that of the same name, a
   * server takes the place of every other.
   */
  public static List<String> replaced(List<String> words, List<String> by, CommandSpec command) {
    Set<String> keys = by.stream().map(word -> key(word, command)).collect(Collectors.toSet());
    boolean server = by.stream().anyMatch(word -> isMarked(Mark.SERVER, word, command));
    boolean address = by.stream().anyMatch(word -> isMarked(Mark.ADDRESS, word, command));
    List<String> all = new ArrayList<>();
    for (String word : words) {
      if (!keys.contains(key(word, command))
          && !((server || address) && isMarked(Mark.SERVER, word, command))
          && !(server && isMarked(Mark.ADDRESS, word, command))) {
        all.add(word);
      }
    }
    all.addAll(by);
    return all;
  }

  private static boolean isMarked(Mark mark, String word, CommandSpec command) {
    return mark.isOf(command.findOption(name(word)));
  }

  /** Those of joined words that name a server. */
  public static List<String> servers(List<String> words) {
    CommandSpec target = CommandSpec.forAnnotatedObject(new TargetOptions());
    return words.stream()
        .filter(word -> isMarked(Mark.SERVER, word, target) || isMarked(Mark.ADDRESS, word, target))
        .toList();
  }

  private static String key(String word, CommandSpec command) {
    String name = name(word);
    return isMarked(Mark.SETTING, word, command) && word.length() > name.length()
        ? name + "=" + word.substring(name.length() + 1).split("=", 2)[0]
        : name;
  }

  /**
   * Hides the words that may hold a secret, as the launcher does.
   *
   * @param visible gets the words, hidden ones by the names of their variables
   * @return the variables
   */
  public static Map<String, String> hidden(
      List<String> words, CommandSpec command, List<String> visible) {
    Map<String, String> hidden = new LinkedHashMap<>();
    boolean follows = false;
    for (String word : words) {
      String name = name(word);
      boolean secret = Mark.HIDDEN.isOf(command.findOption(name));
      boolean together = secret && word.contains("=");
      if (together || follows) {
        String variable = HIDDEN_WORD + (hidden.size() + 1);
        hidden.put(variable, together ? word.substring(name.length() + 1) : word);
        visible.add((together ? name + "=" : "") + variable);
      } else {
        visible.add(word);
      }
      follows = secret && !together;
    }
    return hidden;
  }

  /** Joined words as they may be printed and stored, without the values of secrets. */
  public static List<String> shown(List<String> words, CommandSpec command) {
    return words.stream()
        .map(
            word -> {
              if (!word.startsWith("-")) {
                return word.startsWith("jdbc:") ? JdbcUrl.redacted(word) : Redacted.text(word);
              }
              String name = name(word);
              boolean secret = Mark.SECRET.isOf(command.findOption(name));
              return name.length() == word.length()
                  ? word
                  : name + "=" + shown(name, word.substring(name.length() + 1), secret);
            })
        .toList();
  }

  private static String shown(String name, String value, boolean secret) {
    if (secret) {
      return value.equals(External.MANUAL) ? value : Secret.NONE.toString();
    }
    return name.endsWith("url") || value.startsWith("jdbc:")
        ? JdbcUrl.redacted(value)
        : Redacted.text(Redaction.arguments(List.of(Redaction.param(name, value))).get(0));
  }

  /**
   * The command line that measures the same again, as it is stored: servers that the environment
   * names included, without passwords and options of the result.
   *
   * @param resolved words that replace those that mean something else at another time
   */
  static List<String> stored(CommandSpec command, List<String> resolved) {
    List<String> given =
        joined(command.root().commandLine().getParseResult().expandedArgs(), command);
    List<String> words = new ArrayList<>(replaced(given, resolved, command));
    if (!namesServer(words)) {
      EndpointLogins.urls(System::getenv).forEach(url -> words.add("--url=" + url));
    }
    List<String> ofResult = declaredBy(new StoreOptions());
    words.removeIf(
        word ->
            word.startsWith("-")
                && (ofResult.contains(name(word)) || name(word).endsWith("password")));
    return shown(words, command);
  }

  /** Returns true if joined words name a server; otherwise the environment may name one. */
  public static boolean namesServer(List<String> words) {
    List<String> sysbench = declaredBy(new SysbenchServer());
    return !servers(words).isEmpty()
        || words.stream().map(Arguments::name).anyMatch(sysbench::contains);
  }

  /** Words as a shell reads them. */
  public static String shell(List<String> words) {
    return words.stream()
        .map(
            word -> word.matches("[\\w./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  /** Names of the options that a class declares, those of its mixins included. */
  public static List<String> declaredBy(Object options) {
    return CommandSpec.forAnnotatedObject(options).options().stream()
        .map(OptionSpec::longestName)
        .toList();
  }

  /** The name of an option as bmt writes it, without the value. */
  public static String name(String word) {
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

  /** Names of the options that may be given several times. */
  public static Set<String> repeated(CommandLine bmt) {
    return bmt.getSubcommands().values().stream()
        .flatMap(command -> command.getCommandSpec().options().stream())
        .filter(option -> option.isMultiValue() && option.splitRegex().isEmpty())
        .map(OptionSpec::longestName)
        .collect(Collectors.toSet());
  }

  /** Names of the options that are on or off. */
  public static Set<String> flags(CommandLine command) {
    Set<String> flags = new HashSet<>(WorkloadOptions.flags());
    for (OptionSpec option : command.getCommandSpec().options()) {
      boolean onOff = option.type() == boolean.class || option.type() == Boolean.class;
      if (onOff && option.arity().max() > 0) {
        flags.add(option.longestName());
      }
    }
    command.getSubcommands().values().forEach(subcommand -> flags.addAll(flags(subcommand)));
    return flags;
  }

  private static boolean isOnOff(String word) {
    return switch (word) {
      case "on", "off", "true", "false" -> true;
      default -> false;
    };
  }
}
