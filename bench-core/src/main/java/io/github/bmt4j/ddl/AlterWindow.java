package io.github.bmt4j.ddl;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.ddl.AlterResult.LockWaits;
import io.github.bmt4j.ddl.AlterResult.Progress;
import io.github.bmt4j.ddl.AlterResult.Slice;
import io.github.bmt4j.ddl.AlterResult.Temporary;
import io.github.bmt4j.ddl.AlterScenario.Algorithm;
import io.github.bmt4j.ddl.AlterScenario.Case;
import io.github.bmt4j.ddl.AlterScenario.Concurrent;
import io.github.bmt4j.ddl.AlterWatch.AlterLook;
import io.github.bmt4j.ddl.LockWatch.LockLook;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.jdbc.Looks;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.jdbc.ServerPulse;
import io.github.bmt4j.jdbc.StraightConnection;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.concurrent.ConcurrentFigures;
import io.github.bmt4j.load.concurrent.ConcurrentLoad;
import io.github.bmt4j.load.concurrent.ConcurrentLoad.Window;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.load.nodes.NodesWatch;
import io.github.bmt4j.outcome.OutcomeKind;
import io.github.bmt4j.outcome.StatementOutcome;
import io.github.bmt4j.progress.Progress.Step;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.sampling.PartSeries;
import io.github.bmt4j.sampling.SampledServer;
import io.github.bmt4j.sampling.ServerWatch;
import io.github.bmt4j.statement.ServerConnections;
import io.github.bmt4j.statement.StatementWait;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One ALTER under observation, and the load before, during and after it. */
final class AlterWindow {
  private static final Duration LOCK_PERIOD = Duration.ofMillis(25);
  private static final Duration STAGE_PERIOD = Duration.ofMillis(200);

  /** The client is cold before the first ALTER of a run: its baseline would be too low. */
  private static final Duration FIRST_RAMP = Duration.ofSeconds(5);

  private static final Duration RAMP = Duration.ofSeconds(1);

  /** Operations that an ALTER held back end this soon after it. */
  private static final Duration TAIL = Duration.ofMillis(500);

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int LOOK_PATIENCE_MILLIS = 10_000;

  private final AlterOrder order;
  private final ServerConnections connections;
  private final Clock clock;
  private final StopSignal stop;
  private final ServerProduct server;
  private final Events events;
  private final PartSeries series;
  private final @Nullable NodesWatch nodes;
  private final Map<Phase, Window> windows = new EnumMap<>(Phase.class);
  private final List<Slice> slices = new ArrayList<>();
  private final List<Reason> problems = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable ConcurrentLoad load;
  private long beginNanos;
  private boolean silent;
  private @Nullable Double tailMs;

  record Seen(
      StatementOutcome ending,
      boolean givenUp,
      long session,
      LoadSeen load,
      @Nullable LockWaits locks,
      @Nullable Temporary temporary,
      List<Progress> progress,
      List<Reason> problems,
      List<String> notes) {}

  record LoadSeen(
      List<ConcurrentPhase> phases, @Nullable Double longestStallMs, List<Slice> slices) {}

  /**
   * @param nodes whose lag counts from the start of the ALTER on; absent without any
   */
  AlterWindow(
      AlterOrder order,
      ServerConnections connections,
      Context context,
      ServerProduct server,
      Events events,
      PartSeries series,
      @Nullable NodesWatch nodes) {
    this.order = order;
    this.connections = connections;
    this.clock = context.clock();
    this.stop = context.stop();
    this.server = server;
    this.events = events;
    this.series = series;
    this.nodes = nodes;
  }

