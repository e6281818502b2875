package io.github.bmt4j.cli.options;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failure.DidYouMean;
import io.github.bmt4j.workload.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The error of a command line and its remedy, on one line. */
public final class Hints {
  private static final String TPCC = "tpcc";

  /** Least length of an option, with its dashes, that is looked for in descriptions. */
  private static final int SHORTEST_WORD = 6;

  private static final int MOST_NAMED = 3;

  /** Words of other tools in the field, with the options of bmt that they mean. */
  private static final Map<String, String> FIELD =
      """
      --threads   --clients --client --connections --concurrency --vus --virtual-users --users --jobs -c -j
      --time      --duration --run-time --seconds -T
      --events    --iterations --transactions --number-of-queries --operations --requests
      --rate      --rps --qps --tps --throughput --target-rate -R
      --warmup    --rampup --ramp-up --ramp-time
      --scale     --warehouses --scale-factor -s
      --tables    --table-count
      --mysql-db  --db --dbname --create-schema
      --user      --username
      """
          .lines()
          .map(line -> line.split(" +"))
          .flatMap(words -> Stream.of(words).skip(1).map(other -> new String[] {other, words[0]}))
          .collect(Collectors.toUnmodifiableMap(pair -> pair[0], pair -> pair[1]));

  private Hints() {}

  /** The line for words that picocli refuses. */
  public static String of(ParameterException failure) {
    return of(failure, failure.getCommandLine()::getParent);
  }

  /**
   * The line for words that picocli refuses.
   *
   * @param commands creates all commands with their options
   */
  public static String of(ParameterException failure, Supplier<@Nullable CommandLine> commands) {
    CommandLine command = failure.getCommandLine();
    if (failure instanceof UnmatchedArgumentException unmatched) {
      return unmatched(command, unmatched, commands);
    }
    if (failure instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + " is given twice: give it only once";
    }
    if (failure instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      return missing(command, missing.getMissing().get(0));
    }
    return failure.getCause() instanceof TypeConversionException conversion
        ? name(failure.getArgSpec()) + "=" + failure.getValue() + ": " + conversion.getMessage()
        : String.valueOf(failure.getMessage());
  }

  private static String name(ArgSpec arg) {
    return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
  }

  private static String missing(CommandLine command, ArgSpec missing) {
    String bmt = root(command).getCommandName();
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    if (missing.paramLabel().equals("<workload>") && missing.isPositional()) {
      boolean tpcc = String.join("", usage.customSynopsis()).contains(" " + TPCC + " ");
      return words(
          "name a workload, as in %s %s %s: see %s list",
          bmt, command.getCommandName(), tpcc ? TPCC : "oltp_read_write", bmt);
    }
    String named =
        missing instanceof OptionSpec option && missing.required()
            ? String.join(" or ", option.names()) + " " + missing.paramLabel()
            : name(missing);
    if (missing.isOption() && !missing.required()) {
      return words("%s needs a value: see %s help %s", named, bmt, path(command));
    }
    return usage.footer().length == 0
        ? words("give %s: see %s help %s", name(missing), bmt, path(command))
        : words(
            "give %s, as in %s",
            named,
            usage.footer()[0].strip().replace("${COMMAND-FULL-NAME}", bmt + " " + path(command)));
  }

  private static String unmatched(
      CommandLine command,
      UnmatchedArgumentException failure,
      Supplier<@Nullable CommandLine> commands) {
    CommandLine root = root(command);
    String word = failure.getUnmatched().isEmpty() ? "" : failure.getUnmatched().get(0);
    if (word.startsWith("-")) {
      return unknownOption(command, OptionNames.of(word), commands.get());
    }
    return command == root || !command.getSubcommands().isEmpty()
        ? unknownCommand(command, word)
        : "unexpected word " + word + ": see " + root.getCommandName() + " help " + path(command);
  }

