package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.LostCharacters;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Shutdown;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Reads the command line, runs the command, and turns what goes wrong into one line and an exit
 * code.
 */
final class CommandLineRunner {
  private static final String DEBUG = "BMT_DEBUG";
  private static final String HELP_ALL = "--help-all";

  /** The variable by which the launcher says how it was called. */
  private static final String CALLED = "BMT_CALLED";

  private final Screen screen;
  private final CommandContext context;
  private final Map<String, String> environment;

  CommandLineRunner(Screen screen, Shutdown shutdown) {
    this(screen, shutdown, System.getenv());
  }

  /**
   * @param environment variables that say how bmt was called and how wide the terminal is
   */
  CommandLineRunner(Screen screen, Shutdown shutdown, Map<String, String> environment) {
    this.screen = screen;
    this.context = new CommandContext(screen, shutdown, false);
    this.environment = environment;
  }

  /** For its {@link #commands} alone. */
  CommandLineRunner(CommandContext context) {
    this.screen = context.screen();
    this.context = context;
    this.environment = System.getenv();
  }

  /** The command without a word behind it. */
  @Command(
      name = "bmt",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      synopsisSubcommandLabel = "<command>",
      description = "JDBC benchmarks for MySQL and MariaDB, measured from the application's side.",
      commandListHeading = "%nCommands:%n",
      footer = {
        "",
        "First steps:",
        "  ${ROOT-COMMAND-NAME} run oltp_read_write",
        "  ${ROOT-COMMAND-NAME} help run",
        "",
        "Exit codes: 0 VALID, 1 INVALID, 2 invalid input, 3 the target cannot be used"
      })
  private static final class Bmt {}

