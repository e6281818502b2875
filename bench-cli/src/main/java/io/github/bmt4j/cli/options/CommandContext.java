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
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.Shutdown;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Surroundings of a command.
 *
 * @param screen output of the command
 * @param shutdown signal that ends it
 * @param program to check and execute other command lines of it
 * @param checks true if commands end, VALID, before they start or reach a server
 */
public record CommandContext(Screen screen, Shutdown shutdown, Program program, boolean checks) {
  /**
   * The program that a command belongs to.
   *
   * @param commands makes its commands anew, those that are wanted with their options
   */
  public record Program(
      Class<?> main, BiFunction<CommandContext, Predicate<String>, CommandLine> commands) {}

  /** The same for commands that are only checked. */
  public CommandContext checking() {
    return new CommandContext(screen, shutdown, program, true);
  }

  /** The commands of the program, those that are wanted with their options. */
  public CommandLine commands(Predicate<String> wanted) {
    return program.commands().apply(this, wanted);
  }

  /** Work on a server that is up. */
  public interface Work {
    int on(Server server, TableCommands engine) throws TargetException;
  }

  /** Runs an experiment, shows and stores its result, and gives the exit code. */
  public <R extends Result> int run(
      Experiment<R> experiment, StoreOptions store, ReportWriter writer) throws TargetException {
    return run(experiment, store, writer, writer, outcome -> {});
  }

  /**
   * The same with events that do not go to the writer alone.
   *
   * @param events gives them to the writer too
   * @param measured lines that are shown before the result
   */
  public <R extends Result> int run(
      Experiment<R> experiment,
      StoreOptions store,
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
        new Runner(context, store.given()).run(experiment, store.runs(), events);
    measured.accept(outcome);
    writer.ended(outcome);
    String cell = screen.cell();
    if (cell != null && outcome.folder() != null) {
      screen.ofCell(line(cell, store.runsDir.store().read(outcome.folder().toString())));
    }
    return ExitCode.of(outcome.result());
  }

  /** A cell of a series: "3 of 10 A VALID 514 transactions/s …"; the series says its reasons. */
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
        "%-9s%s  %s  %s  (%s)",
        cell, which, found.outcome(), found.measured(), stored.result().id());
  }

  /** Servers that a command opens. */
  public interface Opening {
    /** Checks that they can be opened, as far as that can be seen. */
    void check();

    Server open(Progress progress) throws TargetException;
  }

  /** Opens servers, works on the first, and closes them. */
  public int with(Opening servers, Work work) throws TargetException {
    return with(servers, shutdown::workBegins, work);
  }

  /** The same for a command that only looks, so that nothing is left to finish when it is ended. */
  public int look(Opening servers, Work work) throws TargetException {
    return with(servers, () -> {}, work);
  }

  private int with(Opening servers, Runnable atBegin, Work work) throws TargetException {
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

  private Server opened(Opening servers) throws TargetException {
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
