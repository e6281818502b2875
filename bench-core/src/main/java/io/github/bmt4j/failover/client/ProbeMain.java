package io.github.bmt4j.failover.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.os.ParentJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.security.Security;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The program of a client JVM. Executes the requests of its parent, reports its {@link
 * ClientStatus}, and ends at once when its parent has ended. The requests: {@code time} asks for
 * its clock, {@code plan} starts the probes, {@code take} writes what has ended since the last time
 * to the log and forgets it, {@code suspend} suspends its pools when transactions under way have
 * ended or have taken some ms, {@code resume} ends that with new connections, and {@code stop} ends
 * the run, in which operations under way may take some ms.
 */
final class ProbeMain {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long STATUS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Path logFile;
  private volatile @Nullable Application application;

  private ProbeMain(Path logFile) {
    this.logFile = logFile;
  }

  /**
   * Runs until the parent is gone or has received the log.
   *
   * @param arguments path of the log
   */
  public static void main(String[] arguments) throws IOException {
    ParentJvm.begin();
    ParentJvm.serve(new ProbeMain(Path.of(arguments[0]))::execute);
  }

  private void execute(ParentJvm.Request request) {
    String[] words = request.text().split(" ", 2);
    switch (words[0]) {
      case "time" -> request.answer(Long.toString(Clock.SYSTEM.nanoTime()));
      case "plan" ->
          request.inBackground(
              "bmt-main", () -> run(read(words[1], ProbePlan.class), request), ProbeMain::words);
      case "take" -> request.inBackground("bmt-take", () -> take(request), ProbeMain::words);
      case "suspend" ->
          request.inBackground(
              "bmt-suspend",
              () ->
                  request.answer(
                      Integer.toString(
                          running().suspend(Duration.ofMillis(Long.parseLong(words[1]))))),
              ProbeMain::words);
      case "resume" ->
          request.inBackground(
              "bmt-resume",
              () -> {
                running().resume();
                request.answer("");
              },
              ProbeMain::words);
      case "stop" ->
          request.inBackground(
              "bmt-stop",
              () -> stop(Duration.ofMillis(Long.parseLong(words[1])), request),
              ProbeMain::words);
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("it cannot be written as JSON", e);
    }
  }

  static <T> T read(String json, Class<T> type) {
    try {
      return JSON.readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it cannot be read as JSON", e);
    }
  }

  static ClientLog log(Path file) throws IOException {
    return JSON.readValue(file.toFile(), ClientLog.class);
  }

  private static String words(Exception failure) {
    return Redacted.text(String.valueOf(failure));
  }

  private void run(ProbePlan plan, ParentJvm.Request request) {
    Integer ttlSeconds = plan.settings().dnsTtlSeconds();
    if (ttlSeconds != null) {
      // Read once by the JVM, at its first look-up of a name.
      Security.setProperty("networkaddress.cache.ttl", ttlSeconds.toString());
    }
    Application started;
    try {
      started = Application.start(plan, Clock.SYSTEM);
    } catch (SQLException | RuntimeException e) {
      request.fail(Redacted.text(String.valueOf(e.getMessage())));
      return;
    }
    application = started;
    ParentJvm.report(json(started.status()));
    request.answer("");
    while (true) {
      Clock.SYSTEM.sleepUntil(Clock.SYSTEM.nanoTime() + STATUS_NANOS, () -> false);
      ParentJvm.report(json(started.status()));
    }
  }

  private Application running() {
    return Objects.requireNonNull(application, "plan");
  }

  private void take(ParentJvm.Request request) throws IOException {
    JSON.writeValue(logFile.toFile(), running().take());
    request.answer("");
  }

  private void stop(Duration patience, ParentJvm.Request request)
      throws IOException, InterruptedException {
    JSON.writeValue(logFile.toFile(), running().stop(patience));
    request.answer("");
    // Hanging threads and connections end with the JVM.
    Runtime.getRuntime().halt(0);
  }
}
