package io.github.bmt4j.failover.watch;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failover.Observers;
import io.github.bmt4j.failover.client.Client;
import io.github.bmt4j.failover.client.ClientProcesses;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Limits;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failover.figures.WatchedOutage;
import io.github.bmt4j.failover.figures.WatchedWindow;
import io.github.bmt4j.failover.report.OperationsFile;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The work of a window: the application runs, and what it recorded is taken once a second. */
final class Watching implements AutoCloseable {
  private static final Duration TURN = Duration.ofMillis(500);

  /** Rates of observers that a user's cluster does not notice. */
  private static final Observers.Pace PACE =
      new Observers.Pace(Duration.ofMillis(100), Duration.ofMillis(20));

  /** In a longer outage observers look no more often than usual. */
  private static final long LONG_OUTAGE_NANOS = 60_000_000_000L;

  /** The client warms up before the window begins. */
  private static final long WARM_UP_NANOS = 3_000_000_000L;

  /** A client that has said nothing for so long stands still. */
  private static final long SILENT_NANOS = 1_000_000_000;

  private static final long KEEP_NANOS = 3_000_000_000L;
  private static final long TROUBLED_KEEP_NANOS = 1_000_000_000;

  /** An outage may turn out to have begun so much later than was said: a write ended late. */
  private static final long SAME_NANOS = 500_000_000;

  /** Operations around an outage that are stored. */
  private static final long AROUND_NANOS = 2_000_000_000;

  private final WatchScenario scenario;
  private final TestCluster cluster;
  private final Context context;
  private final Clock clock;
  private final Work work;
  private final OperationsFile file;
  private final List<Reason> unstored = new ArrayList<>();
  private @Nullable Client client;
  private @Nullable Observers observers;
  private @Nullable WatchedWindow window;
  private String lastWriter = "";
  private List<String> blindness = List.of();
  private long originNanos;
  private int shown;

  /** When the outage began that was said to have begun; absent once it has ended. */
  private @Nullable Long announcedNanos;

  Watching(WatchScenario scenario, TestCluster cluster, Context context, Work work) {
    this.scenario = scenario;
    this.cluster = cluster;
    this.context = context;
    this.clock = context.clock();
    this.work = work;
    this.file = new OperationsFile(work.folder().path());
  }

  /**
   * Starts the application and the window.
   *
   * @throws TargetException when it cannot start
   */
  void begin(Path folder) throws TargetException {
    ProbePlan plan = cluster.plan();
    Client started;
    try (Progress.Step step = context.progress().begin("Starting the application", -1, "")) {
      started = ClientProcesses.start(plan, folder, cluster.javaOptions(), clock);
    }
    client = started;
    Observers looking = Observers.of(cluster, PACE, clock);
    observers = looking;
    clock.sleepUntil(clock.nanoTime() + WARM_UP_NANOS, context.stop()::given);
    blindness =
        looking.blindness("when the window began", true).stream().map(Reason::text).toList();
    // What was recorded before is of no interest.
    started.take();
    originNanos = clock.nanoTime();
    Long socket = scenario.settings().socketTimeoutMillis(plan.urls().read());
    Limits limits =
        new Limits(
            1_000_000 * scenario.stallMillis(),
            1_000_000 * scenario.settleMillis(),
            Limits.USUAL.sustainedNanos(),
            0,
            Limits.USUAL.share(),
            1_000_000 * Math.max(scenario.stallMillis(), socket == null ? 0 : socket));
    window =
        new WatchedWindow(originNanos, limits, plan.rates(), this::wall, looking::observations);
  }

  WatchedWindow window() {
    return Objects.requireNonNull(window, "begun");
  }

  /** Identity of the server that took the last write; "" if none did. */
  String lastWriter() {
    return lastWriter;
  }

  List<Reason> unstored() {
    return unstored;
  }

  /** Reasons why observers could not tell the servers' part of an outage, in words. */
  List<String> blindness() {
    return blindness;
  }

  private Instant wall(long nanos) {
    return clock.now().minusNanos(clock.nanoTime() - nanos);
  }

