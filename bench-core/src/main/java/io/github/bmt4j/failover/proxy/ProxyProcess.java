package io.github.bmt4j.failover.proxy;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** The forwarder's process, its commands and its answers. Any thread may ask. */
final class ProxyProcess implements AutoCloseable {
  private static final List<String> JVM_OPTIONS =
      List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
  private static final int START_SECONDS = 30;
  private static final int ANSWER_SECONDS = 5;

  private final Process process;
  private final OutputStream input;
  private final Thread reader;
  private final Map<Long, CompletableFuture<String>> unanswered = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile boolean ended;
  private volatile String lastWords = "";

  private ProxyProcess(Process process) {
    this.process = process;
    this.input = process.getOutputStream();
    this.reader = new Thread(this::read, "endpoint answers");
    reader.setDaemon(true);
  }

  /** Starts it in a session of its own, where there is such a thing, and waits until it is up. */
  static ProxyProcess start() throws TargetException {
    List<String> command = Launch.jvm(JVM_OPTIONS, ProxyMain.class, List.of());
    ProcessBuilder program = Launch.program(Launch.detached(command)).redirectErrorStream(true);
    ProxyProcess started;
    try {
      started = new ProxyProcess(program.start());
    } catch (IOException e) {
      throw new TargetException("the endpoint's process does not start: " + e.getMessage(), e);
    }
    CompletableFuture<String> up = started.expect(0);
    started.reader.start();
    try {
      started.await(up, "start", START_SECONDS);
    } catch (TargetException e) {
      started.close();
      throw e;
    }
    return started;
  }

  long pid() {
    return process.pid();
  }

  /** Has a command executed and returns its answer; a few seconds are enough for any of them. */
  String ask(String command) throws TargetException {
    long number = numbers.incrementAndGet();
    CompletableFuture<String> answer = expect(number);
    try {
      synchronized (input) {
        input.write((number + " " + command + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
      }
    } catch (IOException e) {
      unanswered.remove(number);
      throw new TargetException("the endpoint's process has ended" + lastWords, e);
    }
    try {
      return await(answer, command, ANSWER_SECONDS);
    } finally {
      unanswered.remove(number);
    }
  }

  /** Ends the process; it cannot be asked any more. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      input.close();
    } catch (IOException e) {
      // It has ended already.
    }
    try {
      if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(ANSWER_SECONDS, TimeUnit.SECONDS);
      }
      reader.join(TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private CompletableFuture<String> expect(long number) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    unanswered.put(number, answer);
    if (ended) {
      answer.completeExceptionally(new IOException("the endpoint's process has ended" + lastWords));
    }
    return answer;
  }

  private String await(CompletableFuture<String> answer, String command, int seconds)
      throws TargetException {
    try {
      return answer.get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException("interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new TargetException(cause == null ? "failed" : String.valueOf(cause.getMessage()), e);
    } catch (TimeoutException e) {
      throw new TargetException(
          "the endpoint does not answer within " + seconds + " s: " + command, e);
    }
  }

  private void read() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        hear(line);
      }
    } catch (IOException e) {
      lastWords = ": " + e.getMessage();
    }
    ended = true;
    IOException end = new IOException("the endpoint's process has ended" + lastWords);
    unanswered.values().forEach(answer -> answer.completeExceptionally(end));
  }

  private void hear(String line) {
    String[] words = line.split(" ", 3);
    String rest = words.length > 2 ? words[2] : "";
    boolean good = words.length > 1 && words[1].equals("ok");
    if (!good && !(words.length > 1 && words[1].equals("failed") && isNumber(words[0]))) {
      // What the JVM itself has to say.
      lastWords = ": " + line;
      return;
    }
    CompletableFuture<String> answer = unanswered.get(Long.parseLong(words[0]));
    if (answer == null) {
      // Whoever asked has lost patience.
      return;
    }
    if (good) {
      answer.complete(rest);
    } else {
      answer.completeExceptionally(new IOException(rest));
    }
  }

  private static boolean isNumber(String word) {
    return !word.isEmpty() && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
