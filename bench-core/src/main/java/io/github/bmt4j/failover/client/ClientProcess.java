package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client JVM that imitates the application, and our hold on it. It ends when it is stopped or
 * closed, and when this JVM ends, however that happens.
 */
public final class ClientProcess implements Client {
  private static final Duration START_PATIENCE = Duration.ofSeconds(90);
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(30);
  private static final int END_SECONDS = 10;
  private static final int EXCHANGES = 100;

  /**
   * Short pauses matter more than throughput, and the client shall leave the processors to the
   * servers beside it: a small heap that one thread collects, and the quick compiler alone. The
   * file of statistics for other programs is off, because writing to it can stop the JVM.
   */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xms64m",
          "-Xmx512m",
          "-Xss256k",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData");

  private final Process process;
  private final Clock clock;
  private final Path words;
  private final Path log;
  private final BlockingQueue<Line> answers = new LinkedBlockingQueue<>();
  private volatile @Nullable ClientStatus status;
  private long clockUncertaintyNanos;

  private ClientProcess(Process process, Clock clock, Path words, Path log) {
    this.process = process;
    this.clock = clock;
    this.words = words;
    this.log = log;
  }

  /**
   * What the client said, and when we heard it.
   *
   * @param text null at its end
   */
  private record Line(@Nullable String text, long heardNanos) {}

  /**
   * Starts a client JVM and waits until its pools are connected and its probes run.
   *
   * @param folder where it writes {@code client.err} (what it and its driver say) and {@code
   *     client-log.bin}
   * @param javaOptions of its JVM, after ours
   * @param clock that all its times are on
   * @throws TargetException when it cannot run; nothing is left then
   */
  public static ClientProcess start(
      ProbePlan plan, Path folder, List<String> javaOptions, Clock clock) throws TargetException {
    Path words = folder.resolve("client.err");
    Path log = folder.resolve("client-log.bin");
    ClientProcess client;
    try {
      Files.deleteIfExists(log);
      client = new ClientProcess(launch(words, log, javaOptions), clock, words, log);
    } catch (IOException e) {
      throw new TargetException("the client JVM cannot be started: " + e.getMessage(), e);
    }
    boolean started = false;
    try {
      client.begin(plan);
      started = true;
      return client;
    } finally {
      if (!started) {
        client.close();
      }
    }
  }

  private static Process launch(Path words, Path log, List<String> javaOptions) throws IOException {
    List<String> options = new ArrayList<>(JVM_OPTIONS);
    options.addAll(javaOptions);
    List<String> command =
        Launch.jvm(options, ProbeMain.class, List.of(log.toAbsolutePath().toString()));
    return Launch.program(Launch.detached(command)).redirectError(words.toFile()).start();
  }

  private void begin(ProbePlan plan) throws TargetException {
    Thread listener = new Thread(this::listen, "bmt-client-" + process.pid());
    listener.setDaemon(true);
    listener.start();
    long untilNanos = clock.nanoTime() + START_PATIENCE.toNanos();
    ClockOffset offset = exchangeTimes(untilNanos);
    clockUncertaintyNanos = offset.uncertaintyNanos();
    say(ClientWords.OFFSET + " " + offset.nanos());
    try {
      say(ClientWords.PLAN + " " + ClientWords.json(plan));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a plan cannot be written as JSON", e);
    }
    String answer = await(untilNanos).text();
    if (answer == null || !ClientWords.word(answer).equals(ClientWords.READY)) {
      throw new TargetException(
          "the client cannot run: " + (answer == null ? lastWords() : ClientWords.rest(answer)));
    }
  }

  private ClockOffset exchangeTimes(long untilNanos) throws TargetException {
    List<ClockOffset.Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < EXCHANGES; i++) {
      long asked = clock.nanoTime();
      say(ClientWords.TIME);
      Line line = await(untilNanos);
      String text = line.text();
      if (text == null) {
        throw new TargetException("the client JVM does not start: " + lastWords());
      }
      long told = Long.parseLong(ClientWords.rest(text));
      exchanges.add(new ClockOffset.Exchange(asked, told, line.heardNanos()));
    }
    try {
      return ClockOffset.of(exchanges);
    } catch (IllegalArgumentException e) {
      throw new TargetException("the client's clock does not run as ours does", e);
    }
  }

  private void listen() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        long heard = clock.nanoTime();
        if (ClientWords.word(line).equals(ClientWords.STATUS)) {
          status = ClientWords.status(ClientWords.rest(line));
        } else {
          answers.add(new Line(line, heard));
        }
      }
    } catch (IOException e) {
      // It is gone, or not to be understood: both are its end for us.
    } finally {
      answers.add(new Line(null, clock.nanoTime()));
    }
  }

  private void say(String line) throws TargetException {
    OutputStream input = process.getOutputStream();
    try {
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      throw new TargetException("the client JVM is gone: " + lastWords(), e);
    }
  }

  private Line await(long untilNanos) throws TargetException {
    try {
      Line line = answers.poll(Math.max(0, untilNanos - clock.nanoTime()), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new TargetException("the client JVM does not answer");
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException("interrupted", e);
    }
  }

  /** Its process id. */
  long pid() {
    return process.pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  /** By how much its times may be off the clock of this JVM at most. */
  long clockUncertaintyNanos() {
    return clockUncertaintyNanos;
  }

  @Override
  public ClientStatus status() {
    ClientStatus said = status;
    if (said == null) {
      throw new IllegalStateException("it has not begun");
    }
    return said;
  }

  @Override
  public ClientLog stop(Duration patience) throws TargetException {
    try {
      say(ClientWords.STOP + " " + patience.toMillis());
      String answer =
          await(clock.nanoTime() + patience.toNanos() + ANSWER_PATIENCE.toNanos()).text();
      if (answer == null) {
        throw new TargetException("the client JVM ended early: " + lastWords());
      }
      return ClientLogFile.read(log);
    } catch (IOException e) {
      throw new TargetException("the client's log cannot be read: " + e.getMessage(), e);
    } finally {
      close();
    }
  }

  /** The end of what it wrote for people, and how it ended. */
  private String lastWords() {
    awaitEnd(1);
    String end = process.isAlive() ? "" : " (exit code " + process.exitValue() + ")";
    try {
      List<String> lines =
          Files.readAllLines(words, StandardCharsets.UTF_8).stream()
              .filter(line -> !line.isBlank() && !line.startsWith("\tat "))
              .toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - 3), lines.size());
      return (last.isEmpty() ? "it wrote nothing" : String.join("; ", last)) + end;
    } catch (IOException e) {
      return "it wrote nothing that can be read" + end;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    awaitEnd(END_SECONDS);
  }

  private void awaitEnd(int seconds) {
    try {
      process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