  /**
   * Watches until the time is over or the user ends it.
   *
   * @return reason why it ended before
   */
  Optional<Reason> watch() {
    Long millis = scenario.timeMillis();
    long end = millis == null ? Long.MAX_VALUE : originNanos + 1_000_000 * millis;
    long kept = originNanos;
    work.keep();
    try (Progress.Step step =
        work.events().step("Watching", millis == null ? -1 : millis / 1000, "s")) {
      long seconds = 0;
      while (!context.stop().given() && clock.nanoTime() < end) {
        clock.sleepUntil(Math.min(end, clock.nanoTime() + TURN.toNanos()), context.stop()::given);
        if (Thread.currentThread().isInterrupted()) {
          return Optional.of(Code.INTERRUPTED.of("interrupted"));
        }
        Client running = Objects.requireNonNull(client, "begun");
        if (!running.isAlive()) {
          return Optional.of(Code.ENDED_EARLY.of("the application has ended early"));
        }
        long now = clock.nanoTime();
        step.advance((now - originNanos) / 1_000_000_000 - seconds);
        seconds = (now - originNanos) / 1_000_000_000;
        if (now - running.status().atNanos() > SILENT_NANOS) {
          continue;
        }
        boolean news = look(running.take(), now);
        if (news || now - kept >= (window().isTroubled() ? TROUBLED_KEEP_NANOS : KEEP_NANOS)) {
          work.keep();
          kept = now;
        }
      }
      return Optional.empty();
    } catch (TargetException e) {
      return Optional.of(Code.ENDED_EARLY.of(String.valueOf(e.getMessage())));
    }
  }

  /** Returns true if an outage began or ended. */
  private boolean look(ClientLog log, long nowNanos) {
    for (Operation one : log.operations()) {
      lastWriter =
          one.probe() == ProbeKind.WRITER && one.ok() && !one.server().isEmpty()
              ? one.server()
              : lastWriter;
    }
    List<WatchedOutage> over = window().add(log, nowNanos);
    Long since = window().outSinceNanos();
    Observers looking = Objects.requireNonNull(observers, "begun");
    looking.hurry(since != null && nowNanos - since < LONG_OUTAGE_NANOS);
    looking.forget(window().neededSince());
    boolean news = since != null && announcedNanos == null;
    if (since != null && announcedNanos == null) {
      announcedNanos = since;
      announce(since);
    }
    over.forEach(this::ended);
    if (announcedNanos != null && !window().isTroubled()) {
      announcedNanos = null;
      work.events().line(words("%s  it was none", time(wall(nowNanos))));
    }
    return news || !over.isEmpty();
  }

  private void announce(long nanos) {
    work.events().line(words("%s  outage begins", time(wall(nanos))));
  }

  /** One that was too short to be seen while it lasted is announced now. */
  private void ended(WatchedOutage one) {
    shown++;
    long begin = originNanos + Math.round(1e6 * one.atMs());
    long end = begin + Math.round(1e6 * one.lengthMs());
    Long known = announcedNanos;
    if (known != null && known >= begin - SAME_NANOS && known <= end) {
      announcedNanos = null;
    } else {
      announce(begin);
    }
    work.events()
        .line(
            words(
                "%s  %s ended: %s",
                time(wall(end)),
                one.degraded() ? "degraded time" : "outage",
                WatchReport.summary(one, scenario.way())));
    file.add(shown, window().operations(begin - AROUND_NANOS, end + AROUND_NANOS), begin)
        .map(Code.NOT_STORED::of)
        .filter(reason -> !unstored.contains(reason))
        .ifPresent(unstored::add);
  }

  private String time(Instant at) {
    return WatchResult.clock(at, scenario.zone(), "HH:mm:ss.SSS");
  }

  /** Ends the application. */
  Optional<Reason> end() {
    try {
      long now = clock.nanoTime();
      look(
          Objects.requireNonNull(client, "begun")
              .stop(scenario.unannounced().times().lastOperations(context.stop().given())),
          now);
      return Optional.empty();
    } catch (TargetException e) {
      return Optional.of(Code.NOT_OBSERVED.of("the last operations are lost: " + e.getMessage()));
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    if (observers != null) {
      observers.close();
    }
  }
}
