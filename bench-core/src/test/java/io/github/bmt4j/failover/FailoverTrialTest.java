package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.failover.FailoverTrial.Recording;
import io.github.bmt4j.failover.client.Client;
import io.github.bmt4j.failover.client.ClientStatus;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.Intervention;
import io.github.bmt4j.failover.cluster.NodeObserver;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.fault.TrialTimeline;
import io.github.bmt4j.failover.figures.ClientLog;
import io.github.bmt4j.failover.figures.Operation;
import io.github.bmt4j.failover.figures.TimelineEvent;
import io.github.bmt4j.failover.figures.TimelineEvent.Kind;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The steps of a trial, with an application and servers that do as they are told. */
class FailoverTrialTest {
  private static final ClientStatus.Probe IDLE = probe(0, "", List.of(), Operation.NEVER);

  private final Told told = new Told();
  private final StopSignal stop = new StopSignal();
  private Duration deadline = Duration.ofSeconds(5);
  private long stallMillis = 300;

  /** Servers, what is done to them, and the application. */
  static class Told implements TestCluster, Intervention, Client {
    volatile boolean alive = true;
    volatile boolean well = true;
    volatile List<String> servers = List.of("a");
    private final AtomicInteger statuses = new AtomicInteger();
    boolean outside;
    boolean unannounced;
    long changesNanos = Long.MAX_VALUE;
    boolean stalled;
    Duration aftermath = Duration.ZERO;
    Duration lead = Duration.ZERO;
    Duration last = Duration.ZERO;
    Duration patience = Duration.ofMillis(500);
    String failure = "";
    Runnable struck = () -> {};
    List<Reason> died = List.of();

    @Override
    public Target target() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ClientStatus status() {
      long now = System.nanoTime();
      long ok = stalled ? now - 200_000_000 : now;
      servers = now < changesNanos ? servers : List.of("b");
      String server = servers.get(statuses.getAndIncrement() % servers.size());
      ClientStatus.Probe writer = probe(ok, server, servers, well ? Operation.NEVER : now);
      return new ClientStatus(now, writer, IDLE, IDLE);
    }

    @Override
    public boolean isAlive() {
      return alive;
    }

    @Override
    public ClientLog stop(Duration forLast) throws TargetException {
      last = forLast;
      if (!alive) {
        throw new TargetException("it is gone");
      }
      return new ClientLog(List.of(), List.of(), List.of());
    }

    @Override
    public boolean isOutside() {
      return outside;
    }

    @Override
    public boolean isUnannounced() {
      return unannounced;
    }

    @Override
    public void prepare(TrialTimeline timeline, BooleanSupplier stopped, Client application) {
      changesNanos = unannounced ? System.nanoTime() + 1_100_000_000 : Long.MAX_VALUE;
    }

    @Override
    public Duration aftermath() {
      return aftermath;
    }

    @Override
    public Duration lead() {
      return lead;
    }

    @Override
    public Duration patience() {
      return patience;
    }

    @Override
    public long announce(TrialTimeline timeline) {
      return timeline.note(Kind.FAULT, "a", "fault");
    }

    @Override
    public void inject(TrialTimeline timeline, BooleanSupplier stopped) throws TargetException {
      timeline.note(Kind.INJECTED, "a", "told");
      struck.run();
      if (!aftermath.isZero()) {
        timeline.note(Kind.RETURNED, "a", "told");
      }
      if (!failure.isEmpty()) {
        throw new TargetException(failure);
      }
    }

    @Override
    public Intervention intervention() {
      return this;
    }

    @Override
    public String primary() {
      return "a";
    }

    @Override
    public List<NodeObserver.Site> sites() {
      return List.of();
    }

    @Override
    public String description() {
      return "told";
    }

    @Override
    public void ready(BooleanSupplier stopped) {}

    @Override
    public ProbePlan plan() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<String> javaOptions() {
      return List.of();
    }

    @Override
    public LoadDriver driver() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Connection own() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Reason> died() {
      return died;
    }

