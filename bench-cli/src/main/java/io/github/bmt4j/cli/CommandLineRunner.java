package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Reads the command line, runs the command, and turns what goes wrong into one line and an exit
 * code.
 */
final class CommandLineRunner {
  private static final String DEBUG = "BMT_DEBUG";

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
    this.context = new CommandContext(screen, shutdown);
    this.environment = environment;
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
    CommandLine bmt = commands();
    StringWriter usage = new StringWriter();
    bmt.setOut(new PrintWriter(usage));
    try {
      String[] restored = ConfigFile.expanded(Arguments.restored(args, System.getenv()));
      String[] words = Arguments.normalised(restored, flags(bmt));
      bmt.setParameterExceptionHandler((failure, all) -> badInput(Hints.of(failure)));
      bmt.setExecutionExceptionHandler((failure, command, result) -> failed(failure));
      bmt.setExecutionStrategy(this::execute);
      if (words.length == 0) {
        bmt.usage(System.err);
        return ExitCode.BAD_INPUT;
      }
      Optional<String> reversed = Hints.sysbenchsOrder(bmt, List.of(words));
      return reversed.isPresent() ? badInput(reversed.get()) : bmt.execute(words);
    } catch (BadInputException | Error e) {
      return failed(e);
    } finally {
      String text = usage.toString();
      screen.result(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
    }
  }

  private int execute(ParseResult given) {
    ParseResult command = given;
    while (command.subcommand() != null) {
      command = command.subcommand();
    }
    try {
      if (!command.isUsageHelpRequested()) {
        SysbenchOptions.notes(command).forEach(note -> screen.say("note     " + note));
        TargetOptions.warnings(command).forEach(warning -> screen.say("WARNING  " + warning));
      }
    } catch (BadInputException e) {
      return failed(e);
    }
    return new RunLast().execute(given);
  }

  /** The commands, with all their options. */
  CommandLine commands() {
    CommandLine bmt = new CommandLine(new Bmt());
    WorkloadOptions options = new WorkloadOptions();
    addWithOptions(bmt, new RunCommand(context, options), options);
    addWithOptions(bmt, new DoctorCommand(context, options).commandLine(), options);
    addWithOptions(bmt, new PrepareCommand(context, options), options);
    addWithOptions(bmt, new CheckCommand(context, options), options);
    addWithOptions(bmt, new ResetCommand(context, options), options);
    addWithOptions(bmt, new CleanupCommand(context, options), options);
    add(bmt, new AlterCommand(context));
    add(bmt, new FailoverCommand(context));
    add(bmt, new BalanceCommand(context));
    add(bmt, new ImportJmhCommand(context));
    add(bmt, new ShowCommand(context));
    add(bmt, new RunsCommand(context));
    add(bmt, new CompareCommand(context));
    add(bmt, new ReportCommand(context));
    add(bmt, new ListCommand(context));
    bmt.addSubcommand(lab());
    CommandLine scenario = helped(new CommandLine(new ScenarioCommand.Group()));
    add(scenario, new ScenarioCommand(context));
    add(scenario, new ScenarioCommand.Schema(context));
    bmt.addSubcommand(scenario);
    CommandLine preset = helped(new CommandLine(new PresetCommand.Group()));
    add(preset, new PresetCommand.Listing(context));
    add(preset, new PresetCommand.Showing(context));
    add(preset, new PresetCommand(context));
    bmt.addSubcommand(preset);
    add(bmt, new HelpCommand());
    add(bmt, new HelpCommand.Man(screen, this::commands));
    add(bmt, new CompletionCommand(context, this::commands));
    bmt.setCommandName(environment.getOrDefault(CALLED, "bmt"));
    String runs = environment.getOrDefault(RunsDirOption.VARIABLE, "");
    bmt.setDefaultValueProvider(
        arg ->
            !runs.isEmpty()
                    && arg instanceof OptionSpec option
                    && option.longestName().equals(RunsDirOption.NAME)
                ? runs
                : null);
    UsageHelp.set(bmt, environment.get("COLUMNS"));
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
    CommandLine lab = helped(new CommandLine(new LabCommand()));
    add(lab, new LabUpCommand(context));
    for (LabRequest.Kind kind : LabRequest.Kind.values()) {
      lab.addSubcommand(kind.word(), helped(LabAskCommand.of(kind, context)));
    }
    return lab;
  }

  private static void addWithOptions(CommandLine bmt, Object command, WorkloadOptions options) {
    addWithOptions(bmt, new CommandLine(command), options);
  }

  private static void addWithOptions(
      CommandLine bmt, CommandLine subcommand, WorkloadOptions options) {
    options.addTo(subcommand.getCommandSpec());
    SysbenchOptions.addTo(subcommand.getCommandSpec());
    bmt.addSubcommand(helped(subcommand));
  }

  private static void add(CommandLine parent, Object command) {
    parent.addSubcommand(helped(new CommandLine(command)));
  }

  private static CommandLine helped(CommandLine subcommand) {
    subcommand.getCommandSpec().mixinStandardHelpOptions(true);
    return subcommand;
  }

  private int badInput(String message) {
    screen.fail(message);
    return ExitCode.BAD_INPUT;
  }

  private int failed(Throwable failure) {
    if (System.getenv(DEBUG) != null) {
      failure.printStackTrace();
    }
    if (failure instanceof BadInputException) {
      return badInput(String.valueOf(failure.getMessage()));
    }
    if (failure instanceof TargetException) {
      screen.fail(String.valueOf(failure.getMessage()));
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
