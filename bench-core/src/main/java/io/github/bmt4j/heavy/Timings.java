package io.github.bmt4j.heavy;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
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
import io.github.bmt4j.progress.Progress;
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
  private final Server owned;
  private final Batch batch;
  private final Context context;
  private final StatementEvents events;
  private final List<Timing> timings;
  private final ResultChecks checks;
  private final List<Reason> problems = new ArrayList<>();

  /**
   * @param timings receives each timing when it has ended
   */
  Timings(
      StatementOrder order,
      Server owned,
      Batch batch,
      Context context,
      StatementEvents events,
      List<Timing> timings) {
    this.order = order;
    this.owned = owned;
    this.batch = batch;
    this.context = context;
    this.events = events;
    this.timings = timings;
    this.checks =
        new ResultChecks(order.statements(), order.scenario().timed().verify(), context.stop());
  }

  void baseline(ServerProduct server) {
    try {
      each(server, null);
    } catch (TargetException e) {
      if (!context.stop().given()) {
        problems.add(Code.ENDED_EARLY.of("ended early: " + e.getMessage()));
      }
    }
  }

  List<ConcurrentPhase> withLoad(ServerProduct server) {
    Job job = order.concurrent();
    ConcurrentScenario concurrent = order.scenario().concurrent();
    List<ConcurrentPhase> baseline = new ArrayList<>();
    if (job == null
        || concurrent == null
        || context.stop().given()
        || batch.isSilent()
        || !problems.isEmpty()) {
      return baseline;
    }
    Duration length = Clock.seconds(concurrent.baselineSeconds());
    try {
      ConcurrentLoad load =
          ConcurrentLoad.start(job, owned.target(), context.clock(), context.stop());
      try (load) {
        context.progress().say(concurrent.load().workload() + " runs now");
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
    if (!baseline.isEmpty() && baseline.get(0).transactions() == 0 && !context.stop().given()) {
      problems.add(
          Code.NOTHING_MEASURED.of("no transaction of the load ended before the statements"));
    }
    return baseline;
  }

  List<Timing> checked() {
    if (checks.pending()) {
      context.progress().say("Comparing the answers with those computed from the row numbers …");
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
    for (int connections : order.scenario().timed().connections()) {
      for (HeavyStatement statement : order.statements()) {
        Optional<String> obstacle = statement.obstacle(server);
        if (obstacle.isPresent()) {
          leaveOut(statement, connections, load != null, obstacle.get());
          continue;
        }
        List<Form> forms = forms(statement, server);
        for (int repetition = 1; repetition <= order.scenario().timed().repeat(); repetition++) {
          for (Form form : forms) {
            Variant warm =
                new Variant(statement.name(), form, connections, Caches.WARM, load != null);
            if (load == null
                && order.scenario().timed().cold()
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
    return !context.stop().given() && !batch.isSilent();
  }

  /** The forms of a statement: with only one piece, there is no form PIECES. */
  private List<Form> forms(HeavyStatement statement, ServerProduct server) {
    boolean apart = statement.pieces(server, order.scenario().timed().pieces()).size() > 1;
    return order.scenario().timed().forms().stream()
        .filter(form -> apart || form == Form.WHOLE)
        .toList();
  }

  private void leaveOut(HeavyStatement statement, int connections, boolean concurrent, String why) {
    Form form = order.scenario().timed().forms().get(0);
    Variant variant = new Variant(statement.name(), form, connections, Caches.FIRST, concurrent);
    add(new Timing(variant, 1, List.of(Execution.leftOut(why)), null));
  }

  private void time(
      Variant variant, int repetition, HeavyStatement statement, @Nullable ConcurrentLoad load) {
    if (!going()) {
      return;
    }
    List<ConcurrentLoad.Window> windows = new ArrayList<>();
    List<Performed> performed;
    try (Progress.Step shown = events.begins(variant)) {
      performed =
          batch.run(
              variant.words(),
              statement,
              variant.form(),
              variant.connections(),
              () -> Stream.ofNullable(load).map(ConcurrentLoad::cut).forEach(windows::add));
    }
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
