package io.github.bmt4j.failover;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.os.ProcessTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The user's command that changes the primary of an external cluster. */
final class TriggerCommand {
  private static final int TURN_MILLIS = 100;
  private static final int END_SECONDS = 3;
  private static final int QUOTED_CHARS = 300;

  /** Keeps the command off the process list: it may hold a password. */
  private static final String VARIABLE = "BMT_TRIGGER";

  private static final String SHELL =
      "command=$" + VARIABLE + "; unset " + VARIABLE + "; eval \"$command\"";

  private final String command;
  private final Path log;

  /**
   * @param log gets what the command prints, without passwords
   */
  TriggerCommand(String command, Path log) {
    this.command = command;
    this.log = log;
  }

  /** Runs it to its end; nothing of ours is in its environment. */
  void run(Duration patience, BooleanSupplier stopped) throws TargetException {
    boolean windows =
        System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");
    ProcessBuilder builder =
        Launch.program(windows ? List.of("cmd", "/c", command) : List.of("/bin/sh", "-c", SHELL));
    builder.environment().put(VARIABLE, command);
    try {
      Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
      process.getOutputStream().close();
      try {
        await(process, patience, stopped);
      } finally {
        end(process);
        Files.writeString(log, Redaction.output(said()));
      }
    } catch (IOException e) {
      throw new TargetException("the trigger cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException("interrupted", e);
    }
  }

  private void await(Process process, Duration patience, BooleanSupplier stopped)
      throws InterruptedException, IOException, TargetException {
    for (long left = patience.toMillis(); left > 0; left -= TURN_MILLIS) {
      if (process.waitFor(TURN_MILLIS, TimeUnit.MILLISECONDS)) {
        if (process.exitValue() != 0) {
          throw new TargetException(
              "the trigger ended with " + process.exitValue() + ": " + lastWords());
        }
        return;
      }
      if (stopped.getAsBoolean()) {
        throw new TargetException("stopped");
      }
    }
    throw new TargetException("the trigger did not end within " + patience.toSeconds() + " s");
  }

  /** When it was given up: ends it and what it has started. */
  private static void end(Process process) throws InterruptedException {
    if (process.isAlive()) {
      boolean interrupted = Thread.interrupted();
      ProcessTree.of(process.toHandle()).end(END_SECONDS);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String said() throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
  }

  private String lastWords() throws IOException {
    String said = Redaction.output(said()).strip().replaceAll("\\s+", " ");
    return said.substring(Math.max(0, said.length() - QUOTED_CHARS));
  }
}
