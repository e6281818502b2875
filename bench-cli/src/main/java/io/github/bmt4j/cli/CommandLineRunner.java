package io.github.bmt4j.cli;

import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reads the command line, runs the command, and turns what goes wrong into one line and an exit
 * code.
 */
final class CommandLineRunner {
  private static final String DEBUG = "BMT_DEBUG";

  private static final Pattern NOT_A_NUMBER =
      Pattern.compile(
          "Invalid value for option '([^']+)'[^:]*: '(.*)' is not an? (int|long|double)");

  private final Screen screen;
  private final Workshop workshop;

  CommandLineRunner(Screen screen, Shutdown shutdown) {
    this.screen = screen;
    this.workshop = new Workshop(screen, shutdown);
  }

  /** The command without a word behind it. */
  @Command(
      name = "bmt",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      synopsisSubcommandLabel =
          "run|doctor|prepare|cleanup|alter|failover|balance|import-jmh|show|list|lab",
      description = "JDBC benchmarks for the MySQL family, from the application's side.",
      footer = {
        "",
        "First steps: ./bmt run oltp_read_write",
        "Exit codes: 0 VALID, 1 INVALID, 2 bad input, 3 target cannot be used"
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
    CommandLine bmt = new CommandLine(new Bmt());
    WorkloadOptions options = new WorkloadOptions();
    addWithOptions(bmt, new RunCommand(workshop, options), options);
    addWithOptions(bmt, new DoctorCommand(workshop, options).commandLine(), options);
    addWithOptions(bmt, new PrepareCommand(workshop, options), options);
    addWithOptions(bmt, new CleanupCommand(workshop, options), options);
    bmt.addSubcommand(helped(new CommandLine(new AlterCommand(workshop))));
    bmt.addSubcommand(helped(new CommandLine(new FailoverCommand(workshop))));
    bmt.addSubcommand(helped(new CommandLine(new BalanceCommand(workshop))));
    bmt.addSubcommand(helped(new CommandLine(new ImportJmhCommand(workshop))));
    bmt.addSubcommand(helped(new CommandLine(new ShowCommand(workshop))));
    bmt.addSubcommand(helped(new CommandLine(new ListCommand(workshop))));
    bmt.addSubcommand(lab());
    bmt.setParameterExceptionHandler((failure, words) -> badInput(message(failure)));
    bmt.setExecutionExceptionHandler((failure, command, result) -> failed(failure));
    String[] given = Arguments.restored(args, System.getenv());
    String[] words = Arguments.normalised(given, WorkloadOptions.flags());
    if (words.length == 0) {
      bmt.usage(System.err);
      return ExitCode.BAD_INPUT;
    }
    return bmt.execute(words);
  }

  private CommandLine lab() {
    CommandLine lab = helped(new CommandLine(new LabCommand()));
    lab.addSubcommand(helped(new CommandLine(new LabUpCommand(workshop))));
    for (LabRequest.Kind kind : LabRequest.Kind.values()) {
      CommandLine asking = new CommandLine(LabAskCommand.of(kind, workshop));
      lab.addSubcommand(kind.word(), helped(asking));
    }
    return lab;
  }

  private static void addWithOptions(CommandLine bmt, Object command, WorkloadOptions options) {
    addWithOptions(bmt, new CommandLine(command), options);
  }

  private static void addWithOptions(
      CommandLine bmt, CommandLine subcommand, WorkloadOptions options) {
    options.addTo(subcommand.getCommandSpec());
    bmt.addSubcommand(helped(subcommand));
  }

  private static CommandLine helped(CommandLine subcommand) {
    subcommand.getCommandSpec().mixinStandardHelpOptions(true);
    return subcommand.setUsageHelpLongOptionsMaxWidth(34).setUsageHelpWidth(110);
  }

  private int badInput(String message) {
    screen.fail(message);
    return ExitCode.BAD_INPUT;
  }

  private int failed(Exception failure) {
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
    screen.fail(
        "a mistake of bmt's own: "
            + failure
            + "; run again with "
            + DEBUG
            + "=1 and report what it prints");
    return ExitCode.INVALID;
  }

  private static String message(ParameterException failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().isEmpty() ? "" : unmatched.getUnmatched().get(0);
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      List<String> suggestions = unmatched.getSuggestions();
      String hint =
          suggestions.isEmpty()
              ? "see --help"
              : "did you mean " + String.join(" or ", suggestions) + "?";
      return (name.startsWith("-") ? "unknown option " : "unexpected word ") + name + ": " + hint;
    }
    if (failure instanceof MissingParameterException && message.contains("<workload>")) {
      return "name a workload, as in ./bmt run oltp_read_write: see ./bmt list";
    }
    Matcher number = NOT_A_NUMBER.matcher(message);
    return number.matches()
        ? number.group(1)
            + "="
            + number.group(2)
            + ": give a "
            + (number.group(3).equals("double") ? "number" : "whole number")
        : message;
  }
}
