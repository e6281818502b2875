package io.github.bmt4j.os;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
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
 * <number> failed <reason>}, and what it reports unasked has the number 0. It ends when its input
 * does, and so never outlives this JVM. Any thread may ask. {@link ParentJvm} is the other end.
 */
public final class ChildJvm implements AutoCloseable {
  static final String OK = "ok";
  static final String FAILED = "failed";
  private static final String ENDED = "ended";
  private static final int END_SECONDS = 10;
  private static final int LAST_LINES = 3;

  private final String name;
  private final Process process;
  private final @Nullable Path errors;
  private final Thread reader;
  private final Thread errorReader;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, CompletableFuture<Answer>> unanswered = new ConcurrentHashMap<>();
  private final List<String> printed = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  /**
   * Starts one in a session of its own, where there is such a thing.
   *
   * @param name for messages
   * @param errors file for its standard error; if absent, its lines are kept for messages
   * @param nanoTime clock for the arrival of answers
   * @param reports takes what it reports unasked, in the order of arrival
   */
  public ChildJvm(
      String name,
      List<String> command,
      @Nullable Path errors,
      LongSupplier nanoTime,
      Consumer<String> reports)
      throws IOException {
    this.name = name;
    this.errors = errors;
    ProcessBuilder program = Launch.program(Launch.detached(command));
    if (errors != null) {
      program.redirectError(errors.toFile());
    }
    process = program.start();
    reader =
        reading(
            name,
            process.getInputStream(),
            line -> hear(line, nanoTime.getAsLong(), reports),
            this::ended);
    errorReader = reading(name + "-errors", process.getErrorStream(), printed::add, () -> {});
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
   * Has a request executed.
   *
   * @throws Refused when it fails there, with the reason that it gave
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

  private static Thread reading(
      String name, InputStream stream, Consumer<String> taker, Runnable end) {
    Thread thread = new Thread(() -> read(stream, taker, end), name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void read(InputStream stream, Consumer<String> taker, Runnable end) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        taker.accept(line);
      }
    } catch (IOException e) {
      // It has ended, or cannot be understood any more.
    } finally {
      end.run();
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
      printed.add(line);
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
    String all =
        errors == null
            ? String.join("\n", printed)
            : new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
    List<String> lines =
        all.lines().filter(line -> !line.isBlank() && !line.startsWith("\tat ")).toList();
    String last =
        String.join("; ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
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
