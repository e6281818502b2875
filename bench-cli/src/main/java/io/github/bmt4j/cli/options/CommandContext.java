package io.github.bmt4j.cli.options;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.TableCommands;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.Shutdown;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Surroundings of a command.
 *
 * @param screen output of the command
 * @param shutdown signal that ends the command
 * @param program program for checking and executing its other command lines
 * @param checks true if commands end, VALID, before they start or reach a server
 * @param caller code that executes the command within its own JVM; {@link Caller#NONE} for the
 *     command line
 */
public record CommandContext(
    Screen screen, Shutdown shutdown, Program program, boolean checks, Caller caller) {
  public CommandContext(Screen screen, Shutdown shutdown, Program program, boolean checks) {
    this(screen, shutdown, program, checks, Caller.NONE);
  }

  /**
   * Exchange between the command and code that calls it.
   *
   * @param measured receives the outcome, once it is stored
   * @param trigger changes the primary in place of {@code --trigger}; absent for none
   */
  public record Caller(Consumer<Runner.Outcome<?>> measured, @Nullable Callable<?> trigger) {
    public static final Caller NONE = new Caller(outcome -> {}, null);
  }

  /**
   * The program to which a command belongs.
   *
   * @param commands creates new commands; the wanted ones with their options
   */
  public record Program(
      Class<?> main, BiFunction<CommandContext, Predicate<String>, CommandLine> commands) {}

  /** This context for commands that are only checked. */
  public CommandContext checking() {
    return new CommandContext(screen, shutdown, program, true);
  }

  /** The commands of the program; the wanted ones with their options. */
  public CommandLine commands(Predicate<String> wanted) {
    return program.commands().apply(this, wanted);
  }

  /** Work on a server that is up. */
  public interface Work {
    int on(Server server, TableCommands engine) throws TargetException;
  }

  /**
   * Runs an experiment of servers that it starts itself.
   *
   * @param kind of its result
   * @param experiment checks the options, before anything is touched
   */
  public <R extends Result> int run(
      String kind, StoreOptions store, Supplier<? extends Experiment<R>> experiment)
      throws TargetException {
    ReportWriter writer = store.writer(kind, screen);
    Experiment<R> checked = experiment.get();
    store.checkWritable();
    return run(checked, store, writer);
  }

  /** Runs an experiment, shows and stores its result, and returns the exit code. */
  public <R extends Result> int run(
      Experiment<R> experiment, StoreOptions store, ReportWriter writer) throws TargetException {
    return run(experiment, store, List.of(), writer, writer, outcome -> {});
  }

  /**
   * Runs an experiment with events that do not only go to the writer.
   *
   * @param resolved words of the stored command line, in place of others whose meaning changes with
   *     time
   * @param events also passes events to the writer
   * @param measured lines that are shown before the result
   */
  public <R extends Result> int run(
      Experiment<R> experiment,
      StoreOptions store,
      List<String> resolved,
      ReportWriter writer,
      Events events,
      Consumer<Runner.Outcome<?>> measured)
      throws TargetException {
    if (checks) {
      experiment.check();
      return ExitCode.VALID;
    }
    Context context = new Context(Clock.SYSTEM, screen, shutdown.stop(), shutdown::workBegins);
    Runner.Outcome<R> outcome =
        new Runner(context, store.given(resolved)).run(experiment, store.runs(), events);
    caller.measured().accept(outcome);
    measured.accept(outcome);
    writer.ended(outcome);
    Result result = outcome.result();
    Stream.concat(result.verdict().texts().stream(), result.failedChecks().stream())
        .forEach(problem -> screen.annotate(null, problem));
    String cell = screen.cell();
    if (cell != null && outcome.folder() != null) {
      screen.ofCell(line(cell, store.runsDir.store().read(outcome.folder().toString())));
    }
    return ExitCode.of(outcome.result());
  }

  /** A cell of a series: "3 of 10 A VALID 514 transactions/s …"; the series reports its reasons. */
  private static String line(String cell, Stored stored) {
    Description found = stored.description();
    Map<String, String> labels = stored.labels();
    String which =
        Stream.of(
                labels.containsKey("name") ? "name" : "side",
                "workload",
                "load",
                "fault",
                "setting",
                "target")
            .flatMap(key -> Stream.ofNullable(labels.get(key)))
            .collect(Collectors.joining(" "));
    return words(
        "%-8s %s  %s  %s  (%s)",
        cell,
        which,
        found.outcome(),
        found.measured().isEmpty() ? found.setup().title() : found.measured(),
        stored.result().id());
  }

  /** Opens servers, works on the first, and closes them. */
  public int with(Servers servers, Work work) throws TargetException {
    return with(servers, shutdown::workBegins, work);
  }

  /**
   * Like {@link #with}, for a command that only reads, so that it has no work to finish when it is
   * ended.
   */
  public int look(Servers servers, Work work) throws TargetException {
    return with(servers, () -> {}, work);
  }

  private int with(Servers servers, Runnable atBegin, Work work) throws TargetException {
    if (checks) {
      servers.check();
      return ExitCode.VALID;
    }
    try (Server server = opened(servers)) {
      atBegin.run();
      if (shutdown.stop().given()) {
        throw stopped();
      }
      return work.on(server, new TableCommands(Clock.SYSTEM, screen, shutdown.stop()));
    }
  }

  private Server opened(Servers servers) throws TargetException {
    try {
      return servers.open(screen);
    } catch (TargetException e) {
      throw shutdown.stop().given() ? stopped() : e;
    }
  }

  private static TargetException stopped() {
    return new TargetException("stopped before anything was done");
  }
}
