package io.github.bmt4j.experiment;

import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.os.ProcessTree;
import io.github.bmt4j.os.WorkFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A command of the user, executed by a shell. What it prints goes to a private file, which is
 * deleted, because it may have secrets: nobody else sees it even if bmt is killed meanwhile, and a
 * process that goes on writes to that file only.
 */
public final class UserCommand {
  private static final int TURN_MILLIS = 100;
  private static final int END_SECONDS = 3;
  private static final int QUOTED_CHARS = 300;

  /** End of its output that is read for its last words. */
  private static final int LAST_BYTES = 8 << 10;

  /** Largest part of its output that is kept, in bytes. */
  private static final int MOST_BYTES = 4 << 20;

  private final String name;
  private final String command;
  private final Log log;
  private final Set<String> secrets;
  private List<String> shell;
  private volatile @Nullable Path printed;
  private volatile @Nullable Integer exitCode;

  /** Receives the output of a command. */
  public interface Log {
    /**
     * Keeps it.
     *
     * @param output without secrets
     */
    void write(String output) throws IOException;
  }

  /**
   * A command that was not run yet.
   *
   * @param name its name in messages, such as "the trigger"
   * @param log receives the end of its output, 4 MiB at most, when it has ended
   * @param password password that the command may also know, and print
   */
  public UserCommand(String name, String command, Log log, Secret password) {
    this.name = name;
    this.command = command;
    this.shell = Launch.shell(command);
    this.log = log;
    this.secrets = Redacted.in(command);
    secrets.add(password.reveal());
    System.getenv()
        .forEach(
            (variable, value) -> {
              if (Redacted.isNamedBy(variable)) {
                secrets.add(value);
              }
            });
  }

  /** This command in a session of its own: Ctrl-C in a terminal does not reach it. */
  public UserCommand detached() {
    shell = Launch.detached(shell);
    return this;
  }

  /**
   * Runs it to its end; no variable of bmt is in its environment.
   *
   * @param patience longest time that it may take
   * @return the end of its output, 4 MiB at most, with its secrets
   * @throws TargetException when it fails, takes too long or is stopped
   */
  public String run(Duration patience, BooleanSupplier stopped) throws TargetException {
    return run(patience, stopped, () -> {});
  }

  /**
   * Runs it to its end, likewise.
   *
   * @param ended called when it, or what was ended of it, has ended
   */
  public String run(Duration patience, BooleanSupplier stopped, Runnable ended)
      throws TargetException {
    ProcessBuilder builder = Launch.program(shell);
    builder.environment().put(Launch.COMMAND, command);
    try (WorkFolder work = WorkFolder.create("bmt-command")) {
      Path output = work.path().resolve("output");
      Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
      printed = output;
      process.getOutputStream().close();
      try {
        await(process, output, patience, stopped);
        return said(output);
      } finally {
        end(process);
        ended.run();
        log.write(Redacted.text(said(output), secrets));
      }
    } catch (IOException e) {
      throw new TargetException(
          name + " cannot be run, or its output not be stored: " + ResultFolder.words(e), e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }

  private void await(Process process, Path output, Duration patience, BooleanSupplier stopped)
      throws InterruptedException, IOException, TargetException {
    for (long left = patience.toMillis(); left > 0; left -= TURN_MILLIS) {
      if (process.waitFor(TURN_MILLIS, TimeUnit.MILLISECONDS)) {
        int code = process.exitValue();
        exitCode = code;
        if (code != 0) {
          throw new TargetException(name + " ended with " + code + ": " + lastWords(output));
        }
        return;
      }
      if (stopped.getAsBoolean()) {
        throw new TargetException("stopped");
      }
    }
    throw new TargetException(name + " did not end within " + patience.toSeconds() + " s");
  }

  /** Ends an abandoned command, and the processes that it has started. */
  private static void end(Process process) throws InterruptedException {
    if (process.isAlive()) {
      boolean interrupted = Thread.interrupted();
      ProcessTree.of(process.toHandle()).end(END_SECONDS);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Without its first line if that may not be whole: half a secret would not be recognised. */
  private static String said(Path output) throws IOException {
    String end = end(output, MOST_BYTES);
    return Files.size(output) > MOST_BYTES ? end.replaceFirst(".*\\R?", "") : end;
  }

  private static String end(Path output, int bytes) throws IOException {
    try (InputStream all = Files.newInputStream(output)) {
      all.skipNBytes(Math.max(0, Files.size(output) - bytes));
      return new String(all.readNBytes(bytes), StandardCharsets.UTF_8);
    }
  }

  /** Its exit code; absent unless it has ended by itself. */
  public @Nullable Integer exitCode() {
    return exitCode;
  }

  /** The end of its output so far, without secrets, in one line; absent unless it runs. */
  public @Nullable String lastWords() {
    Path output = printed;
    try {
      return output == null ? null : lastWords(output);
    } catch (IOException e) {
      return null; // It has ended.
    }
  }

  private String lastWords(Path output) throws IOException {
    String text = Redacted.text(end(output, LAST_BYTES), secrets);
    String said = text.strip().replaceAll("\\s+", " ");
    return said.substring(Math.max(0, said.length() - QUOTED_CHARS));
  }
}
