package io.github.bmt4j.failover;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.InProcessWriter;
import io.github.bmt4j.failover.fault.Disruption;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.figures.FailoverFigures.Repetition;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.ProbeKind;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import java.security.Security;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One change of the primary at a time, for a caller who takes the time himself: {@link #ready},
 * {@link #fire}, {@link #end}, and again. The time of {@code fire} is the score: from the fault
 * until an application that does nothing but write works again. It may be used when {@code end}
 * says VALID, and only then; when writes had not recovered at the deadline, it is a lower bound.
 *
 * <p>The application is one writer in a closed loop, in this JVM, over a pool with the order's
 * settings; the order's rates, workers and retries do not count.
 *
 * <p>In a cluster of the user's, the score begins before the user's command is started, so it
 * contains the time until the command takes effect; the write outage in the figures does not. The
 * command must end after its effect: a shot after which the same server is primary and has not
 * restarted is INVALID.
 */
public final class SingleFailover implements AutoCloseable {
  private static final String UNCHANGED =
      "the same server is primary and has not restarted: the command changed nothing, or its"
          + " effect comes later; let the command wait for it";

  private final FailoverOrder order;
  private final Clock clock;
  private final TrialFolder work;
  private final TestCluster cluster;
  private final StopSignal stop = new StopSignal();
  private final Thread end;
  private @Nullable FailoverTrial trial;
  private @Nullable WorksAgain again;
  private @Nullable RepetitionFindings findings;
  private @Nullable ServerInstance before;
  private int shots;

  private SingleFailover(FailoverOrder order, Clock clock, TrialFolder work, TestCluster cluster) {
    this.order = order;
    this.clock = clock;
    this.work = work;
    this.cluster = cluster;
    // JMH ends a fork without a teardown when a shot may not be used.
    this.end = new Thread(this::close, "bmt-shot-end");
    Runtime.getRuntime().addShutdownHook(end);
  }

  /**
   * Starts the servers of a lab, or takes those of a cluster. Of a cluster with names it is to be
   * called before this JVM looks a name up, or else {@code --dns-ttl} comes too late.
   *
   * @param driver of the application
   * @throws BadInputException when the order makes no sense, or does not fit a single failover
   * @throws TargetException when the servers cannot be had; nothing is left then
   */
  public static SingleFailover open(
      FailoverOrder order, LoadDriver driver, Clock clock, Progress progress)
      throws TargetException {
    check(order);
    Integer ttlSeconds = order.settings().dnsTtlSeconds();
    if (ttlSeconds != null) {
      // Read once by the JVM, at its first look-up of a name.
      Security.setProperty("networkaddress.cache.ttl", ttlSeconds.toString());
    }
    TrialFolder work = TrialFolder.create("bmt-failover");
    String id = Runner.newId();
    boolean opened = false;
    try {
      SingleFailover shot =
          new SingleFailover(
              order,
              clock,
              work,
              TestCluster.open(order, driver, id, work.path(), clock, progress));
      opened = true;
      return shot;
    } finally {
      if (!opened) {
        work.close();
      }
    }
  }

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when the order makes no sense, or does not fit a single failover
   */
  public static void check(FailoverOrder order) {
    FailoverExperiment.checkFault(order);
    if (!order.settings().retry().equals("none")) {
      throw new BadInputException(
          "--retry="
              + order.settings().retry()
              + " does not fit a single failover, whose writer goes on with the next write: leave"
              + " it out, or use bmt failover");
    }
    FailoverOrder.Outside outside = order.outside();
    if (outside != null) {
      if (outside.manual()) {
        throw unfit("--trigger manual", "it begins with the change, which must be a command");
      }
      return;
    }
    if (order.ha().equals(HaMode.DNS) || order.ha().has(HaMode.Trait.AURORA)) {
      throw unfit("--ha " + order.ha().word(), "names of its own need a JVM of their own");
    }
    if (!order.ha().takesWrites()) {
      throw unfit("--ha " + order.ha().word(), "nothing is written there");
    }
    if (Fault.byName(order.fault()).disruption() == Disruption.NONE) {
      throw unfit("--fault " + order.fault(), "writes over open connections go on");
    }
  }

  private static BadInputException unfit(String option, String why) {
    return new BadInputException(
        option + " does not fit a single failover: " + why + "; use bmt failover " + option);
  }

  /**
   * Makes the stage healthy and the tables new, opens the application's pool, lets it write for the
   * baseline's time without trouble, and prepares the fault. The application goes on writing.
   *
   * @throws BadInputException when the driver remembers an earlier failover
   * @throws TargetException when it does not come to that; no application runs then
   */
  public void ready() throws TargetException {
    endTrial();
    if (shots > 0 && !order.ha().equals(HaMode.ENDPOINT)) {
      throw new BadInputException(
          "--ha "
              + order.ha().word()
              + " needs a fresh JVM for every failover, because the driver remembers which servers"
              + " were down: run one failover in each of several forks");
    }
    if (shots++ == 0) {
      cluster.checkSessions(true);
    }
    cluster.ready(stop::given);
    before = order.outside() == null ? null : ServerInstance.read(cluster);
    findings = new RepetitionFindings(order, cluster, stop);
    FailoverTrial begun =
        new FailoverTrial(
            cluster, order.times(), clock, stop, new TrialLines(Events.NONE, "", true));
    boolean ready = false;
    try {
      WorksAgain proof = proof(begun);
      begun.start(() -> InProcessWriter.start(cluster.plan(), clock, proof));
      begun.ready();
      trial = begun;
      again = proof;
      ready = true;
    } finally {
      if (!ready) {
        begun.close();
      }
    }
  }

  private WorksAgain proof(FailoverTrial begun) {
    return order.outside() != null
        ? WorksAgain.inCluster(order.times().stall())
        : WorksAgain.inLab(
            Fault.byName(order.fault()).disruption(),
            cluster.primary(),
            begun.timeline(),
            begun::isScriptOver);
  }

  /**
   * Environment of the failovers; after {@link #ready}.
   *
   * @throws TargetException when the server cannot be asked
   */
  public Environment environment() throws TargetException {
    return cluster.environment(cluster.plan());
  }

  /**
   * The part to be measured: injects the fault and waits until the application works again. Returns
   * too when that cannot be any more, and at the deadline; {@link #end} says INVALID then.
   *
   * @throws TargetException when this thread was interrupted
   */
  public void fire() throws TargetException {
    FailoverTrial fired = begun();
    WorksAgain proof = Objects.requireNonNull(again, "ready");
    Thread caller = Thread.currentThread();
    try {
      fired.fire(nanos -> proof.expect(nanos, () -> LockSupport.unpark(caller)));
      fired.await(() -> proof.isProven() || fired.hasProblem());
    } catch (TargetException e) {
      if (caller.isInterrupted()) {
        throw e;
      }
      fired.problem(String.valueOf(e.getMessage()));
    }
    if (!proof.isProven() && !fired.hasProblem() && !stop.given() && !fired.isNoticed()) {
      fired.problem("nothing changed: no write failed or stalled, and none showed another primary");
    }
  }

  /**
   * Lets the application write until the fault's script is over and nothing has been wrong for the
   * settle time, ends it, heals the servers and reads the ledgers.
   *
   * @return verdict and figures; INVALID when the time of {@code fire} is no score
   */
  public Repetition end() {
    FailoverTrial fired = begun();
    WorksAgain proof = Objects.requireNonNull(again, "ready");
    try {
      if (proof.isProven()) {
        fired.settle(proof.provenNanos());
      }
    } catch (TargetException e) {
      fired.problem(String.valueOf(e.getMessage()));
    }
    try {
      FailoverTrial.Recording recording = fired.end();
      Repetition repetition =
          Objects.requireNonNull(findings, "ready")
              .repetition(shots, recording, rates(recording), false);
      long relapses =
          proof.relapses(
              recording.client().operations(), recording.endNanos(), order.times().stall());
      if (relapses > 0) {
        repetition =
            repetition.invalid(
                relapses
                    + " writes failed, stalled or were taken by another server after the"
                    + " application had worked again: the score is too short");
      }
      if (!proof.isProven() && repetition.figures().writeOutageAtLeastMs() == null) {
        repetition =
            repetition.invalid(
                "the application did not work again within "
                    + order.times().deadline().toMillis()
                    + " ms: there is no score");
      }
      return before != null && before.isStill(ServerInstance.readOrNull(cluster))
          ? repetition.invalid(UNCHANGED)
          : repetition;
    } finally {
      endTrial();
    }
  }

  /** Writes a second of the baseline. */
  private static Map<ProbeKind, Double> rates(FailoverTrial.Recording recording) {
    Long fault = recording.faultNanos();
    long until = fault == null ? recording.endNanos() : fault;
    long written =
        recording.client().operations().stream()
            .filter(Operation::ok)
            .filter(write -> write.startNanos() >= recording.fromNanos())
            .filter(write -> write.endNanos() <= until)
            .count();
    return Map.of(ProbeKind.WRITER, written * 1e9 / (until - recording.fromNanos()));
  }

  private FailoverTrial begun() {
    if (trial == null) {
      throw new IllegalStateException("a shot begins with ready()");
    }
    return trial;
  }

  private void endTrial() {
    if (trial != null) {
      trial.close();
      trial = null;
    }
  }

  private void forgetEnd() {
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // The JVM ends already.
    }
  }

  /** Ends everything that runs, whatever it does, and removes what was made. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    stop.give();
    try {
      endTrial();
    } finally {
      cluster.close();
      work.close();
      forgetEnd();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
