package io.github.bmt4j.cli;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.RunStore.Stored;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.run.Engine;
import io.github.bmt4j.report.Description;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.ServerRegistry;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What every command works with.
 *
 * @param screen where it writes
 * @param shutdown what tells it to end
 * @param checks whether commands end, VALID, where they would start or reach a server
 */
record CommandContext(Screen screen, Shutdown shutdown, boolean checks) {
  /** The same for commands that are only checked. */
  CommandContext checking() {
    return new CommandContext(screen, shutdown, true);
  }

  /** Work on a server that is up. */
  interface Work {
    int on(Server server, Engine engine) throws TargetException;
  }

  /** Runs an experiment, shows and stores its result, and gives the exit code. */
  <R extends Result> int run(Experiment<R> experiment, StoreOptions store, ReportWriter writer)
      throws TargetException {
    return run(experiment, store, writer, writer, outcome -> {});
  }

  /**
   * The same with events that do not go to the writer alone.
   *
   * @param events gives them to the writer too
   * @param measured what else is shown, before the result
   */
  <R extends Result> int run(
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
        new Runner(context, store.labels()).run(experiment, store.runs(), events);
    measured.accept(outcome);
    writer.ended(outcome);
    String cell = screen.cell();
    if (cell != null && outcome.folder() != null) {
      screen.ofCell(line(cell, store.runsDir.store().read(outcome.folder().toString())));
    }
    return ExitCode.of(outcome.result());
  }

  /** A cell of a series: "3 of 10 A VALID 514 transactions/s …". */
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
        cell, which, found.outcome(), found.headline(), stored.result().id());
  }

  /** Brings the server up, works on it, and takes it down again. */
  int with(JobOptions options, Work work) throws TargetException {
    return with(options.target, options.mostThreads(), shutdown::workBegins, work);
  }

  /** The same for a command that only looks, so that nothing is left to finish when it is ended. */
  int look(JobOptions options, Work work) throws TargetException {
    return with(options.target, options.mostThreads(), () -> {}, work);
  }

  /**
   * The same for a command without a workload's name.
   *
   * @param connections that it needs
   */
  int with(TargetOptions target, int connections, Work work) throws TargetException {
    target.spec();
    return with(target, connections, shutdown::workBegins, work);
  }

  private int with(TargetOptions target, int connections, Runnable atBegin, Work work)
      throws TargetException {
    if (checks) {
      ServerRegistry.check(target.specs().get(0), target.start(connections));
      return ExitCode.VALID;
    }
    try (Server server = open(target.specs().get(0), target, connections)) {
      atBegin.run();
      if (shutdown.stop().given()) {
        throw stopped();
      }
      return work.on(server, new Engine(Clock.SYSTEM, screen, shutdown.stop()));
    }
  }

  private Server open(TargetSpec spec, TargetOptions target, int connections)
      throws TargetException {
    try {
      return ServerRegistry.open(spec, target.start(connections), screen);
    } catch (TargetException e) {
      throw shutdown.stop().given() ? stopped() : e;
    }
  }

  private static TargetException stopped() {
    return new TargetException("stopped before anything was done");
  }
}
