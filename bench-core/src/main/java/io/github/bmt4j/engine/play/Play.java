package io.github.bmt4j.engine.play;

import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.fault.Timeline;
import io.github.bmt4j.measure.ClientLog;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.NodeObservation;
import io.github.bmt4j.measure.TimelineEvent;
import io.github.bmt4j.measure.TimelineEvent.Kind;
import io.github.bmt4j.probe.ClientProcess;
import io.github.bmt4j.probe.ClientStatus;
import io.github.bmt4j.progress.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One play of a fault on a stage that is ready: the application begins, is proven healthy, the
 * fault strikes, and it is watched until it has settled or the deadline has come.
 */
public final class Play {
  private static final Duration TURN = Duration.ofMillis(100);
  private static final Duration LAST_OPERATIONS = Duration.ofSeconds(1);
  private static final int TURNS_PER_LOOK = 10;

  private final Stage stage;
  private final PlayTimes times;
  private final Clock clock;
  private final StopSignal stop;
  private final PlayObserver watcher;
  private final Timeline timeline;
  private final List<String> problems = new ArrayList<>();
  private @Nullable Change change;
  private int eventsShown;
  private int turns;

  public Play(Stage stage, PlayTimes times, Clock clock, StopSignal stop, PlayObserver watcher) {
    this.stage = stage;
    this.times = times;
    this.clock = clock;
    this.stop = stop;
    this.watcher = watcher;
    this.timeline = new Timeline(clock);
  }

  /**
   * What was recorded.
   *
   * @param fromNanos when the proven healthy time under load began
   * @param faultNanos t0, or when trouble was noticed that nobody announced; absent when there was
   *     neither
   * @param endNanos end of the observation
   * @param problems why it cannot be used, as far as the engine knows
   */
  public record Recording(
      long fromNanos,
      @Nullable Long faultNanos,
      long endNanos,
      ClientLog client,
      List<NodeObservation> observations,
      List<TimelineEvent> timeline,
      List<String> problems) {}

  /** Plays it; what was recorded is kept, whatever happens on the way. */
  public Recording perform(Path folder) throws TargetException {
    try (ClientProcess client =
            ClientProcess.start(stage.plan(), folder, stage.javaOptions(), clock);
        Observers observers = Observers.of(stage, clock)) {
      long from = clock.nanoTime();
      Long fault = null;
      try {
        from = awaitHealth(client, observers);
        observers.blindness().forEach(this::problem);
        if (problems.isEmpty() && !stop.given()) {
          fault = play(client, observers);
        }
      } catch (TargetException e) {
        problem(String.valueOf(e.getMessage()));
      }
      long end = clock.nanoTime();
      if (stop.given()) {
        problem("interrupted");
      }
      ClientLog log = log(client);
      observers.close();
      return new Recording(
          from,
          fault == null ? faultNanos() : fault,
          end,
          log,
          observers.observations(),
          timeline.events(),
          List.copyOf(problems));
    }
  }

  private @Nullable Long play(ClientProcess client, Observers observers) throws TargetException {
    stage.prepare(timeline, stop::given);
    change = new Change(stage, times.stall(), clock, observers);
    Long fault =
        stage.isUnannounced() ? awaitChange(client, observers) : (Long) stage.noteFault(timeline);
    if (fault != null) {
      watchScript(client, observers, fault);
    }
    return fault;
  }

  /** The fault's moment, when the play broke off after it. */
  private @Nullable Long faultNanos() {
    return timeline.events().stream()
        .filter(event -> event.kind() == Kind.FAULT)
        .map(TimelineEvent::atNanos)
        .findFirst()
        .orElse(null);
  }

  private ClientLog log(ClientProcess client) {
    try {
      return client.stop(LAST_OPERATIONS);
    } catch (TargetException e) {
      problem("what the client saw is lost: " + e.getMessage());
      return new ClientLog(List.of(), List.of(), List.of());
    }
  }

  /**
   * Waits until nothing has been wrong for the baseline's time, and gives the begin of that time.
   * For a client that is not punctual it waits too, but not for ever: the judgement will say so.
   */
  private long awaitHealth(ClientProcess client, Observers observers) throws TargetException {
    Health health = new Health(times, clock.nanoTime());
    while (true) {
      turn(client, observers, null);
      long now = clock.nanoTime();
      long since = health.since(client.status(), now);
      if (stop.given() || health.isProven(since, now)) {
        return health.baselineFrom(since, now);
      }
      if (!health.isPatient(now)) {
        problem(Health.NEVER_WELL);
        return since;
      }
    }
  }

  /** Waits until somebody has changed the primary; gives the moment at which that was noticed. */
  private @Nullable Long awaitChange(ClientProcess client, Observers observers)
      throws TargetException {
    timeline.note(Kind.NOTE, "", "change the primary now");
    long deadline = clock.nanoTime() + stage.changePatience().toNanos();
    while (!stop.given() && clock.nanoTime() < deadline) {
      turn(client, observers, null);
      if (change().isNoticed(client.status())) {
        return timeline.note(Kind.TRIGGERED, "", "somebody has changed the primary");
      }
    }
    if (!stop.given()) {
      problem("nobody changed the primary in time");
    }
    return null;
  }

  private void watchScript(ClientProcess client, Observers observers, long fault)
      throws TargetException {
    FaultScript script = new FaultScript(stage, timeline, stop::given, this::problem);
    script.start();
    boolean noticed = !stage.isOutside();
    long deadline = fault + (noticed ? times.deadline() : stage.changePatience()).toNanos();
    try {
      // A command of the user's is never broken off because of a limit of ours.
      while (!stop.given()
          && (clock.nanoTime() < deadline || (stage.isOutside() && script.isAlive()))) {
        turn(client, observers, fault);
        if (!noticed && change().isNoticed(client.status())) {
          noticed = true;
          deadline = clock.nanoTime() + times.deadline().toNanos();
        }
        if (noticed && !script.isAlive() && isSettled(client.status(), fault)) {
          return;
        }
      }
      if (!noticed && !stop.given()) {
        problem(
            "nothing changed: no node refused writes, no write stalled, and the primary is the same");
      }
    } finally {
      script.end();
    }
  }

  private Change change() {
    return Objects.requireNonNull(change, "the fault is near");
  }

  private boolean isSettled(ClientStatus status, long fault) {
    return Health.isSettled(times, status, timeline, fault, clock.nanoTime());
  }

  private void turn(ClientProcess client, Observers observers, @Nullable Long fault)
      throws TargetException {
    clock.sleepUntil(clock.nanoTime() + TURN.toNanos(), stop::given);
    if (!client.isAlive()) {
      throw new TargetException("the client JVM has ended by itself");
    }
    showEvents(fault);
    if (turns++ % TURNS_PER_LOOK == 0) {
      watcher.looked(
          fault == null ? null : (Long) (clock.nanoTime() - fault),
          client.status(),
          observers.latest());
    }
  }

  private void showEvents(@Nullable Long fault) {
    List<TimelineEvent> events = timeline.events();
    for (TimelineEvent event : events.subList(eventsShown, events.size())) {
      long origin = fault == null ? event.atNanos() : fault;
      watcher.event((event.atNanos() - origin) / 1e9, event.node(), event.text());
    }
    eventsShown = events.size();
  }

  private void problem(String text) {
    synchronized (problems) {
      problems.add(text);
    }
  }
}
