package io.github.bmt4j.engine.failover;

import io.github.bmt4j.engine.play.FaultScript;
import io.github.bmt4j.engine.play.Health;
import io.github.bmt4j.engine.play.Observers;
import io.github.bmt4j.engine.play.Play;
import io.github.bmt4j.engine.play.PlayTimes;
import io.github.bmt4j.engine.play.Stage;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.fault.Faults;
import io.github.bmt4j.fault.Timeline;
import io.github.bmt4j.measure.ClientLog;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.measure.Operation;
import io.github.bmt4j.probe.InProcessWriter;
import io.github.bmt4j.progress.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One shot on a stage that is ready: an application in this JVM that writes from begin to end, the
 * fault, and what was recorded.
 */
final class ShotPlay implements AutoCloseable {
  private static final Duration TURN = Duration.ofMillis(100);
  private static final Duration LAST_OPERATIONS = Duration.ofSeconds(1);
  private static final long LOOK_NANOS = 50_000_000;

  private final Stage stage;
  private final PlayTimes times;
  private final Clock clock;
  private final StopSignal stop;
  private final Timeline timeline;
  private final FaultScript script;
  private final WorksAgain again;
  private final InProcessWriter writer;
  private final Observers observers;
  private final List<String> problems = new ArrayList<>();
  private volatile @Nullable Thread waiting;
  private long fromNanos;
  private @Nullable Long faultNanos;

