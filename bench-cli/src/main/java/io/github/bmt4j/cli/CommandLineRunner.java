package io.github.bmt4j.cli;

import io.github.bmt4j.cli.command.AgentCommand;
import io.github.bmt4j.cli.command.AlterCommand;
import io.github.bmt4j.cli.command.BalanceCommand;
import io.github.bmt4j.cli.command.BmtCommand;
import io.github.bmt4j.cli.command.CatchUpCommand;
import io.github.bmt4j.cli.command.CheckCommand;
import io.github.bmt4j.cli.command.CleanupCommand;
import io.github.bmt4j.cli.command.CompareCommand;
import io.github.bmt4j.cli.command.DoctorCommand;
import io.github.bmt4j.cli.command.FailoverCommand;
import io.github.bmt4j.cli.command.LabCommand;
import io.github.bmt4j.cli.command.ListCommand;
import io.github.bmt4j.cli.command.PrepareCommand;
import io.github.bmt4j.cli.command.PresetCommand;
import io.github.bmt4j.cli.command.ReportCommand;
import io.github.bmt4j.cli.command.ResetCommand;
import io.github.bmt4j.cli.command.RunCommand;
import io.github.bmt4j.cli.command.RunsCommand;
import io.github.bmt4j.cli.command.ScenarioCommand;
import io.github.bmt4j.cli.command.ShowCommand;
import io.github.bmt4j.cli.command.WatchCommand;
import io.github.bmt4j.cli.command.WorkloadCommand;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.ConfigFile;
import io.github.bmt4j.cli.options.Converters;
import io.github.bmt4j.cli.options.DefaultsFile;
import io.github.bmt4j.cli.options.EndpointLogins;
import io.github.bmt4j.cli.options.HiddenWords;
import io.github.bmt4j.cli.options.Hints;
import io.github.bmt4j.cli.options.OptionNames;
import io.github.bmt4j.cli.options.RunsDirOption;
import io.github.bmt4j.cli.options.ShownWords;
import io.github.bmt4j.cli.options.Spelling;
import io.github.bmt4j.cli.options.SysbenchLine;
import io.github.bmt4j.cli.options.SysbenchOptions;
import io.github.bmt4j.cli.options.TlsWarnings;
import io.github.bmt4j.cli.options.UserOptions;
import io.github.bmt4j.cli.options.WorkloadOptions;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.cli.screen.Version;
import io.github.bmt4j.cli.series.Series;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.LostCharacters;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Shutdown;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Reads the command line, runs the command, and turns failures into one line and an exit code. */
public final class CommandLineRunner {
  private static final String DEBUG = "BMT_DEBUG";
  private static final String HELP_ALL = "--help-all";

  private static final String CALLED = "BMT_CALLED";

  /** The commands, for those that check or execute others, and for code that calls them. */
  public static final CommandContext.Program PROGRAM =
      new CommandContext.Program(
          Main.class, (context, wanted) -> new CommandLineRunner(context).commands(wanted));

  private static final List<Class<? extends BmtCommand>> COMMANDS =
      List.of(
          RunCommand.class,
          DoctorCommand.class,
          PrepareCommand.class,
          CheckCommand.class,
          ResetCommand.class,
          CleanupCommand.class,
          AlterCommand.class,
          CatchUpCommand.class,
          FailoverCommand.class,
          BalanceCommand.class,
          WatchCommand.class,
          ShowCommand.class,
          RunsCommand.class,
          CompareCommand.class,
          ReportCommand.class,
          ListCommand.class,
          LabCommand.class,
          ScenarioCommand.Group.class,
          PresetCommand.Group.class,
          AgentCommand.class,
          HelpCommand.class,
          HelpCommand.Man.class,
          CompletionCommand.class);

  private final Screen screen;
  private final CommandContext context;
  private final Map<String, String> environment;

  /**
   * @param environment variables with the name by which bmt was called, and the width of the
   *     terminal
   */
  CommandLineRunner(Screen screen, Shutdown shutdown, Map<String, String> environment) {
    this.screen = screen;
    this.context = new CommandContext(screen, shutdown, PROGRAM, false);
    this.environment = environment;
    screen.annotating("true".equals(environment.get("GITHUB_ACTIONS")));
  }

  private CommandLineRunner(CommandContext context) {
    this.screen = context.screen();
    this.context = context;
    this.environment = System.getenv();
  }

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