  /**
   * Performs the ALTER.
   *
   * @param what the statement or the command, for people
   * @param concurrent the load that has just begun; absent without one
   * @param first true if no load ran in this JVM before
   * @return absent when the user ended the run before the ALTER began
   */
  @Nullable Seen run(
      Case one,
      String what,
      Alteration alteration,
      @Nullable ConcurrentLoad concurrent,
      boolean first)
      throws SQLException {
    this.load = concurrent;
    if (concurrent != null) {
      lead(concurrent, first ? FIRST_RAMP : RAMP);
    }
    if (stop.given()) {
      return null;
    }
    StraightConnection.Opening opening = () -> connections.open(LOOK_PATIENCE_MILLIS);
    StraightConnection before = new StraightConnection(opening);
    AlterWatch watch =
        AlterWatch.of(server, alteration.session(), order.scenario().table(), before);
    before.drop();
    String with = one.concurrent().word();
    events.line("");
    events.line(what + "   (at the same time: " + with + ")");
    events.partBegins(what + ", load " + with);
    List<AlterLook> stages;
    List<LockLook> waits;
    LockWatch locks = new LockWatch(server);
    try (ServerWatch servers =
        series.begin(
            one.label() + " " + with.replaceFirst("_.*", ""),
            List.of(SampledServer.of(connections.connector())))) {
      try (Looks<LockLook> lockLooks =
              new Looks<>(
                  "bmt-locks",
                  opening,
                  to -> locks.look(to, clock),
                  LOCK_PERIOD,
                  Integer.MAX_VALUE,
                  clock);
          Looks<AlterLook> stageLooks =
              new Looks<>(
                  "bmt-alter-watch",
                  opening,
                  to -> watch.look(to, clock),
                  STAGE_PERIOD,
                  Integer.MAX_VALUE,
                  clock)) {
        if (concurrent != null) {
          before(one, concurrent.cut());
        }
        if (nodes != null) {
          nodes.measuresFrom(clock.nanoTime());
        }
        alteration.start();
        follow(one, alteration, stageLooks);
        servers.loadEnded(alteration.startNanos(), alteration.startNanos(), clock.nanoTime());
        slice();
        stages = stageLooks.all();
        waits = lockLooks.all();
      }
      // Before the servers' last readings, which take time, and without looks, as before the ALTER.
      if (concurrent != null) {
        tail(concurrent, alteration.isGivenUp());
      }
    }
    return seen(alteration, stages, waits);
  }

  private void before(Case one, Window window) throws SQLException {
    windows.put(Phase.BEFORE, window);
    beginNanos = window.toNanos();
    if (order.scenario().onExisting()
        && one.concurrent() == Concurrent.SQL
        && window.counts().of(Counter.TRANSACTIONS) == 0) {
      throw new SQLException("no execution of your SQL succeeded before it");
    }
  }

  /** Returns true if the server was given up. */
  boolean isSilent() {
    return silent;
  }

  private void lead(ConcurrentLoad concurrent, Duration ramp) {
    try (Step shown = events.step("load before the ALTER", -1, "")) {
      concurrent.cutAfter(ramp);
      clock.sleepUntil(
          clock.nanoTime() + Clock.seconds(order.scenario().baselineSeconds()).toNanos(),
          stop::given);
    }
  }

  private void tail(ConcurrentLoad concurrent, boolean givenUp) {
    Duration all = Clock.seconds(order.scenario().afterSeconds());
    Duration tail = tail(all, givenUp);
    try (Step shown = events.step("load after the ALTER", -1, "")) {
      Window window = concurrent.cutAfter(tail);
      tailMs = ConcurrentFigures.stallMs(window);
      windows.put(Phase.AFTER, window);
      if (tail.compareTo(all) < 0) {
        windows.merge(Phase.AFTER, concurrent.cutAfter(all.minus(tail)), Window::and);
      }
    }
  }

  /** Time after an ALTER in which its stalls may end: a server may still run an abandoned ALTER. */
  static Duration tail(Duration after, boolean givenUp) {
    return givenUp || after.compareTo(TAIL) < 0 ? after : TAIL;
  }