  /**
   * The line for words that do not begin with a command, such as sysbench's order with the workload
   * first; empty for other words.
   */
  public static Optional<String> withoutCommand(CommandLine root, List<String> words) {
    Optional<String> first = words.stream().filter(word -> !word.startsWith("-")).findFirst();
    if (first.isEmpty() || root.getSubcommands().containsKey(first.get())) {
      return Optional.empty();
    }
    List<String> workloads = Catalogue.names();
    Optional<String> workload =
        words.stream().map(SysbenchLine::name).filter(workloads::contains).findFirst();
    if (workload.isEmpty()) {
      boolean unknown = words.get(0).equals(first.get()) && !first.get().startsWith("@");
      return unknown ? Optional.of(unknownCommand(root, first.get())) : Optional.empty();
    }
    String bmt = root.getCommandName();
    return Optional.of(
        "the command comes first: "
            + (words.contains("help")
                ? bmt + " list " + workload.get()
                : bmt + " run " + workload.get()));
  }

  /** Message about a name that is not a subcommand. */
  public static String unknownCommand(CommandLine command, String word) {
    Set<String> names = command.getSubcommands().keySet();
    Optional<String> meant = DidYouMean.of(SysbenchLine.name(word), names);
    if (ScriptOptions.isFile(word)) {
      meant = Optional.of("run " + word);
    } else if (meant.isEmpty() && command == root(command)) {
      meant =
          DidYouMean.of(SysbenchLine.name(word), Catalogue.names())
              .map(workload -> "run " + workload);
    }
    return words(
        "unknown command %s: %s",
        word,
        meant
            .map(words -> "did you mean " + path(root(command), command, words) + "?")
            .orElse("see " + root(command).getCommandName() + " help"));
  }

  /** Message about a name that is no option of a command. */
  public static String unknownOption(CommandLine command, String option) {
    return unknownOption(command, option, null);
  }

  private static String unknownOption(
      CommandLine command, String option, @Nullable CommandLine all) {
    List<String> others =
        all == null || ours(command, option).isPresent()
            ? List.of()
            : all.getSubcommands().values().stream()
                .filter(other -> shown(other).anyMatch(known -> hasName(known, option)))
                .map(other -> root(command).getCommandName() + " " + path(other))
                .toList();
    if (!others.isEmpty()) {
      return words(
          "%s is an option of %s%s, not of %s %s",
          option,
          String.join(", ", others.subList(0, Math.min(MOST_NAMED, others.size()))),
          others.size() > MOST_NAMED ? " and others" : "",
          root(command).getCommandName(),
          path(command));
    }
    return words("unknown option %s: %s", option, remedy(command, meant(command, option)));
  }

  /** The option of a command that another name probably means. */
  public static Optional<String> meant(CommandLine command, String option) {
    List<String> names = shown(command).flatMap(known -> Stream.of(known.names())).toList();
    return ours(command, option)
        .or(() -> option.length() > 2 ? DidYouMean.of(option, names) : Optional.empty())
        .or(() -> describedBy(command, option));
  }

  /** The remedy for a name that no option of a command has, given the probably meant option. */
  public static String remedy(CommandLine command, Optional<String> meant) {
    return meant
        .map(words -> "did you mean " + words + "?")
        .orElse("see " + (root(command).getCommandName() + " help " + path(command)).strip());
  }

  private static Optional<String> ours(CommandLine command, String option) {
    return Optional.ofNullable(FIELD.get(option))
        .filter(name -> shown(command).anyMatch(known -> hasName(known, name)));
  }

  private static Stream<OptionSpec> shown(CommandLine command) {
    return command.getCommandSpec().options().stream().filter(option -> !option.hidden());
  }

  private static boolean hasName(OptionSpec option, String name) {
    return List.of(option.names()).contains(name);
  }

  private static Optional<String> describedBy(CommandLine command, String option) {
    Pattern word = Pattern.compile("\\b" + Pattern.quote(option.replaceFirst("^--", "")) + "\\b");
    return option.length() < SHORTEST_WORD
        ? Optional.empty()
        : shown(command)
            .filter(known -> word.matcher(String.join(" ", known.description())).find())
            .map(OptionSpec::longestName)
            .findFirst();
  }

  private static CommandLine root(CommandLine command) {
    return command.getCommandSpec().root().commandLine();
  }

  private static String path(CommandLine command) {
    String full = command.getCommandSpec().qualifiedName();
    int space = full.indexOf(' ');
    return space < 0 ? "" : full.substring(space + 1);
  }

  private static String path(CommandLine root, CommandLine command, String last) {
    return (root.getCommandName() + " " + path(command)).strip() + " " + last;
  }
}
