package io.github.bmt4j.heavy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.heavy.Batch.Performed;
import io.github.bmt4j.heavy.StatementResult.Caches;
import io.github.bmt4j.heavy.StatementResult.Execution;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementResult.Variant;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.jdbc.ServerProduct;
import io.github.bmt4j.load.concurrent.ConcurrentFigures;
import io.github.bmt4j.load.concurrent.ConcurrentLoad;
import io.github.bmt4j.load.concurrent.ConcurrentPhase;
import io.github.bmt4j.load.concurrent.ConcurrentPhase.Phase;
import io.github.bmt4j.load.concurrent.ConcurrentScenario;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.workload.HeavyStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All timings of an order: each statement in each form, at each number of connections, cold and
 * warm, and once more with a concurrent load. Used by one thread.
 */
final class Timings {
  /** Time that a load runs before it is measured, so that its JVM and the server are warm. */
  private static final Duration WARMUP = Duration.ofSeconds(5);

  private final StatementOrder order;
  private final StatementScenario scenario;
  private final Server owned;
  private final Batch batch;
  private final StopSignal stop;
  private final StatementEvents events;
  private final ResultChecks checks;
  private final List<Timing> timings = new ArrayList<>();
  private final List<Reason> problems = new ArrayList<>();

  Timings(
      StatementOrder order, Server owned, Batch batch, StopSignal stop, StatementEvents events) {
    this.order = order;
    this.scenario = order.scenario();
    this.owned = owned;
    this.batch = batch;
    this.stop = stop;
    this.events = events;
    this.checks = new ResultChecks(order.statements(), scenario.timed().verify(), stop);
  }

  void baseline(ServerProduct server) {
    try {
      each(server, null);
    } catch (TargetException e) {
      if (!stop.given()) {
        problems.add(Code.ENDED_EARLY.of("ended early: " + e.getMessage()));
      }
    }
  }

  List<ConcurrentPhase> withLoad(ServerProduct server, Clock clock) {
    Job job = order.concurrent();
    ConcurrentScenario concurrent = scenario.concurrent();
    List<ConcurrentPhase> baseline = new ArrayList<>();
    if (job == null
        || concurrent == null
        || stop.given()
        || batch.isSilent()
        || !problems.isEmpty()) {
      return baseline;
    }
    Duration length = Clock.seconds(concurrent.baselineSeconds());
    try {
      ConcurrentLoad load = ConcurrentLoad.start(job, owned.target(), clock, stop);
      try (load) {
        events.says(concurrent.load().workload() + " runs now");
        load.cutAfter(WARMUP);
        baseline.add(ConcurrentFigures.of(Phase.BEFORE, load.cutAfter(length)));
        each(server, load);
        load.cut();
        baseline.add(ConcurrentFigures.of(Phase.AFTER, load.cutAfter(length)));
      }
      problems.addAll(load.problems());
    } catch (TargetException e) {
      problems.add(
          Code.ENDED_EARLY.of("nothing was timed with the concurrent load: " + e.getMessage()));
    }
    if (!baseline.isEmpty() && baseline.get(0).transactions() == 0 && !stop.given()) {
      problems.add(
          Code.NOTHING_MEASURED.of("no transaction of the load ended before the statements"));
    }
    return baseline;
  }

  List<Timing> soFar() {
    return List.copyOf(timings);
  }

  List<Timing> checked() {
    if (checks.pending()) {
      events.says("Comparing the answers with those computed from the row numbers …");
    }
    return checks.compared(timings);
  }

  List<Reason> problems() {
    List<Reason> all = new ArrayList<>(problems);
    all.addAll(batch.problems());
    all.addAll(checks.problems());
    return all;
  }

  /** Times all; forms take turns, so that a change of the server meanwhile affects all of them. */
  private void each(ServerProduct server, @Nullable ConcurrentLoad load) throws TargetException {
    for (int connections : scenario.timed().connections()) {
      for (HeavyStatement statement : order.statements()) {
        Optional<String> obstacle = statement.obstacle(server);
        if (obstacle.isPresent()) {
          leaveOut(statement, connections, load != null, obstacle.get());
          continue;
        }
        List<Form> forms = forms(statement, server);
        for (int repetition = 1; repetition <= scenario.timed().repeat(); repetition++) {
          for (Form form : forms) {
            Variant warm =
                new Variant(statement.name(), form, connections, Caches.WARM, load != null);
            if (load == null
                && scenario.timed().cold()
                && owned instanceof Server.Restartable cold
                && going()) {
              cold.restart();
              time(warm.with(Caches.COLD), repetition, statement, null);
            } else if (repetition == 1 && form == forms.get(0)) {
              // Other statements or a load may have changed the caches.
              time(warm.with(Caches.FIRST), repetition, statement, load);
            }
            time(warm, repetition, statement, load);
          }
        }
      }
    }
  }

  private boolean going() {
    return !stop.given() && !batch.isSilent();
  }

  /** The forms of a statement: with only one piece, there is no form PIECES. */
  private List<Form> forms(HeavyStatement statement, ServerProduct server) {
    boolean apart = statement.pieces(server, scenario.timed().pieces()).size() > 1;
    return scenario.timed().forms().stream().filter(form -> apart || form == Form.WHOLE).toList();
  }

  private void leaveOut(HeavyStatement statement, int connections, boolean concurrent, String why) {
    Form form = scenario.timed().forms().get(0);
    Variant variant = new Variant(statement.name(), form, connections, Caches.FIRST, concurrent);
    add(new Timing(variant, 1, List.of(Execution.leftOut(why)), null));
  }

  private void time(
      Variant variant, int repetition, HeavyStatement statement, @Nullable ConcurrentLoad load) {
    if (!going()) {
      return;
    }
    events.begins(variant);
    List<ConcurrentLoad.Window> windows = new ArrayList<>();
    List<Performed> performed =
        batch.run(
            variant.words(),
            statement,
            variant.form(),
            variant.connections(),
            () -> Stream.ofNullable(load).map(ConcurrentLoad::cut).forEach(windows::add));
    checks.add(variant.statement(), performed);
    ConcurrentPhase during =
        load == null ? null : ConcurrentFigures.of(Phase.DURING, windows.get(1));
    add(
        new Timing(
            variant, repetition, performed.stream().map(Performed::execution).toList(), during));
  }

  private void add(Timing timing) {
    timings.add(timing);
    events.timed(timing);
  }
}