  private void follow(Case one, Alteration alteration, Looks<AlterLook> stages) {
    boolean tool = one.algorithm() == Algorithm.TOOL;
    StatementWait wait = new StatementWait(connections, clock);
    StatementWait.End end = wait.await(List.of(alteration.over), new Following(alteration, stages));
    alteration.giveUp();
    silent = end == StatementWait.End.SILENT;
    if (silent) {
      notes.add(
          ServerPulse.SILENT
              + (tool
                  ? ", so bmt ended the tool: its last statement may still run"
                  : ", so the connection was given up: the ALTER may still run"));
    } else if (!tool && end == StatementWait.End.NOT_ENDED && alteration.isGivenUp()) {
      Long killed = wait.secondsSinceKill();
      notes.add(
          (killed == null
                  ? "bmt was interrupted"
                  : words("it did not end within %d s of KILL QUERY", killed))
              + ", so its connection was given up");
    }
    Reason stoodStill = wait.stoodStill();
    if (load == null && stoodStill != null) { // A load has a watch of its own.
      problems.add(stoodStill);
    }
    notes.addAll(alteration.notes());
  }

  /** Shows a running ALTER once a second, and ends it at its limit where the server does not. */
  private final class Following implements StatementWait.Statements {
    private final Alteration alteration;
    private final Looks<AlterLook> stages;
    private final @Nullable Duration limit;
    private long nextNanos;

    Following(Alteration alteration, Looks<AlterLook> stages) {
      this.alteration = alteration;
      this.stages = stages;
      this.limit = alteration.endsAtLimit() ? null : order.scenario().limits().statement();
      this.nextNanos = alteration.startNanos() + SECOND_NANOS;
    }

    @Override
    public @Nullable OutcomeKind look(long now) {
      long ran = now - alteration.startNanos();
      if (now >= nextNanos) {
        nextNanos += SECOND_NANOS;
        AlterLook look = stages.latest();
        events.line(
            AlterReport.running(
                events.columns(),
                ran / 1e9,
                look == null || look.stage() == null ? alteration.lastWords() : look.stage(),
                look == null ? null : look.percent(),
                slice()));
      }
      return limit != null && ran >= limit.toNanos() ? OutcomeKind.TIME_LIMIT : null;
    }

    @Override
    public void kill(OutcomeKind why) {
      alteration.kill(why);
    }
  }

  private @Nullable Slice slice() {
    ConcurrentLoad running = load;
    if (running == null) {
      return null;
    }
    Window window = running.cut();
    Double stallMs = ConcurrentFigures.stallMs(window);
    windows.merge(Phase.DURING, window, Window::and);
    Double rate =
        ConcurrentFigures.rate(window.counts().of(Counter.TRANSACTIONS), window.seconds());
    if (rate == null) {
      return null;
    }
    Slice slice =
        new Slice(
            millis(window.fromNanos()),
            millis(window.toNanos()),
            window.counts().of(Counter.TRANSACTIONS),
            rate,
            stallMs);
    slices.add(slice);
    return slice;
  }

  private double millis(long nanos) {
    return Math.round((nanos - beginNanos) / 1e5) / 10.0;
  }

  private Seen seen(Alteration alteration, List<AlterLook> stages, List<LockLook> waits) {
    List<ConcurrentPhase> phases =
        windows.entrySet().stream()
            .map(phase -> ConcurrentFigures.of(phase.getKey(), phase.getValue()))
            .toList();
    if (!phases.isEmpty() && phases.get(0).transactions() == 0) {
      problems.add(Code.NOTHING_MEASURED.of("no transaction of the load ended before it"));
    }
    Double stall =
        Stream.concat(slices.stream().map(Slice::longestMs), Stream.ofNullable(tailMs))
            .filter(Objects::nonNull)
            .max(Double::compare)
            .orElse(null);
    long from = alteration.startNanos();
    long to = from + alteration.afterNanos();
    long session = alteration.session();
    return new Seen(
        alteration.ending(),
        alteration.isGivenUp(),
        session,
        new LoadSeen(phases, stall, slices),
        AlterFigures.lockWaits(waits, session, from, to),
        AlterFigures.temporary(stages),
        AlterFigures.progress(stages, from, to),
        problems,
        notes);
  }
}
