package io.github.bmt4j.failover.client;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failure.CloseOnFailure;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.os.ChildJvm;
import io.github.bmt4j.os.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client JVM that imitates the application. It ends when it is stopped or closed, and when this
 * JVM ends in any way.
 */
public final class ClientProcess implements Client {
  private static final Duration START_PATIENCE = Duration.ofSeconds(90);
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(30);

  /** A suspended client answers when it goes on. */
  private static final Duration TAKE_PATIENCE = Duration.ofMinutes(10);

  /**
   * Short pauses matter more than throughput, and the client must leave the processors to the
   * servers: a small heap that one thread collects, and the quick compiler alone. The file of
   * statistics for other programs is off, because writing to it can stop the JVM.
   */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "-Xms64m",
          "-Xmx512m",
          "-Xss256k",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData");

  private final ChildJvm child;
  private final Clock clock;
  private final Path log;
  private volatile @Nullable ClientStatus status;

  private ClientProcess(List<String> javaOptions, Path folder, Clock clock) throws IOException {
    this.clock = clock;
    log = folder.resolve("client-log.json");
    Files.deleteIfExists(log);
    List<String> options = new ArrayList<>(JVM_OPTIONS);
    options.addAll(javaOptions);
    child =
        new ChildJvm(
            "the client JVM",
            Launch.jvm(options, ProbeMain.class, List.of(log.toAbsolutePath().toString())),
            Map.of(),
            folder.resolve("client.err"),
            clock::nanoTime,
            report -> status = ProbeMain.read(report, ClientStatus.class));
  }

  /**
   * Starts a client JVM and waits until its pools are connected and its probes run.
   *
   * @param folder folder for {@code client.err} (messages of the process and its driver) and {@code
   *     client-log.json}
   * @param javaOptions of its JVM, after bmt's own
   * @param clock clock of all its times
   * @throws TargetException when it cannot run; then nothing is left behind
   */
  public static ClientProcess start(
      ProbePlan plan, Path folder, List<String> javaOptions, Clock clock) throws TargetException {
    ClientProcess client;
    try {
      client = new ClientProcess(javaOptions, folder, clock);
    } catch (IOException e) {
      throw new TargetException("the client JVM cannot be started: " + e.getMessage(), e);
    }
    try (CloseOnFailure started = new CloseOnFailure(client::close)) {
      client.begin(plan);
      started.succeeded();
      return client;
    } catch (IOException e) {
      throw new TargetException("the client cannot run: " + e.getMessage(), e);
    }
  }

  private void begin(ProbePlan plan) throws IOException {
    long untilNanos = clock.nanoTime() + START_PATIENCE.toNanos();
    long asked = clock.nanoTime();
    ChildJvm.Answer answer = ask("time", "", untilNanos);
    long itsNanos = Long.parseLong(answer.text());
    // On Linux, all processes read the machine's one monotonic clock.
    if (itsNanos < asked || itsNanos > answer.heardNanos()) {
      throw new IOException("its clock is not that of this JVM");
    }
    ask("plan", ProbeMain.json(plan), untilNanos);
  }

  private ChildJvm.Answer ask(String verb, String argument, long untilNanos) throws IOException {
    return child.ask(
        verb + " " + argument, Duration.ofNanos(Math.max(0, untilNanos - clock.nanoTime())));
  }

  long pid() {
    return child.pid();
  }

  @Override
  public boolean isAlive() {
    return child.isAlive();
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
  public ClientLog take() throws TargetException {
    request("take", TAKE_PATIENCE);
    try {
      return ProbeMain.log(log);
    } catch (IOException e) {
      throw new TargetException("the client's log cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public int suspend(Duration patience) throws TargetException {
    return Integer.parseInt(
        request("suspend " + patience.toMillis(), patience.plus(ANSWER_PATIENCE)).text());
  }

  @Override
  public void resume() throws TargetException {
    request("resume", ANSWER_PATIENCE);
  }

  private ChildJvm.Answer request(String request, Duration patience) throws TargetException {
    try {
      return child.ask(request, patience);
    } catch (IOException e) {
      throw new TargetException(
          "the client JVM did not execute '" + request + "': " + e.getMessage(), e);
    }
  }

  @Override
  public ClientLog stop(Duration patience) throws TargetException {
    try {
      child.ask("stop " + patience.toMillis(), patience.plus(ANSWER_PATIENCE));
      return ProbeMain.log(log);
    } catch (IOException e) {
      throw new TargetException("the client left no log: " + e.getMessage(), e);
    } finally {
      close();
    }
  }

  @Override
  public void close() {
    child.close();
  }
}
