package io.github.bmt4j.load.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.BusyMachine;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.load.nodes.NodeFigures;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.LoadTargets;
import io.github.bmt4j.load.run.LoadWatch;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.ShortJob;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps on a real server. */
class SweepIT {
  private static final String COM =
      "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'Com_";

  @AutoClose private static Server lab;

  @TempDir Path runs;

  @BeforeAll
  static void start() throws Exception {
    lab = ItServers.open(ItServers.embedded());
  }

  @Test
  void theStepsTogetherAreWhatTheServerCounted() throws Exception {
    Target target = lab.target();
    LoadWatch heard = new LoadWatch();
    long[] before = new long[2];
    heard.onStep =
        threads -> {
          if (heard.steps == 0) {
            before[0] = com(target, "commit");
            before[1] = com(target, "delete");
          }
        };
    SweepResult sweep = sweep(target, heard, 1, 4, 2);

    assertThat(sweep.steps()).extracting(Step::threads).containsExactly(1, 4, 2);
    assertThat(com(target, "commit") - before[0])
        .isPositive()
        .isEqualTo(sum(sweep, run -> run.totals().transactions()));
    assertThat(sum(sweep, run -> counter(run, "Com_delete")))
        .isEqualTo(com(target, "delete") - before[1]);
    assertThat(sum(sweep, run -> counter(run, "Com_select")))
        .isEqualTo(sum(sweep, run -> run.totals().reads()));
    assertThat(sweep.steps())
        .allSatisfy(step -> BusyMachine.atMost(step.verdict().texts(), "%s", step));
    assertThat(sweep.steps()).extracting(Step::seed).doesNotHaveDuplicates();
    assertThat(heard.steps).isEqualTo(3);
    String stored = Files.readString(heard.folder().resolve("result.json"));
    assertThat(ResultJson.write(ResultJson.read(stored, SweepResult.class)) + "\n")
        .isEqualTo(stored);
    assertThat(ResultJson.read(stored, SweepResult.class).steps()).hasSize(3);
    assertThat(sweep.scenario().threads()).containsExactly(1, 4, 2);
    assertThat(sweep.scenario().common().load().threads()).isEqualTo(4);
  }