  /** The version that the build wrote into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {text()};
    }

    static String text() {
      try (InputStream stream = Version.class.getResourceAsStream("version.txt")) {
        byte[] bytes = Objects.requireNonNull(stream, "version.txt").readAllBytes();
        return "bmt4j " + new String(bytes, StandardCharsets.UTF_8).strip();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Runs the command and returns its exit code. */
  int run(String[] args) {
    StringWriter usage = new StringWriter();
    try {
      LostCharacters.check(
          List.of(args), System.getenv(), System.getProperty("sun.jnu.encoding", "UTF-8"));
      String[] restored = ConfigFile.expanded(Arguments.restored(args, System.getenv()));
      List<String> given = List.of(restored);
      List<String> asked = HelpCommand.ofWorkload(given, HELP_ALL);
      if (!asked.equals(given)) {
        return run(asked.toArray(String[]::new));
      }
      boolean inFile = given.stream().anyMatch(word -> word.startsWith("@"));
      CommandLine bmt = commands(name -> inFile || given.contains(name));
      bmt.setOut(new PrintWriter(usage));
      String[] words = Arguments.normalised(restored, flags(bmt));
      bmt.setParameterExceptionHandler(
          (failure, all) -> badInput(Hints.of(failure, this::commands)));
      bmt.setExecutionExceptionHandler((failure, command, result) -> failed(failure));
      if (words.length == 0) {
        bmt.usage(System.err);
        return ExitCode.BAD_INPUT;
      }
      SysbenchLine line = SysbenchLine.of(List.of(words), bmt.getSubcommands()::containsKey);
      Optional<String> hint = Hints.withoutCommand(bmt, line.words());
      if (hint.isPresent()) {
        return badInput(hint.get());
      }
      bmt.setExecutionStrategy(all -> execute(all, line.notes()));
      return bmt.execute(line.words().toArray(String[]::new));
    } catch (BadInputException | Error e) {
      return failed(e);
    } finally {
      String text = usage.toString();
      screen.result(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
    }
  }

  private int execute(ParseResult given, List<String> lineNotes) {
    ParseResult command = given;
    while (command.subcommand() != null) {
      command = command.subcommand();
    }
    try {
      if (!command.isUsageHelpRequested()) {
        List<String> notes = new ArrayList<>(SysbenchOptions.notes(command));
        notes.addAll(0, lineNotes);
        notes.forEach(note -> screen.say("note     " + note));
        TlsWarnings.of(command.commandSpec(), environment::get)
            .forEach(warning -> screen.say("WARNING  " + warning));
      }
    } catch (BadInputException e) {
      return failed(e);
    }
    return new RunLast().execute(given);
  }

  /** The commands, with all their options. */
  CommandLine commands() {
    return commands(name -> true);
  }

  /**
   * The commands. Those that are not wanted have no options, only a name and a description: their
   * options would take most of the time of a short command.
   */
  CommandLine commands(Predicate<String> wanted) {
    CommandLine bmt = new CommandLine(new Bmt());
    WorkloadOptions options = new WorkloadOptions();
    Adder to = new Adder(bmt, wanted);
    to.add(RunCommand.class, () -> with(options, new RunCommand(context, options)));
    to.add(
        DoctorCommand.class,
        () -> with(options, new DoctorCommand(context, options).commandLine()));
    to.add(PrepareCommand.class, () -> with(options, new PrepareCommand(context, options)));
    to.add(CheckCommand.class, () -> with(options, new CheckCommand(context, options)));
    to.add(ResetCommand.class, () -> with(options, new ResetCommand(context, options)));
    to.add(CleanupCommand.class, () -> with(options, new CleanupCommand(context, options)));
    to.add(AlterCommand.class, () -> new AlterCommand(context));
    to.add(CatchUpCommand.class, () -> with(options, new CatchUpCommand(context, options)));
    to.add(FailoverCommand.class, () -> new FailoverCommand(context));
    to.add(BalanceCommand.class, () -> TargetOptions.onStartedServers(new BalanceCommand(context)));
    to.add(ImportJmhCommand.class, () -> new ImportJmhCommand(context));
    to.add(ShowCommand.class, () -> new ShowCommand(context));
    to.add(RunsCommand.class, () -> new RunsCommand(context));
    to.add(MergeCommand.class, () -> new MergeCommand(context));
    to.add(CompareCommand.class, () -> new CompareCommand(context));
    to.add(ReportCommand.class, () -> new ReportCommand(context));
    to.add(ListCommand.class, () -> new ListCommand(context));
    to.add(LabCommand.class, this::lab);
    to.add(
        ScenarioCommand.Group.class,
        () ->
            group(
                new ScenarioCommand.Group(),
                new ScenarioCommand(context),
                new ScenarioCommand.Schema(context)));
    to.add(
        PresetCommand.Group.class,
        () ->
            group(
                new PresetCommand.Group(),
                new PresetCommand.Listing(context),
                new PresetCommand.Showing(context),
                new PresetCommand(context)));
    to.add(AgentCommand.class, AgentCommand::new);
    to.add(HelpCommand.class, HelpCommand::new);
    to.add(HelpCommand.Man.class, () -> new HelpCommand.Man(screen, this::commands));
    to.add(CompletionCommand.class, () -> new CompletionCommand(context, this::commands));
    bmt.setCommandName(environment.getOrDefault(CALLED, "bmt"));
    String runs = environment.getOrDefault(RunsDirOption.VARIABLE, "");
    bmt.setDefaultValueProvider(
        arg ->
            !runs.isEmpty()
                    && arg instanceof OptionSpec option
                    && option.longestName().equals(RunsDirOption.NAME)
                ? runs
                : null);
    UsageHelp.set(bmt, environment.get("COLUMNS"), wanted.test(HELP_ALL));
    return Converters.register(bmt);
  }

  /** Names of the options that are on or off. */
  static Set<String> flags(CommandLine command) {
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

  private CommandLine lab() {
    CommandLine lab = group(new LabCommand(), new LabUpCommand(context));
    for (LabRequest.Kind kind : LabRequest.Kind.values()) {
      lab.addSubcommand(kind.word(), helped(LabAskCommand.of(kind, context)));
    }
    return lab;
  }

  private static CommandLine group(Object command, Object... subcommands) {
    CommandLine group = new CommandLine(command);
    for (Object subcommand : subcommands) {
      group.addSubcommand(helped(new CommandLine(subcommand)));
    }
    return group;
  }

  private static CommandLine with(WorkloadOptions options, Object command) {
    CommandLine all = commandLine(command);
    options.addTo(all.getCommandSpec());
    SysbenchOptions.addTo(all.getCommandSpec());
    return all;
  }

  /** Adds commands to their parent. */
  private record Adder(CommandLine parent, Predicate<String> wanted) {
    /**
     * @param type has the name and the description
     * @param maker makes the command, where it is wanted
     */
    void add(Class<?> type, Supplier<?> maker) {
      Command command = type.getAnnotation(Command.class);
      if (wanted.test(command.name())) {
        parent.addSubcommand(helped(commandLine(maker.get())));
      } else {
        CommandSpec nameOnly = CommandSpec.create().name(command.name());
        nameOnly.usageMessage().description(command.description());
        parent.addSubcommand(new CommandLine(nameOnly));
      }
    }
  }

  private static CommandLine commandLine(Object command) {
    return command instanceof CommandLine made ? made : new CommandLine(command);
  }

  private static CommandLine helped(CommandLine subcommand) {
    subcommand.getCommandSpec().mixinStandardHelpOptions(true);
    boolean usual = UsageHelp.isShortened(subcommand.getCommandSpec());
    subcommand
        .getCommandSpec()
        .addOption(
            OptionSpec.builder(HELP_ALL)
                .usageHelp(true)
                .hidden(!usual)
                .description("Show the help with all options and exit.")
                .build());
    return subcommand;
  }

  private int badInput(String message) {
    screen.fail(asCalled(message));
    return ExitCode.BAD_INPUT;
  }

  /** A message in which commands such as {@code bmt list} are named as bmt was called. */
  private String asCalled(String message) {
    String names = String.join("|", commands(name -> false).getSubcommands().keySet());
    return message.replaceAll(
        "(?<![\\w./-])bmt (?=(?:" + names + ")(?![\\w-]))",
        Matcher.quoteReplacement(environment.getOrDefault(CALLED, "bmt") + " "));
  }

  private int failed(Throwable failure) {
    if (System.getenv(DEBUG) != null) {
      failure.printStackTrace();
    }
    if (failure instanceof BadInputException) {
      return badInput(String.valueOf(failure.getMessage()));
    }
    if (failure instanceof TargetException) {
      screen.fail(asCalled(String.valueOf(failure.getMessage())));
      return ExitCode.NO_TARGET;
    }
    if (failure instanceof Error error) {
      screen.fail(EndingError.line(error));
      return ExitCode.NO_TARGET;
    }
    screen.fail(
        "a bug in bmt: " + failure + "; run again with " + DEBUG + "=1 and report its output");
    return ExitCode.INVALID;
  }
}