  int run(String[] args) {
    StringWriter usage = new StringWriter();
    try {
      LostCharacters.check(
          List.of(args), System.getenv(), System.getProperty("sun.jnu.encoding", "UTF-8"));
      String[] restored = HiddenWords.restored(args, System.getenv());
      List<String> given = List.of(restored);
      List<String> asked = HelpCommand.ofWorkload(given, HELP_ALL);
      if (!asked.equals(given)) {
        return run(asked.toArray(String[]::new));
      }
      if (!environment.containsKey(Series.PROCESS)) {
        OwnJars.check(environment, problem -> screen.say("WARNING  " + problem));
      }
      boolean inFile = given.stream().anyMatch(word -> word.startsWith("@"));
      CommandLine bmt = commands(name -> inFile || given.contains(name));
      bmt.setOut(new PrintWriter(usage));
      String[] words =
          Spelling.normalised(
              ConfigFile.expanded(restored, OptionNames.repeated(bmt)), OptionNames.flags(bmt));
      bmt.setParameterExceptionHandler(
          (failure, all) -> badInput(Hints.of(failure, this::commands)));
      bmt.setExecutionExceptionHandler(
          (failure, command, result) ->
              failed(EndpointLogins.blamed(failure, result.originalArgs(), environment)));
      if (words.length == 0) {
        screen.say(bmt.getUsageMessage(Ansi.OFF).stripTrailing());
        return ExitCode.BAD_INPUT;
      }
      SysbenchLine line = SysbenchLine.of(List.of(words), bmt.getSubcommands()::containsKey);
      Optional<String> hint = Hints.withoutCommand(bmt, line.words());
      if (hint.isPresent()) {
        return badInput(hint.get());
      }
      List<String> notes = new ArrayList<>(line.notes());
      List<String> all = new ArrayList<>(line.words());
      // A cell has the options of its series, and the schema none.
      if (!environment.containsKey(Series.PROCESS) && !all.contains(ShowCommand.SCHEMA)) {
        all.addAll(UserOptions.added(all, bmt, this::commands, environment, notes));
      }
      DefaultsFile file = defaults(bmt, all);
      notes.addAll(file.notes());
      bmt.setExecutionStrategy(parsed -> execute(parsed, notes));
      List<String> ordered = new ArrayList<>(file.words());
      if (ordered.get(0).equals("cleanup")
          && !words[0].equals("cleanup")
          && !given.contains(CleanupCommand.YES)) {
        ordered.add(CleanupCommand.YES); // A line of sysbench, whose cleanup does not ask.
      }
      return bmt.execute(ordered.toArray(String[]::new));
    } catch (BadInputException | Error e) {
      return failed(e);
    } finally {
      String text = usage.toString();
      screen.help(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
    }
  }

  private DefaultsFile defaults(CommandLine bmt, List<String> words) {
    CommandLine command = bmt.getSubcommands().get(words.get(0));
    return command == null || command.getCommandSpec().findOption(DefaultsFile.OPTION) == null
        ? new DefaultsFile(words, List.of())
        : DefaultsFile.expanded(words, environment::get);
  }

  private int execute(ParseResult given, List<String> lineNotes) {
    ParseResult command = given;
    while (command.subcommand() != null) {
      command = command.subcommand();
    }
    try {
      if (!command.isUsageHelpRequested()) {
        Checks.limits(command.commandSpec());
        List<String> notes = new ArrayList<>(SysbenchOptions.notes(command));
        notes.addAll(0, lineNotes);
        ShownWords.instead(command.commandSpec())
            .map(
                target ->
                    "no embedded MariaDB is published for this platform: --target "
                        + target
                        + " takes its place")
            .ifPresent(notes::add);
        notes.forEach(note -> screen.say("note     " + note));
        TlsWarnings.of(command.commandSpec(), environment::get)
            .forEach(warning -> screen.say("WARNING  " + warning));
      }
    } catch (BadInputException e) {
      return failed(e);
    }
    return new RunLast().execute(given);
  }

  CommandLine commands() {
    return commands(name -> true);
  }

  /**
   * The commands. Unwanted ones have only a name and a description: their options would take most
   * of the time of a short command.
   */
  CommandLine commands(Predicate<String> wanted) {
    CommandLine bmt = new CommandLine(new Bmt());
    WorkloadOptions options = new WorkloadOptions();
    for (Class<? extends BmtCommand> type : COMMANDS) {
      Command command = type.getAnnotation(Command.class);
      if (wanted.test(command.name())) {
        bmt.addSubcommand(line(type, options));
      } else {
        CommandSpec nameOnly = CommandSpec.create().name(command.name());
        nameOnly.usageMessage().description(command.description());
        bmt.addSubcommand(new CommandLine(nameOnly));
      }
    }
    bmt.setCommandName(environment.getOrDefault(CALLED, "bmt"));
    String runs = environment.getOrDefault(RunsDirOption.VARIABLE, "");
    bmt.setDefaultValueProvider(
        arg ->
            !runs.isEmpty()
                    && arg instanceof OptionSpec option
                    && option.longestName().equals(RunsDirOption.NAME)
                ? runs
                : null);
    // The screen takes out colours that it does not show.
    bmt.setColorScheme(Help.defaultColorScheme(Ansi.ON));
    UsageHelp.set(bmt, environment.get("COLUMNS"), wanted.test(HELP_ALL));
    return Converters.register(bmt);
  }

  private CommandLine line(Class<? extends BmtCommand> type, WorkloadOptions options) {
    CommandLine.IFactory factory =
        new CommandLine.IFactory() {
          @Override
          public <K> K create(Class<K> wanted) throws Exception {
            K made = CommandLine.defaultFactory().create(wanted);
            if (made instanceof BmtCommand command) {
              command.context = context;
            }
            return made;
          }
        };
    BmtCommand command;
    try {
      command = factory.create(type);
    } catch (Exception e) {
      throw new IllegalStateException(type + " cannot be made", e);
    }
    CommandLine line = command.line(factory);
    if (command instanceof WorkloadCommand takesOptions) {
      takesOptions.workloadOptions = options;
      options.addTo(line.getCommandSpec());
      SysbenchOptions.addTo(line.getCommandSpec());
    }
    return helped(line);
  }

  private static CommandLine helped(CommandLine subcommand) {
    subcommand.getSubcommands().values().forEach(CommandLineRunner::helped);
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
    screen.fail(message);
    return ExitCode.BAD_INPUT;
  }

  private int failed(Throwable failure) {
    if (System.getenv(DEBUG) != null) {
      failure.printStackTrace();
    }
    if (failure instanceof BadInputException mistake) {
      screen.annotate(mistake.place(), String.valueOf(mistake.getMessage()));
      return badInput(String.valueOf(failure.getMessage()));
    }
    if (failure instanceof TargetException) {
      screen.annotate(null, String.valueOf(failure.getMessage()));
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
