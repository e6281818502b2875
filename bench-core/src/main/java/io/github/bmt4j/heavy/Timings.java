package io.github.bmt4j.heavy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.load.run.Beside;
import io.github.bmt4j.load.run.BesideFigures;
import io.github.bmt4j.load.run.BesideLoad;
import io.github.bmt4j.load.run.BesideScenario;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.HeavyStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * All timings of an order: each statement in each form, at each number of connections, cold and
 * warm, and once more with a concurrent load. Used by one thread.
 */
final class Timings {
  /** How long a load runs before it is measured, so that its JVM and the server are warm. */
  private static final long WARMUP_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final StatementOrder order;
  private final StatementScenario scenario;
  private final Server owned;
  private final Batch batch;
  private final StopSignal stop;
  private final StatementEvents events;
  private final ResultChecks checks;
  private final List<Timing> timings = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  Timings(
      StatementOrder order, Server owned, Batch batch, StopSignal stop, StatementEvents events) {
    this.order = order;
    this.scenario = order.scenario();
    this.owned = owned;
    this.batch = batch;
    this.stop = stop;
    this.events = events;
    this.checks = new ResultChecks(order.statements(), scenario.verify(), stop);
  }

  private interface Each {
    /**
     * Times a statement in a form.
     *
     * @param repetition from 1
     * @param first whether other statements, or a load, may have used the caches since its last one
     */
    void time(HeavyStatement statement, String form, int connections, int repetition, boolean first)
        throws TargetException;
  }

  /** Times them without a concurrent load, as far as the server lets it. */
  void alone(ServerProduct server) {
    try {
      timeAlone(server);
    } catch (TargetException e) {
      if (!stop.given()) {
        problems.add("ended early: " + e.getMessage());
      }
    }
  }

  private void timeAlone(ServerProduct server) throws TargetException {
    Server.Restartable cold =
        scenario.cold() && owned instanceof Server.Restartable again ? again : null;
    each(
        server,
        false,
        (statement, form, connections, repetition, first) -> {
          if (cold != null) {
            cold.restart();
            time(way(statement, form, connections, Variant.COLD), repetition, statement);
          } else if (first) {
            time(way(statement, form, connections, Variant.FIRST), repetition, statement);
          }
          time(way(statement, form, connections, Variant.WARM), repetition, statement);
        });
  }

  /**
   * Times them with the order's concurrent load, if it has one.
   *
   * @return what the load did alone, before and after
   */
  List<Beside> besideLoad(ServerProduct server, Clock clock) {
    Job job = order.beside();
    BesideScenario beside = scenario.beside();
    if (job == null || beside == null || stop.given() || batch.isSilent() || !problems.isEmpty()) {
      return List.of();
    }
    List<Beside> alone = new ArrayList<>();
    try {
      BesideLoad load = BesideLoad.start(job, owned.target(), clock, stop);
      try (load) {
        timeBeside(server, clock, beside, load, alone);
      }
      problems.addAll(load.problems());
    } catch (TargetException e) {
      problems.add("nothing was timed with the concurrent load: " + e.getMessage());
    }
    if (!alone.isEmpty() && alone.get(0).transactions() == 0 && !stop.given()) {
      problems.add("no transaction of the load ended before the statements");
    }
    return alone;
  }

  private void timeBeside(
      ServerProduct server, Clock clock, BesideScenario beside, BesideLoad load, List<Beside> alone)
      throws TargetException {
    long length = Math.round(beside.aloneSeconds() * 1e9);
    events.says(beside.load().workload() + " runs now");
    clock.sleepUntil(clock.nanoTime() + WARMUP_NANOS, stop::given);
    load.cut();
    clock.sleepUntil(clock.nanoTime() + length, stop::given);
    alone.add(figures("before", load.cut()));
    each(
        server,
        true,
        (statement, form, connections, repetition, first) -> {
          for (String state :
              first ? List.of(Variant.FIRST, Variant.WARM) : List.of(Variant.WARM)) {
            Variant way = new Variant(statement.name(), form, connections, state, true);
            time(way, repetition, statement, load);
          }
        });
    load.cut();
    clock.sleepUntil(clock.nanoTime() + length, stop::given);
    alone.add(figures("after", load.cut()));
  }

  /** All timings so far; their answers have not been compared. */
  List<Timing> soFar() {
    return List.copyOf(timings);
  }

  /** All timings so far, with their answers compared. */
  List<Timing> checked() {
    if (checks.pending()) {
      events.says("Comparing the answers with those computed from the row numbers …");
    }
    return checks.compared(timings);
  }

  /** What spoiled them, in words. */
  List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    all.addAll(batch.problems());
    all.addAll(checks.problems());
    return all;
  }

  /** Forms take turns, so that what changes meanwhile changes for all of them. */
  private void each(ServerProduct server, boolean beside, Each each) throws TargetException {
    for (int connections : scenario.connections()) {
      for (HeavyStatement statement : order.statements()) {
        Optional<String> obstacle = statement.obstacle(server);
        if (obstacle.isPresent()) {
          leaveOut(statement, connections, beside, obstacle.get());
          continue;
        }
        List<String> forms = forms(statement, server);
        for (int repetition = 1; repetition <= scenario.repeat(); repetition++) {
          for (String form : forms) {
            if (!stop.given() && !batch.isSilent()) {
              boolean first = repetition == 1 && form.equals(forms.get(0));
              each.time(statement, form, connections, repetition, first);
            }
          }
        }
      }
    }
  }

  /** The forms that it has: one piece is no piece. */
  private List<String> forms(HeavyStatement statement, ServerProduct server) {
    boolean apart = statement.pieces(server, scenario.pieces()).size() > 1;
    return scenario.forms().stream()
        .filter(form -> apart || form.equals(StatementScenario.WHOLE))
        .toList();
  }

  private static Variant way(HeavyStatement statement, String form, int connections, String state) {
    return new Variant(statement.name(), form, connections, state, false);
  }

  private void leaveOut(HeavyStatement statement, int connections, boolean beside, String why) {
    String form = scenario.forms().get(0);
    Variant way = new Variant(statement.name(), form, connections, Variant.FIRST, beside);
    Timing timing = new Timing(way, 1, List.of(Execution.leftOut(why)), null);
    timings.add(timing);
    checks.none();
    events.timed(timing);
  }

  private void time(Variant way, int repetition, HeavyStatement statement) {
    if (!stop.given() && !batch.isSilent()) {
      events.begins(way);
      add(
          way,
          repetition,
          batch.run(way.words(), statement, way.form(), way.connections(), () -> {}),
          null);
    }
  }

  private void time(Variant way, int repetition, HeavyStatement statement, BesideLoad load) {
    if (!stop.given() && !batch.isSilent()) {
      events.begins(way);
      List<BesideLoad.Window> windows = new ArrayList<>();
      Batch.Outcome outcome =
          batch.run(
              way.words(), statement, way.form(), way.connections(), () -> windows.add(load.cut()));
      add(way, repetition, outcome, figures("during", windows.get(1)));
    }
  }

  private static Beside figures(String phase, BesideLoad.Window window) {
    return BesideFigures.of(phase, window.seconds(), window.counts(), window.latencies());
  }

  private void add(Variant way, int repetition, Batch.Outcome outcome, @Nullable Beside oltp) {
    Timing timing = new Timing(way, repetition, outcome.executions(), oltp);
    timings.add(timing);
    checks.add(way.statement(), outcome.answers());
    events.timed(timing);
  }
}
