package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.Standstill;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.Slice;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.run.Beside;
import io.github.bmt4j.load.run.BesideFigures;
import io.github.bmt4j.load.run.BesideLoad;
import io.github.bmt4j.load.run.BesideLoad.Window;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.ServerWatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How one ALTER goes: the load before, during and after it, and those who look at it. */
final class AlterWindow {
  private static final Duration LOCK_LOOKS = Duration.ofMillis(25);
  private static final Duration STAGE_LOOKS = Duration.ofMillis(200);

  /** The client is cold in the first ALTER of a run: its figures before would be too low. */
  private static final Duration FIRST_RAMP = Duration.ofSeconds(5);

  private static final Duration RAMP = Duration.ofSeconds(1);

  /** What an ALTER held back ends this soon after it. */
  private static final Duration TAIL = Duration.ofMillis(500);

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long WAIT_MILLIS = 20;
  private static final long KILL_PATIENCE_SECONDS = 30;

  /** Who ends a command waits for it, and the rest has to be stored, too. */
  private static final long STOP_PATIENCE_SECONDS = 2;

  private static final int LOOK_PATIENCE_MILLIS = 10_000;

  private final AlterOrder order;
  private final AlterConnections connections;
  private final Clock clock;
  private final StopSignal stop;
  private final ServerProduct server;
  private final Events events;
  private final PartSeries series;
  private final LoadPhase before = new LoadPhase("before");
  private final LoadPhase during = new LoadPhase("during");
  private final LoadPhase after = new LoadPhase("after");
  private final List<Slice> slices = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable BesideLoad load;
  private long beginNanos;
  private @Nullable Double tailMs;
  private @Nullable String stoodStill;

  /** What was seen. */
  record Seen(
      StatementOutcome ending,
      boolean givenUp,
      long session,
      List<Beside> load,
      @Nullable Double longestStallMs,
      @Nullable LockWaits locks,
      List<AlterLook> looks,
      long fromNanos,
      long toNanos,
      List<Slice> slices,
      List<String> notes,
      @Nullable String stoodStill) {}

  AlterWindow(
      AlterOrder order,
      AlterConnections connections,
      Context context,
      ServerProduct server,
      Events events,
      PartSeries series) {
    this.order = order;
    this.connections = connections;
    this.clock = context.clock();
    this.stop = context.stop();
    this.server = server;
    this.events = events;
    this.series = series;
  }

  /**
   * Does it.
   *
   * @param name of the ALTER in the servers' series
   * @param beside the load that has just begun; absent without one
   * @param first whether no load ran in this JVM before
   * @return empty when the user ended the run before the ALTER began
   */
  @Nullable Seen run(String sql, String name, @Nullable BesideLoad beside, boolean first)
      throws SQLException {
    this.load = beside;
    try (AlterStatement statement =
        new AlterStatement(connections, clock, sql, order.limits(), server)) {
      if (beside != null) {
        pass(first ? FIRST_RAMP : RAMP);
        beside.cut();
        pass(order.before());
      }
      if (stop.given()) {
        return null;
      }
      String besideIt = order.beside(beside != null);
      events.line("");
      events.line(sql + "   (at the same time: " + besideIt + ")");
      events.partBegins(sql + ", load " + besideIt);
      List<AlterLook> looks;
      List<LockLook> waits;
      try (ServerWatch servers = series.begin(name, connections.sampled());
          LockWatch locks = new LockWatch(this::open, server, LOCK_LOOKS, clock);
          AlterWatch stages =
              new AlterWatch(this::open, server, statement.session(), STAGE_LOOKS, clock)) {
        if (beside != null) {
          Window window = beside.cut();
          before.add(window);
          beginNanos = window.toNanos();
        }
        statement.checkOpen();
        statement.start();
        follow(statement, stages);
        servers.loadEnded(statement.startNanos(), statement.startNanos());
        looks = stages.looks();
        waits = locks.looks();
      }
      if (beside != null) {
        slice();
        tail(beside, statement.isGivenUp());
      }
      return seen(statement, looks, waits);
    }
  }

  /** The load after it. */
  private void tail(BesideLoad beside, boolean givenUp) {
    Duration tail = tail(order.after(), givenUp);
    pass(tail);
    Window window = beside.cut();
    after.add(window);
    tailMs = BesideFigures.stallMs(window);
    if (tail.compareTo(order.after()) < 0) {
      pass(order.after().minus(tail));
      after.add(beside.cut());
    }
  }