    @Override
    public Aftermath settle(String writer, BooleanSupplier stopped) throws TargetException {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      alive = false;
    }
  }

  private static ClientStatus.Probe probe(
      long lastOkNanos, String server, List<String> servers, long troubleNanos) {
    ClientStatus.Counts one = new ClientStatus.Counts(1, 0, 0, 0);
    return new ClientStatus.Probe(
        one, lastOkNanos, troubleNanos, Operation.NEVER, server, Set.copyOf(servers), "");
  }

  private FailoverTrial trial() {
    TrialTimes times = new TrialTimes(200, stallMillis, 300, deadline.toMillis());
    return new FailoverTrial(
        told, times, Clock.SYSTEM, stop, new TrialLines(Events.NONE, "", true));
  }

  private static long faultNanos(Recording recording) {
    return Objects.requireNonNull(recording.moments().faultNanos());
  }

  private static long watchedNanos(Recording recording) {
    return recording.moments().endNanos() - faultNanos(recording);
  }

  private Recording perform() throws TargetException {
    Recording recording = trial().perform(() -> told);
    assertThat(told.alive).isFalse();
    return recording;
  }

  @Test
  void aTrialEndsWhenItHasSettled() throws Exception {
    Recording recording = perform();
    assertThat(recording.problems()).isEmpty();
    assertThat(recording.timeline())
        .extracting(TimelineEvent::kind)
        .containsExactly(Kind.FAULT, Kind.INJECTED);
    long fault = faultNanos(recording);
    assertThat(fault).isEqualTo(recording.timeline().get(0).atNanos());
    assertThat(fault - recording.moments().fromNanos()).isGreaterThanOrEqualTo(200_000_000);
    assertThat(recording.moments().endNanos() - fault).isBetween(300_000_000L, 3_000_000_000L);
    assertThat(told.last).isEqualTo(Duration.ofSeconds(1));
  }

