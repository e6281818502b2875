package io.github.bmt4j.os;

import io.github.bmt4j.clock.Daemon;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A JVM that executes requests of this one. A request is a line {@code <number> <request>} to its
 * standard input; it is answered on standard output by {@code <number> ok <answer>} or {@code
 * <number> failed <reason>}, and unasked reports have the number 0. It ends when its input ends,
 * and so never outlives this JVM. Any thread may ask. {@link ParentJvm} is the other end. It may
 * run on another machine; a program that sends an endless line is ended.
 */
public final class ChildJvm implements AutoCloseable {
  static final String OK = "ok";
  static final String FAILED = "failed";
  private static final String ENDED = "ended";
  private static final int END_SECONDS = 10;
  private static final int LAST_LINES = 3;

  /** Longest line, in characters; a report of 10,000 workers has a million. */
  private static final int LONGEST_LINE = 8 << 20;

  private static final int LONGEST_WORDS = 1000;

  private final String name;
  private final Process process;
  private final @Nullable Path errors;
  private final Thread reader;
  private final Thread errorReader;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, CompletableFuture<Answer>> unanswered = new ConcurrentHashMap<>();

  /** The last lines for people. */
  private final Queue<String> printed = new ConcurrentLinkedQueue<>();

  private volatile boolean ended;

  /**
   * Starts a JVM, in a session of its own if the system has sessions.
   *
   * @param name for messages
   * @param variables of its environment, which has no other variable of bmt
   * @param errors file for its standard error; if absent, its last lines are kept for messages
   * @param nanoTime clock for the arrival of answers
   * @param reports receives its unasked reports, in the order of arrival
   */
  public ChildJvm(
      String name,
      List<String> command,
      Map<String, String> variables,
      @Nullable Path errors,
      LongSupplier nanoTime,
      Consumer<String> reports)
      throws IOException {
    this.name = name;
    this.errors = errors;
    ProcessBuilder program = Launch.program(Launch.detached(command));
    program.environment().putAll(variables);
    if (errors != null) {
      program.redirectError(errors.toFile());
    }
    process = program.start();
    reader =
        Daemon.start(
            name,
            () ->
                read(
                    process.getInputStream(),
                    line -> hear(line, nanoTime.getAsLong(), reports),
                    this::ended));
    errorReader =
        Daemon.start(name + "-errors", () -> read(process.getErrorStream(), this::print, () -> {}));
  }

  /**
   * An answer.
   *
   * @param kind "ok" or "failed", or "ended" where there is none
   * @param heardNanos time of its arrival
   */
  public record Answer(String kind, String text, long heardNanos) {}

  /** A request that was executed, and failed. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    private Refused(String reason) {
      super(reason);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @throws Refused when it fails there, with the reason
   * @throws IOException when it is not answered in time, or the process has ended
   */
  public Answer ask(String request, Duration limit) throws IOException {
    long number = numbers.incrementAndGet();
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    unanswered.put(number, answer);
    try {
      if (ended || !send(number + " " + request + "\n")) {
        answer.complete(new Answer(ENDED, "", 0));
      }
      Answer heard = answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (!heard.kind().equals(OK)) {
        throw heard.kind().equals(FAILED)
            ? new Refused(heard.text())
            : new IOException(name + " has ended" + lastWords());
      }
      return heard;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      String verb = request.split(" ", 2)[0];
      throw new IOException(
          name + " does not answer within " + limit.toSeconds() + " s: " + verb, e);
    } finally {
      unanswered.remove(number);
    }
  }

  private synchronized boolean send(String line) {
    OutputStream input = process.getOutputStream();
    try {
      input.write(line.getBytes(StandardCharsets.UTF_8));
      input.flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void read(InputStream stream, Consumer<String> taker, Runnable end) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      StringBuilder line = new StringBuilder();
      for (int next = lines.read(); next >= 0; next = lines.read()) {
        if (next == '\n') {
          taker.accept(line.toString());
          line = new StringBuilder();
        } else if (next != '\r') {
          line.append((char) next);
        }
        if (line.length() > LONGEST_LINE) {
          print("it sent a line of more than " + LONGEST_LINE + " characters");
          process.destroyForcibly();
          return;
        }
      }
      taker.accept(line.toString());
    } catch (IOException e) {
      // The process has ended, or its output is no longer intelligible.
    } finally {
      end.run();
    }
  }

  private void print(String line) {
    if (!line.isBlank() && !line.startsWith("\tat ")) {
      printed.add(line.substring(0, Math.min(line.length(), LONGEST_WORDS)));
      if (printed.size() > LAST_LINES) {
        printed.poll();
      }
    }
  }

  private void ended() {
    ended = true;
    unanswered.values().forEach(answer -> answer.complete(new Answer(ENDED, "", 0)));
  }

  private void hear(String line, long heardNanos, Consumer<String> reports) {
    String[] words = line.split(" ", 3);
    boolean answers =
        words.length == 3
            && (words[1].equals(OK) || words[1].equals(FAILED))
            && words[0].matches("\\d{1,18}");
    if (!answers) {
      // Such as a message of ssh, or of a shell.
      print(line);
    } else if (words[0].equals("0")) {
      reports.accept(words[2]);
    } else {
      CompletableFuture<Answer> answer = unanswered.get(Long.parseLong(words[0]));
      if (answer != null) {
        answer.complete(new Answer(words[1], words[2], heardNanos));
      }
    }
  }

  private String lastWords() throws IOException {
    await(1);
    if (errors != null) {
      new String(Files.readAllBytes(errors), StandardCharsets.UTF_8).lines().forEach(this::print);
    }
    String last = String.join("; ", printed);
    return (process.isAlive() ? "" : " (exit code " + process.exitValue() + ")")
        + (last.isEmpty() ? "" : ": " + last);
  }

  /** Ends it at once. May be called twice. */
  @Override
  public void close() {
    process.destroyForcibly();
    boolean interrupted = Thread.interrupted();
    await(END_SECONDS);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void await(int seconds) {
    try {
      if (process.waitFor(seconds, TimeUnit.SECONDS)) {
        reader.join(TimeUnit.SECONDS.toMillis(seconds));
        errorReader.join(TimeUnit.SECONDS.toMillis(seconds));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
