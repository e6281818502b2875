package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failover.client.Client;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.Intervention;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.NodeObservation;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One fault under an application, on servers that are ready: the application starts, is proven
 * healthy, the fault strikes, and the application is watched until it has settled or the deadline
 * has come.
 */
public final class FailoverTrial {
  private static final Duration TURN = Duration.ofMillis(100);
  private static final int TURNS_PER_LOOK = 10;

  private final TestCluster cluster;
  private final Intervention intervention;
  private final TrialTimes times;
  private final Clock clock;
  private final StopSignal stop;
  private final TrialLines lines;
  private final TrialTimeline timeline;
  private final FaultScript script;
  private final Set<Reason> problems = new CopyOnWriteArraySet<>();
  private @Nullable String cannotWork;
  private @Nullable Client client;
  private @Nullable Observers observers;
  private @Nullable PrimaryChange change;
  private long fromNanos;
  private @Nullable Long faultNanos;
  private boolean noticed;
  private boolean changed;
  private boolean watched;
  private long deadlineNanos;
  private int turns;

  public FailoverTrial(
      TestCluster cluster, TrialTimes times, Clock clock, StopSignal stop, TrialLines lines) {
    this.cluster = cluster;
    this.intervention = cluster.intervention();
    this.times = times;
    this.clock = clock;
    this.stop = stop;
    this.lines = lines;
    this.timeline = new TrialTimeline(clock);
    this.script = new FaultScript(intervention, timeline, stop::given, this::problem);
  }

  /** Starts the application of a trial. */
  public interface Starter {
    /** Starts it. */
    Client start() throws TargetException;
  }

  /**
   * Records of a trial.
   *
   * @param changed true if bmt changed the servers, or their change was seen; a stall of writes may
   *     be one that was not seen
   * @param endedEarly true if the observation ended before the application had settled, and before
   *     the deadline
   * @param cannotWork driver's words, where the application was not healthy even before the fault;
   *     absent where it was
   * @param problems reasons why it cannot be used, as far as the engine knows
   */
  public record Recording(
      Moments moments,
      ClientLog client,
      List<NodeObservation> observations,
      List<TimelineEvent> timeline,
      boolean changed,
      boolean endedEarly,
      @Nullable String cannotWork,
      List<Reason> problems) {}

  /**
   * Moments of a trial, in ns on the run's clock.
   *
   * @param fromNanos start of the proven healthy time under load
   * @param faultNanos t0, or when an unannounced change was noticed; absent when there was neither
   * @param endNanos end of the observation
   */
  public record Moments(long fromNanos, @Nullable Long faultNanos, long endNanos) {}

  /**
   * Takes all steps; what was recorded is kept, whatever happens on the way.
   *
   * @throws TargetException when the application cannot start
   */
  public Recording perform(Starter starter) throws TargetException {
    try {
      client = starter.start();
      observers = Observers.of(cluster, Observers.Pace.FAULT, clock);
      fromNanos = clock.nanoTime();
      try {
        Reason obstacle = ready();
        if (obstacle != null) {
          problem(obstacle);
        } else if (fire()) {
          watch();
        }
      } catch (TargetException e) {
        problem(e);
      }
      return end();
    } finally {
      close();
    }
  }

  /**
   * Lets the application work until it has been healthy for the baseline's time, and prepares the
   * fault.
   *
   * @return reason why it does not come to that; absent otherwise
   */
  private @Nullable Reason ready() throws TargetException {
    Reason sick = awaitHealth();
    List<Reason> blindness = sick == null ? blindness() : List.of(sick);
    if (!blindness.isEmpty()) {
      return blindness
          .get(0)
          .code()
          .of(blindness.stream().map(Reason::text).collect(Collectors.joining("; ")));
    }
    intervention.prepare(timeline, stop::given, client());
    change = PrimaryChange.of(cluster, client().status(), times.stall(), clock, observers());
    return null;
  }

  private List<Reason> blindness() {
    return observers().blindness("before the fault", intervention.changesPrimary());
  }

  private @Nullable Reason awaitHealth() throws TargetException {
    long began = clock.nanoTime();
    Health health = new Health(times, began);
    boolean disturbed = false;
    while (true) {
      turn(TURN.toNanos());
      if (stop.given()) {
        throw new TargetException("interrupted");
      }
      long now = clock.nanoTime();
      long since = health.since(client().status(), now);
      fromNanos = Health.baselineFrom(times, since, now);
      boolean proven = health.isProven(since, now);
      if (!disturbed && !proven && health.isProven(began, now)) {
        lines.waits(times.baseline(), health.limit());
        disturbed = true;
      }
      if (proven && now - began >= intervention.lead().toNanos()) {
        return null;
      }
      if (!proven && !health.isPatient(now)) {
        fromNanos = since;
        blindness().forEach(this::problem);
        ClientStatus status = client().status();
        cannotWork = !problems.isEmpty() || status.said().isEmpty() ? null : status.said();
        return Health.neverWell(status, !problems.isEmpty());
      }
    }
  }

  /**
   * Injects the fault on a thread of its own; waits for it first where it is not announced.
   *
   * @return true if there was a fault
   */
  private boolean fire() throws TargetException {
    lines.waits(intervention);
    Long fault =
        intervention.isUnannounced() ? awaitChange() : (Long) intervention.announce(timeline);
    if (fault == null) {
      return false;
    }
    faultNanos = fault;
    noticed = !intervention.isOutside();
    changed = changed || noticed;
    deadlineNanos = fault + (noticed ? times.deadline() : intervention.patience()).toNanos();
    observers().adapt(null);
    script.start();
    return true;
  }