  @Test
  void keepsTheStepsThatWereDoneWhenItIsStopped() throws Exception {
    LoadWatch heard = new LoadWatch();
    heard.onInterval =
        () -> {
          if (heard.steps == 1) {
            heard.stop.give();
          }
        };
    // As a node whose lag is watched too.
    LoadTargets targets = new LoadTargets(List.of(lab.target()), List.of(lab.target()));
    SweepResult sweep = sweep(targets, heard, 1, 2, 3);

    assertThat(sweep.steps()).extracting(Step::threads).containsExactly(1, 2);
    NodeFigures nodes = Objects.requireNonNull(run(sweep, 0).nodes());
    assertThat(nodes.convergedMs()).isZero();
    // It has the heartbeat itself.
    assertThat(nodes.nodes()).allMatch(node -> node.lag().count() == 0);
    assertThat(nodes.nodes().get(0).points()).isNotEmpty();
    assertThat(run(sweep, 1).verdict().texts())
        .contains("interrupted before the nodes were compared");
    assertThat(sweep.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(sweep.verdict().texts())
        .contains("interrupted: 2 of 3 steps were done")
        .anyMatch(reason -> reason.startsWith("2 threads: interrupted after "));
    assertThat(Files.readString(heard.folder().resolve("result.json")))
        .isEqualTo(ResultJson.write(sweep) + "\n");
  }

  @Test
  void aStepThatCannotConnectIsInvalidAndTheNextOneIsTried() throws Exception {
    Target target = lab.target();
    LoadWatch heard = new LoadWatch();
    // The fewest that a server may be told to take, and then as many again as it had.
    heard.onStep = threads -> setMost(target, threads == 20 ? 10 : 151);
    SweepResult sweep = sweep(target, heard, 2, 20, 3);

    assertThat(sweep.steps()).extracting(Step::threads).containsExactly(2, 20, 3);
    assertThat(sweep.steps().get(1).run()).isNull();
    assertThat(sweep.steps().get(1).verdict().texts())
        .singleElement()
        .asString()
        .startsWith("it could not begin: ");
    assertThat(variables(sweep, 0)).containsEntry("max_connections", "151");
    assertThat(variables(sweep, 2)).containsEntry("max_connections", "10");
    assertThat(sweep.warnings())
        .contains("3 threads: max_connections changed from 151 to 10 since the last step");
    assertThat(sweep.verdict().texts()).anyMatch(reason -> reason.startsWith("20 threads: "));
  }

  @Test
  void aSearchStopsBeforeTheServersLimitAndClaimsNoKnee() throws Exception {
    Target target = lab.target();
    LoadWatch heard = new LoadWatch();
    setMost(target, 10);
    SweepResult sweep;
    try {
      sweep = search(target, heard, new Search(4, 64, Search.TOLERANCE, null, false));
    } finally {
      setMost(target, 151);
    }

    assertThat(sweep.steps()).extracting(Step::threads).doesNotContain(16);
    Knee knee = Objects.requireNonNull(sweep.knee());
    assertThat(knee.highest()).isNull();
    assertThat(knee.noKnee()).contains("threads it cannot run: ").contains("max_connections");
    BusyMachine.atMost(sweep.verdict().texts(), "%s", sweep.steps());
  }

  @Test
  void aSearchOfRatesAsksForEachAndStoresWhichIsKept() throws Exception {
    Search search = new Search(20, 80, Search.TOLERANCE, null, true);
    Job first = ShortJob.of("oltp_point_select", 1000, 4, 1.25, 20.0);
    SweepResult sweep = search(lab.target(), new LoadWatch(), search, first);

    Knee knee = Objects.requireNonNull(sweep.knee());
    assertThat(sweep.scenario().threads()).containsExactly(4);
    assertThat(sweep.steps()).extracting(Step::threads).containsOnly(4);
    assertThat(sweep.steps().get(0).rate()).isEqualTo(20);
    assertThat(run(sweep, 0).totals().arrivals()).isBetween(24L, 25L);
    if (sweep.verdict().texts().isEmpty()) { // The machine was not busy.
      assertThat(knee.keeps()).isEqualTo(80);
      // A step that the machine spoilt is there, too, and was repeated once.
      assertThat(sweep.steps().stream().filter(Step::valid))
          .extracting(Step::rate)
          .containsExactly(20, 40, 80, 80, 80);
    }
  }

  private SweepResult search(Target target, LoadWatch heard, Search search) throws Exception {
    return search(target, heard, search, ShortJob.of(search.to(), 1.75));
  }

  private SweepResult search(Target target, LoadWatch heard, Search search, Job largest)
      throws Exception {
    LoadDriver own = LoadDriver.own(DriverWish.OWN);
    return heard.run(
        new SweepExperiment(
            search.ends(largest), new LoadTargets(List.of(target), List.of()), own, false, search),
        runs);
  }

  private static Map<String, String> variables(SweepResult sweep, int step) {
    return run(sweep, step).environment().server().variables();
  }

  private static RunResult run(SweepResult sweep, int step) {
    return Objects.requireNonNull(sweep.steps().get(step).run());
  }

  private static void setMost(Target target, int connections) {
    try {
      Queries.execute(target, "SET GLOBAL max_connections = " + connections);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private SweepResult sweep(Target target, LoadWatch heard, int... threads) throws Exception {
    return sweep(new LoadTargets(List.of(target), List.of()), heard, threads);
  }

  private SweepResult sweep(LoadTargets targets, LoadWatch heard, int... threads) throws Exception {
    Job first = ShortJob.pausing(threads[0], 1);
    List<Job> steps = new ArrayList<>();
    for (int number : threads) {
      steps.add(first.step(steps.size(), number));
    }
    LoadDriver own = LoadDriver.own(DriverWish.OWN);
    return heard.run(new SweepExperiment(steps, targets, own, false, null), runs);
  }

  private static long com(Target target, String kind) {
    try {
      return Long.parseLong(Queries.one(target, COM + kind + "'"));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long counter(RunResult run, String name) {
    return Objects.requireNonNull(run.server()).counters().getOrDefault(name, 0L);
  }

  private static long sum(SweepResult sweep, ToLongFunction<RunResult> figure) {
    return sweep.steps().stream()
        .map(Step::run)
        .map(Objects::requireNonNull)
        .mapToLong(figure)
        .sum();
  }
}