  /**
   * How long after an ALTER its stalls may end: the server may go on with one that was given up.
   */
  static Duration tail(Duration after, boolean givenUp) {
    return givenUp || after.compareTo(TAIL) < 0 ? after : TAIL;
  }

  private void follow(AlterStatement statement, AlterWatch stages) {
    long nextSecond = statement.startNanos() + SECOND_NANOS;
    long killedNanos = Long.MAX_VALUE;
    ServerPulse pulse = connections.pulse(clock);
    Standstill standstill = new Standstill(clock);
    while (!ended(statement, standstill)) {
      long now = clock.nanoTime();
      if (killedNanos == Long.MAX_VALUE) {
        OutcomeKind why = whyKill(now - statement.startNanos());
        if (why != null) {
          killedNanos = now;
          statement.kill(why);
        } else if (pulse.isSilent()) {
          notes.add(ServerPulse.SILENT + ", so the connection was given up: the ALTER may go on");
          statement.giveUp();
        }
      } else if (now - killedNanos > patienceSeconds() * SECOND_NANOS) {
        notes.add(
            words(
                "it did not end within %d s of KILL QUERY, so its connection was given up",
                (now - killedNanos) / SECOND_NANOS));
        statement.giveUp();
      }
      if (now >= nextSecond) {
        nextSecond += SECOND_NANOS;
        AlterLook look = stages.latest();
        events.line(
            AlterReport.running(
                events.columns(),
                (now - statement.startNanos()) / 1e9,
                look == null ? null : look.stage(),
                look == null ? null : look.percent(),
                slice()));
      }
    }
    // A load has a watch of its own.
    stoodStill = load == null ? standstill.problem() : null;
    if (statement.killFailure() != null) {
      notes.add("it could not be killed: " + statement.killFailure());
    }
  }

  private static boolean ended(AlterStatement statement, Standstill standstill) {
    standstill.waits(WAIT_MILLIS);
    boolean ended = statement.await(WAIT_MILLIS);
    standstill.woke();
    return ended;
  }

  private long patienceSeconds() {
    return stop.given() ? STOP_PATIENCE_SECONDS : KILL_PATIENCE_SECONDS;
  }

  private @Nullable OutcomeKind whyKill(long ranNanos) {
    if (stop.given()) {
      return OutcomeKind.STOPPED;
    }
    Duration limit = order.limits().statement();
    boolean over = !server.isMariaDb() && limit != null && ranNanos >= limit.toNanos();
    return over ? OutcomeKind.TIME_LIMIT : null;
  }

  /** The load since the last slice; absent without a load. */
  private @Nullable Slice slice() {
    BesideLoad running = load;
    if (running == null) {
      return null;
    }
    Window window = running.cut();
    during.add(window);
    Double rate = BesideFigures.rate(window.counts().of(Counter.TRANSACTIONS), window.seconds());
    if (rate == null) {
      return null;
    }
    Slice slice =
        new Slice(
            millis(window.fromNanos()),
            millis(window.toNanos()),
            window.counts().of(Counter.TRANSACTIONS),
            rate,
            BesideFigures.stallMs(window));
    slices.add(slice);
    return slice;
  }

  private double millis(long nanos) {
    return Math.round((nanos - beginNanos) / 1e5) / 10.0;
  }

  private Seen seen(AlterStatement statement, List<AlterLook> looks, List<LockLook> waits) {
    List<Beside> phases =
        load == null
            ? List.of()
            : Stream.of(before, during, after).map(LoadPhase::figures).toList();
    Double stall =
        Stream.concat(slices.stream().map(Slice::longestMs), Stream.ofNullable(tailMs))
            .filter(Objects::nonNull)
            .max(Double::compare)
            .orElse(null);
    return new Seen(
        statement.ending(),
        statement.isGivenUp(),
        statement.session(),
        phases,
        stall,
        AlterFigures.lockWaits(
            waits, statement.session(), statement.startNanos(), statement.endNanos()),
        looks,
        statement.startNanos(),
        statement.endNanos(),
        List.copyOf(slices),
        List.copyOf(notes),
        stoodStill);
  }

  private Connection open() throws SQLException {
    return connections.open(LOOK_PATIENCE_MILLIS);
  }

  private void pass(Duration time) {
    clock.sleepUntil(clock.nanoTime() + time.toNanos(), stop::given);
  }
}
