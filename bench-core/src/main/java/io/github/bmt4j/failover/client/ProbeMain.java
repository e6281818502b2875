package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.clock.Clock;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Security;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The program of a client JVM. Does what its parent says on standard input, answers on standard
 * output, and ends at once when its parent is gone.
 */
final class ProbeMain {
  private static final long STATUS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int BROKEN = 70;

  private final FileOutputStream output = new FileOutputStream(FileDescriptor.out);
  private final Path logFile;
  private Clock clock = Clock.SYSTEM;
  private volatile @Nullable Application application;

  private ProbeMain(Path logFile) {
    this.logFile = logFile;
  }

  /**
   * Runs until the parent is gone, or has got the log.
   *
   * @param arguments where to write the log
   */
  public static void main(String[] arguments) throws IOException {
    PrintStream errors =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    // Whatever a library prints must not come between our answers.
    System.setOut(errors);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          failure.printStackTrace(errors);
          errors.println(thread.getName() + " ended early: " + failure);
          Runtime.getRuntime().halt(BROKEN);
        });
    new ProbeMain(Path.of(arguments[0])).listen();
    Runtime.getRuntime().halt(0);
  }

  private void listen() throws IOException {
    BufferedReader input =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String word = ClientWords.word(line);
      String rest = ClientWords.rest(line);
      switch (word) {
        case ClientWords.TIME -> say(ClientWords.TIME, Long.toString(Clock.SYSTEM.nanoTime()));
        case ClientWords.OFFSET -> setOffset(Long.parseLong(rest));
        case ClientWords.PLAN -> inBackground("bmt-main", () -> run(ClientWords.plan(rest)));
        case ClientWords.STOP ->
            inBackground("bmt-stop", () -> stop(Duration.ofMillis(Long.parseLong(rest))));
        default -> throw new IOException("no such word: " + word);
      }
    }
  }

  private void setOffset(long laterNanos) {
    clock = laterNanos == 0 ? Clock.SYSTEM : new ShiftedClock(Clock.SYSTEM, laterNanos);
  }

  private interface Task {
    void run() throws IOException, InterruptedException;
  }

  /** Leaves this thread free to hear that the parent is gone. */
  private static void inBackground(String name, Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  private void run(ProbePlan plan) throws IOException {
    Integer ttlSeconds = plan.settings().dnsTtlSeconds();
    if (ttlSeconds != null) {
      // Read once by the JVM, at its first look-up of a name.
      Security.setProperty("networkaddress.cache.ttl", ttlSeconds.toString());
    }
    Application started;
    try {
      started = Application.start(plan, clock);
    } catch (SQLException | RuntimeException e) {
      say(ClientWords.FAILED, String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
      return;
    }
    application = started;
    sayStatus(started);
    say(ClientWords.READY, "");
    while (true) {
      clock.sleepUntil(clock.nanoTime() + STATUS_NANOS, () -> false);
      sayStatus(started);
    }
  }

  private void stop(Duration patience) throws IOException, InterruptedException {
    Application running = application;
    if (running == null) {
      throw new IOException("told to stop before it ran");
    }
    ClientLogFile.write(logFile, running.stop(patience));
    say(ClientWords.LOG, "");
    // Hanging threads and connections end with the JVM.
    Runtime.getRuntime().halt(0);
  }

  private void sayStatus(Application running) throws JsonProcessingException, IOException {
    say(ClientWords.STATUS, ClientWords.json(running.status()));
  }

  private synchronized void say(String word, String rest) throws IOException {
    output.write((word + " " + rest + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
