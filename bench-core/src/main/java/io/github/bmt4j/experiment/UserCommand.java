package io.github.bmt4j.experiment;

import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.Secret;
import io.github.bmt4j.os.Launch;
import io.github.bmt4j.os.ProcessTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A command of the user, executed by a shell. */
public final class UserCommand {
  private static final int TURN_MILLIS = 100;
  private static final int END_SECONDS = 3;
  private static final int QUOTED_CHARS = 300;

  /** End of its output that is read for its last words. */
  private static final int LAST_BYTES = 8 << 10;

  /** Largest part of its output that is read, in bytes. */
  private static final int MOST_BYTES = 4 << 20;

  private final String name;
  private final String command;
  private final Path log;
  private final Set<String> secrets;
  private volatile @Nullable Integer exitCode;

  /**
   * A command that was not run yet.
   *
   * @param name its name in messages, such as "the trigger"
   * @param log receives the command's output, without secrets
   * @param password password that the command may also know, and print
   */
  public UserCommand(String name, String command, Path log, Secret password) {
    this.name = name;
    this.command = command;
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

  /**
   * Runs it to its end; no variable of bmt is in its environment.
   *
   * @param patience longest time that it may take
   * @return its output, with its secrets; the first 4 MiB of it
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
    ProcessBuilder builder = Launch.program(Launch.shell(command));
    builder.environment().put(Launch.COMMAND, command);
    try {
      Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
      process.getOutputStream().close();
      try {
        await(process, patience, stopped);
        return said();
      } finally {
        end(process);
        ended.run();
        Files.writeString(log, Redacted.text(said(), secrets));
      }
    } catch (IOException e) {
      throw new TargetException(name + " cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw TargetException.interrupted(e);
    }
  }

  private void await(Process process, Duration patience, BooleanSupplier stopped)
      throws InterruptedException, IOException, TargetException {
    for (long left = patience.toMillis(); left > 0; left -= TURN_MILLIS) {
      if (process.waitFor(TURN_MILLIS, TimeUnit.MILLISECONDS)) {
        int code = process.exitValue();
        exitCode = code;
        if (code != 0) {
          throw new TargetException(name + " ended with " + code + ": " + lastWords());
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

  private String said() throws IOException {
    try (InputStream output = Files.newInputStream(log)) {
      return new String(output.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
  }

  /** Its exit code; absent unless it has ended by itself. */
  public @Nullable Integer exitCode() {
    return exitCode;
  }

  /** The end of its output so far, without secrets, in one line. */
  public String lastWords() throws IOException {
    ByteBuffer end = ByteBuffer.allocate(LAST_BYTES);
    try (SeekableByteChannel output = Files.newByteChannel(log)) {
      output.position(Math.max(0, output.size() - LAST_BYTES)).read(end);
    }
    String text = new String(end.array(), 0, end.position(), StandardCharsets.UTF_8);
    String said = Redacted.text(text, secrets).strip().replaceAll("\\s+", " ");
    return said.substring(Math.max(0, said.length() - QUOTED_CHARS));
  }
}