  private @Nullable Long awaitChange() throws TargetException {
    timeline.note(Kind.NOTE, "", "change the primary now");
    deadlineNanos = clock.nanoTime() + intervention.patience().toNanos();
    if (await(this::isChangeNoticed)) {
      long found = timeline.note(Kind.TRIGGERED, "", "the primary has changed");
      // The first sign came at most two stall limits before.
      fromNanos = Health.baselineFrom(times, fromNanos, found - 2 * times.stall().toNanos());
      return found;
    }
    if (!stop.given()) {
      problem(Code.FAULT_FAILED.of("the primary was not changed in time"));
    }
    return null;
  }

  /**
   * Watches the application until {@code goal} holds, the deadline has come, or the trial is to
   * stop.
   *
   * @return true if it holds
   * @throws TargetException when this thread was interrupted, or the application has ended
   */
  private boolean await(BooleanSupplier goal) throws TargetException {
    while (!goal.getAsBoolean()) {
      long left = deadlineNanos - clock.nanoTime();
      if (stop.given() || left <= 0) {
        return false;
      }
      turn(Math.min(left, TURN.toNanos()));
      if (faultNanos != null && isChangeNoticed() && !noticed) {
        noticed = true;
        deadlineNanos = clock.nanoTime() + times.deadline().toNanos();
      }
    }
    return true;
  }

  private void watch() throws TargetException {
    await(() -> failsInVain() || (noticed && isSettled() && isAftermathOver()));
    watched = !failsInVain() && !stop.given();
    awaitCommand();
  }

  /** A fault that failed is waited for no longer; a command may have changed the primary before. */
  private boolean failsInVain() {
    return script.hasFailed()
        && (!intervention.isOutside()
            || (!noticed && clock.nanoTime() - timeline.lastNanos(0) > times.stall().toNanos()));
  }

  private void awaitCommand() throws TargetException {
    while (intervention.isOutside() && script.isAlive() && !stop.given()) {
      turn(TURN.toNanos());
    }
  }

  private boolean isChangeNoticed() {
    ClientStatus status = client().status();
    PrimaryChange sign = Objects.requireNonNull(change, "ready");
    changed = changed || sign.isNoticed(status);
    Long fault = faultNanos;
    return changed
        || (fault != null
            && sign.isSuspected(
                status, script.isAlive() ? Long.MAX_VALUE : timeline.lastNanos(fault)));
  }

  private boolean isSettled() {
    return !script.isAlive()
        && Health.isSettled(
            times,
            client().status(),
            timeline,
            Objects.requireNonNull(faultNanos, "fired"),
            clock.nanoTime());
  }

  private boolean isAftermathOver() {
    long since = clock.nanoTime() - intervention.aftermath().toNanos();
    return timeline.events().stream()
        .filter(event -> event.kind() == Kind.RETURNED)
        .allMatch(event -> event.atNanos() <= since);
  }

  private void turn(long nanos) throws TargetException {
    LockSupport.parkNanos(nanos);
    look();
  }

  private void look() throws TargetException {
    if (Thread.currentThread().isInterrupted()) {
      throw new TargetException("interrupted");
    }
    if (!client().isAlive()) {
      throw new TargetException("the application has ended early");
    }
    observers().adapt(client().status());
    lines.events(timeline.events(), faultNanos);
    Long fault = faultNanos;
    if (turns++ % TURNS_PER_LOOK == 0) {
      lines.looked(
          fault == null ? null : (Long) (clock.nanoTime() - fault),
          client().status(),
          observers().latest());
    }
  }

  private Recording end() {
    try {
      awaitCommand();
    } catch (TargetException e) {
      problem(e);
    }
    endScript();
    lines.events(timeline.events(), faultNanos);
    if (stop.given()) {
      problem(Code.INTERRUPTED.of("interrupted"));
    } else {
      cluster.died().forEach(this::problem);
    }
    long end = clock.nanoTime();
    ClientLog log = log();
    observers().close();
    return new Recording(
        new Moments(fromNanos, faultNanos, end),
        log,
        observers().observations(),
        timeline.events(),
        changed,
        faultNanos != null && !watched,
        cannotWork,
        List.copyOf(problems));
  }

  private void endScript() {
    try {
      script.end();
    } catch (TargetException e) {
      problem(e);
    }
  }

  private ClientLog log() {
    try {
      return client().stop(times.lastOperations(stop.given()));
    } catch (TargetException e) {
      problem(Code.NOT_OBSERVED.of("the application's log is lost: " + e.getMessage()));
      return new ClientLog(List.of(), List.of(), List.of());
    }
  }

  private void problem(TargetException failure) {
    boolean ended = stop.given() || Thread.currentThread().isInterrupted();
    problem((ended ? Code.INTERRUPTED : Code.ENDED_EARLY).of(String.valueOf(failure.getMessage())));
  }

  private void problem(Reason reason) {
    problems.add(reason);
  }

  private Client client() {
    return Objects.requireNonNull(client, "started");
  }

  private Observers observers() {
    return Objects.requireNonNull(observers, "started");
  }

  private void close() {
    if (client != null) {
      client.close();
    }
    if (observers != null) {
      observers.close();
    }
    endScript();
  }
}