  private ShotPlay(FailoverOrder order, Stage stage, Clock clock, StopSignal stop)
      throws TargetException {
    this.stage = stage;
    this.times = order.times();
    this.clock = clock;
    this.stop = stop;
    this.timeline = new Timeline(clock);
    this.script = new FaultScript(stage, timeline, stop::given, this::problem);
    this.again =
        stage.isOutside()
            ? WorksAgain.inCluster(stage.primary(), times.stall())
            : WorksAgain.inLab(
                Faults.byName(order.fault()).disruption(),
                stage.primary(),
                timeline,
                () -> !script.isAlive());
    this.observers = Observers.of(stage, clock);
    try {
      this.writer = InProcessWriter.start(stage.plan(), clock, again);
    } catch (SQLException e) {
      observers.close();
      throw new TargetException("the application cannot write: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      observers.close();
      throw e;
    }
  }

  /**
   * Lets the application write until it has been well for the baseline's time, and prepares the
   * fault.
   *
   * @throws TargetException when it does not come to that; nothing of it runs then
   */
  static ShotPlay begin(FailoverOrder order, Stage stage, Clock clock, StopSignal stop)
      throws TargetException {
    ShotPlay play = new ShotPlay(order, stage, clock, stop);
    boolean begun = false;
    try {
      play.awaitHealth();
      stage.prepare(play.timeline, stop::given);
      begun = true;
      return play;
    } finally {
      if (!begun) {
        play.close();
      }
    }
  }

  private void awaitHealth() throws TargetException {
    Health health = new Health(times, clock.nanoTime());
    long since;
    do {
      turn();
      since = health.since(writer.status(), clock.nanoTime());
      if (!health.isPatient(clock.nanoTime()) || !writer.isAlive()) {
        throw new TargetException(Health.NEVER_WELL);
      }
    } while (!health.isProven(since, clock.nanoTime()));
    List<String> blindness = observers.blindness();
    if (!blindness.isEmpty()) {
      throw new TargetException(String.join("; ", blindness));
    }
    fromNanos = health.baselineFrom(since, clock.nanoTime());
  }

  /**
   * Injects the fault on a thread of its own, and returns when a write has proven that the
   * application works again, when that cannot be any more, or at the deadline.
   */
  void fire() throws TargetException {
    Thread caller = Thread.currentThread();
    waiting = caller;
    long fault = stage.noteFault(timeline);
    faultNanos = fault;
    again.expect(fault, () -> LockSupport.unpark(caller));
    script.start();
    long patience = stage.isOutside() ? stage.changePatience().toNanos() : 0;
    long bound = fault + (stage.isOutside() ? patience : times.deadline().toNanos());
    boolean noticed = !stage.isOutside();
    while (!again.isProven() && mayWork()) {
      long now = clock.nanoTime();
      if (!noticed && isNoticed(now)) {
        noticed = true;
        bound = now + times.deadline().toNanos();
      }
      if (now >= bound) {
        problem(late(noticed));
        return;
      }
      LockSupport.parkNanos(Math.min(bound - now, LOOK_NANOS));
      if (Thread.currentThread().isInterrupted()) {
        throw new TargetException("interrupted");
      }
    }
  }

  /** Whether there is anything to wait for: the script has not failed, and the writer writes. */
  private boolean mayWork() {
    synchronized (problems) {
      return problems.isEmpty() && writer.isAlive() && !stop.given();
    }
  }

  /** Whether a change that somebody else makes has been noticed by the application. */
  private boolean isNoticed(long now) {
    return again.sawFailure() || isStall(writer.status().writer().lastOkEndNanos(), now);
  }

  private String late(boolean noticed) {
    return noticed
        ? "the application did not work again within "
            + times.deadline().toMillis()
            + " ms: there is no score"
        : "nothing changed: no write failed or stalled, and the primary is the same";
  }

  /** Goes on until nothing has been wrong for the settle time, and ends the application. */
  Play.Recording end() {
    long fault = faultNanos == null ? clock.nanoTime() : faultNanos;
    try {
      awaitQuiet(fault);
    } catch (TargetException e) {
      problem(String.valueOf(e.getMessage()));
    }
    try {
      script.end();
    } catch (TargetException e) {
      problem(String.valueOf(e.getMessage()));
    }
    if (!writer.isAlive()) {
      problem("the application's writer has ended by itself");
    }
    if (stop.given()) {
      problem("interrupted");
    }
    long end = clock.nanoTime();
    ClientLog log = writer.stop(LAST_OPERATIONS);
    observers.close();
    relapses(log.operations(), end);
    return new Play.Recording(
        fromNanos,
        faultNanos,
        end,
        log,
        observers.observations(),
        timeline.events(),
        copyOfProblems());
  }

  private void awaitQuiet(long fault) throws TargetException {
    long bound = clock.nanoTime() + times.deadline().toNanos();
    boolean quiet = !again.isProven();
    // A command of the user's is never broken off because of a limit of ours.
    while (mayTurn(bound, quiet)) {
      turn();
      quiet = !again.isProven() || isQuiet(fault, clock.nanoTime());
    }
  }

  /** Whether nothing has been wrong for the settle time, and so long since it worked again. */
  private boolean isQuiet(long fault, long now) {
    return !script.isAlive()
        && now - again.provenNanos() >= times.settle().toNanos()
        && Health.isSettled(times, writer.status(), timeline, fault, now);
  }

  private boolean mayTurn(long bound, boolean quiet) {
    boolean command = stage.isOutside() && script.isAlive();
    return !stop.given() && writer.isAlive() && (command || (!quiet && clock.nanoTime() < bound));
  }

  private void turn() throws TargetException {
    clock.sleepUntil(clock.nanoTime() + TURN.toNanos(), stop::given);
    if (Thread.currentThread().isInterrupted() || stop.given()) {
      throw new TargetException("interrupted");
    }
  }

  /** A score is too short when the application did not go on working where it worked again. */
  private void relapses(List<Operation> operations, long end) {
    if (!again.isProven()) {
      return;
    }
    long relapses = 0;
    long lastEnd = again.provenNanos();
    for (Operation write : operations) {
      if (write.startNanos() >= again.provenNanos() && !write.stuck()) {
        boolean well = write.ok() && write.server().equals(again.server());
        relapses += well && !isStall(lastEnd, write.endNanos()) ? 0 : 1;
        lastEnd = write.endNanos();
      }
    }
    relapses += isStall(lastEnd, end) ? 1 : 0;
    if (relapses > 0) {
      problem(
          relapses
              + " writes failed, stalled or were taken by another server after the application had"
              + " worked again: the score is too short");
    }
  }

  private boolean isStall(long from, long to) {
    return to - from > times.stall().toNanos();
  }

  private void problem(String text) {
    synchronized (problems) {
      problems.add(text);
    }
    LockSupport.unpark(waiting);
  }

  private List<String> copyOfProblems() {
    synchronized (problems) {
      return List.copyOf(problems);
    }
  }

  /** Ends what runs, whatever it does. May be done twice. */
  @Override
  public void close() {
    writer.close();
    observers.close();
    try {
      script.end();
    } catch (TargetException e) {
      // It ends with its servers, which are closed next.
    }
  }
}
