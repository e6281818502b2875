package io.github.bmt4j.api;

import io.github.bmt4j.cli.CommandLineRunner;
import io.github.bmt4j.cli.command.BmtCommand;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.CommandContext;
import io.github.bmt4j.cli.options.Hints;
import io.github.bmt4j.cli.screen.Screen;
import io.github.bmt4j.clock.Daemon;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.server.Shutdown;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** A command of bmt, executed by code in this JVM, on a thread of its own. */
final class Execution {
  private static final int COLUMNS = 100;

  /** Longest time that an interrupted measurement takes to end. */
  private static final long PATIENCE_SECONDS = 60;

  private final Shutdown shutdown = new Shutdown();
  private final AtomicReference<Runner.@Nullable Outcome<?>> outcome = new AtomicReference<>();
  private final CommandContext context;

  private Execution(@Nullable PrintStream shown, @Nullable Callable<?> trigger) {
    PrintStream stream =
        shown == null
            ? new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)
            : shown;
    context =
        new CommandContext(
            new Screen(stream, stream, new Screen.Terminal(false, false, false, COLUMNS)),
            shutdown,
            CommandLineRunner.PROGRAM,
            false,
            new CommandContext.Caller(outcome::set, trigger));
  }

  static Result of(List<String> words, @Nullable PrintStream shown, @Nullable Callable<?> trigger) {
    Execution execution = new Execution(shown, trigger);
    execution.measure(words);
    Runner.Outcome<?> measured = execution.outcome.get();
    if (measured == null) {
      throw new IllegalArgumentException(
          "these options have no single result: leave them to the command bmt");
    }
    return new Result(measured);
  }

  /**
   * Waits for the command to its end, also if this thread is interrupted: then it is told to stop.
   */
  private void measure(List<String> words) {
    FutureTask<Integer> task = new FutureTask<>(() -> call(words));
    Daemon.start("bmt", task);
    boolean interrupted = false;
    try {
      try {
        task.get();
      } catch (InterruptedException e) {
        interrupted = true;
        shutdown.stop().give();
        task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException e) {
      throw failure(Objects.requireNonNull(e.getCause()));
    } catch (InterruptedException | TimeoutException e) {
      throw new MeasurementException(
          "interrupted, and not ended within " + PATIENCE_SECONDS + " s", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private int call(List<String> words) throws Exception {
    CommandLine bmt = context.commands(words.get(0)::equals).setExpandAtFiles(false);
    try {
      ParseResult command = bmt.parseArgs(words.toArray(String[]::new)).subcommand();
      Checks.limits(command.commandSpec());
      return ((BmtCommand) command.commandSpec().userObject()).call();
    } catch (ParameterException e) {
      throw new BadInputException(Hints.of(e));
    }
  }

  private static RuntimeException failure(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof BadInputException
        ? new IllegalArgumentException(cause.getMessage(), cause)
        : new MeasurementException(
            cause instanceof TargetException
                ? String.valueOf(cause.getMessage())
                : "a bug in bmt: " + cause,
            cause);
  }
}