  /** An operation that takes less than the stall limit is not stuck at the end. */
  @Test
  void operationsUnderWayAtTheEndMayTakeAsLongAsTheStallLimit() throws Exception {
    stallMillis = 4_000;
    perform();
    assertThat(told.last).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void aFaultComesAfterItsLeadHoweverSoonTheApplicationIsWell() throws Exception {
    told.lead = Duration.ofMillis(800);
    long began = System.nanoTime();
    Recording recording = perform();
    assertThat(faultNanos(recording) - began).isGreaterThanOrEqualTo(800_000_000);
    assertThat(faultNanos(recording) - recording.moments().fromNanos()).isLessThan(700_000_000);
    assertThat(recording.problems()).isEmpty();
  }

  @Test
  void aTrialGoesOnAsLongAsTheApplicationMayChangeOverToANodeThatIsBack() throws Exception {
    told.aftermath = Duration.ofMillis(900);
    Recording recording = perform();
    long returned = recording.timeline().get(2).atNanos();
    assertThat(recording.moments().endNanos() - returned).isBetween(900_000_000L, 3_000_000_000L);
    assertThat(recording.problems()).isEmpty();
  }

  @Test
  void anApplicationThatIsNeverWellAgainIsWatchedUpToTheDeadline() throws Exception {
    deadline = Duration.ofMillis(700);
    told.struck = () -> told.well = false;
    Recording recording = perform();
    assertThat(watchedNanos(recording)).isGreaterThanOrEqualTo(700_000_000);
    assertThat(recording.problems()).isEmpty();
  }

  @Test
  void aFaultThatCannotBeInjectedIsAProblemAndNothingMoreIsWaitedFor() throws Exception {
    told.failure = "no such node";
    Recording recording = perform();
    assertThat(recording.problems())
        .extracting(Reason::text)
        .containsExactly("the fault could not be injected: no such node");
    assertThat(recording.timeline())
        .anyMatch(event -> event.kind() == Kind.NOTE && event.text().equals("no such node"));
    assertThat(watchedNanos(recording)).isLessThan(20_000_000_000L);
    assertThat(recording.endedEarly()).isTrue();
  }

  @Test
  void aCommandThatFailedInVainIsWaitedForNoLongerThanTheStallLimit() throws Exception {
    told.failure = "the trigger ended with 3: no such node";
    told.outside = true;
    told.patience = Duration.ofMinutes(1);
    Recording recording = perform();
    assertThat(recording.problems())
        .extracting(Reason::text)
        .containsExactly("the trigger ended with 3: no such node");
    assertThat(watchedNanos(recording)).isBetween(300_000_000L, 20_000_000_000L);
    assertThat(recording.endedEarly()).isTrue();
  }

  @Test
  void aChangeIsWatchedToItsEndAlsoIfTheCommandThatMadeItFailed() throws Exception {
    told.failure = "the trigger ended with 3: after the promotion";
    told.outside = true;
    told.patience = Duration.ofMinutes(1);
    deadline = Duration.ofMillis(900);
    told.struck =
        () -> {
          told.servers = List.of("b");
          told.well = false;
        };
    Recording recording = perform();
    assertThat(recording.problems())
        .extracting(Reason::text)
        .containsExactly("the trigger ended with 3: after the promotion");
    assertThat(watchedNanos(recording)).isGreaterThanOrEqualTo(900_000_000);
    assertThat(recording.endedEarly()).isFalse();
  }

  @Test
  void aServerThatEndsUnexpectedlyIsAProblem() throws Exception {
    told.died = List.of(Code.SERVER_LOST.of("node2 ended unexpectedly"));
    assertThat(perform().problems())
        .extracting(Reason::text)
        .containsExactly("node2 ended unexpectedly");
  }

  @Test
  void aCommandThatChangesNothingIsWaitedForInVain() throws Exception {
    told.outside = true;
    Recording recording = perform();
    assertThat(recording.changed()).isFalse();
    assertThat(watchedNanos(recording)).isGreaterThanOrEqualTo(500_000_000);
  }

  @Test
  void howeverLongAChangeIsWaitedForTheBaselineIsNotMuchLongerThanAskedFor() throws Exception {
    told.outside = true;
    told.unannounced = true;
    told.patience = Duration.ofMinutes(1);
    Recording recording = perform();
    assertThat(recording.problems()).isEmpty();
    // Twice the baseline's time, and the two stall limits in which the first sign may lie.
    assertThat(faultNanos(recording) - recording.moments().fromNanos()).isEqualTo(1_000_000_000);
  }

  @Test
  void aWriteOnAnotherServerThanAllWritesBeforeIsAChange() throws Exception {
    told.outside = true;
    told.patience = Duration.ofMinutes(1);
    told.struck = () -> told.servers = List.of("b");
    assertThat(perform().changed()).isTrue();
  }

  @Test
  void writesThatSeveralServersTakeAreNoChange() throws Exception {
    told.outside = true;
    told.servers = List.of("a", "b", "c");
    assertThat(perform().changed()).isFalse();
  }

  @Test
  void aShortStallWhileTheCommandRunsIsWatchedUntilItHasSettled() throws Exception {
    told.outside = true;
    told.patience = Duration.ofMinutes(1);
    told.stalled = true;
    Recording recording = perform();
    assertThat(recording.changed()).isFalse();
    assertThat(watchedNanos(recording)).isBetween(300_000_000L, 10_000_000_000L);
  }

  @Test
  void anApplicationThatEndsEarlyIsAProblemAndItsLogIsMissed() throws Exception {
    told.struck = () -> told.alive = false;
    assertThat(perform().problems())
        .extracting(Reason::text)
        .containsExactly(
            "the application has ended early", "the application's log is lost: it is gone");
  }

  @Test
  void aTrialThatIsStoppedSaysSoOnce() throws Exception {
    stop.give();
    told.died = List.of(Code.SERVER_LOST.of("node2 ended unexpectedly"));
    Recording recording = perform();
    assertThat(recording.problems()).extracting(Reason::text).containsExactly("interrupted");
    assertThat(recording.moments().faultNanos()).isNull();
  }
}
