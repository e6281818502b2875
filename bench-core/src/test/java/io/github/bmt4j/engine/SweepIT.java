package io.github.bmt4j.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.lab.ItServers;
import io.github.bmt4j.lab.Lab;
import io.github.bmt4j.lab.LabOptions;
import io.github.bmt4j.lab.Labs;
import io.github.bmt4j.lab.Queries;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.result.Environment;
import io.github.bmt4j.result.ResultJson;
import io.github.bmt4j.result.RunResult;
import io.github.bmt4j.result.RunResult.IntervalResult;
import io.github.bmt4j.result.RunResult.Status;
import io.github.bmt4j.result.SweepResult;
import io.github.bmt4j.result.SweepResult.Step;
import io.github.bmt4j.target.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps on a real server. */
class SweepIT {
  private static final String COM =
      "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'Com_";

  private static Lab lab;

  @TempDir Path runs;

  private final StopSignal stop = new StopSignal();

  @BeforeAll
  static void start() throws Exception {
    lab =
        Labs.open(
            ItServers.embedded(),
            new LabOptions(ItServers.cache(), null, List.of()),
            Progress.SILENT);
  }

  @AfterAll
  static void end() {
    if (lab != null) {
      lab.close();
    }
  }

  @Test
  void theStepsTogetherAreWhatTheServerCounted() throws Exception {
    Target target = lab.target();
    Heard heard = new Heard();
    heard.onStart =
        () -> {
          heard.commits = com(target, "commit");
          heard.deletes = com(target, "delete");
        };
    SweepResult sweep = sweep(target, heard, 1, 4, 2);

    assertThat(sweep.steps()).extracting(Step::threads).containsExactly(1, 4, 2);
    assertThat(com(target, "commit") - heard.commits)
        .isPositive()
        .isEqualTo(sum(sweep, run -> run.totals().transactions()));
    assertThat(sum(sweep, run -> counter(run, "Com_delete")))
        .isEqualTo(com(target, "delete") - heard.deletes);
    assertThat(sum(sweep, run -> counter(run, "Com_select")))
        .isEqualTo(sum(sweep, run -> run.totals().reads()));
    assertThat(sweep.steps())
        .allSatisfy(
            step ->
                assertThat(step.verdict().reasons())
                    .allMatch(reason -> reason.startsWith("the client used ")));
    assertThat(sweep.steps()).extracting(Step::seed).doesNotHaveDuplicates();
    assertThat(heard.ended).isEqualTo(3);
    String stored = Files.readString(heard.folder().resolve("result.json"));
    assertThat(ResultJson.write(ResultJson.readSweep(stored)) + "\n").isEqualTo(stored);
    assertThat(ResultJson.readSweep(stored).steps()).hasSize(3);
    assertThat(sweep.scenario().threads()).containsExactly(1, 4, 2);
    assertThat(sweep.scenario().common().threads()).isEqualTo(4);
  }

  @Test
  void keepsTheStepsThatWereDoneWhenItIsStopped() throws Exception {
    Heard heard = new Heard();
    heard.onInterval =
        () -> {
          if (heard.ended == 1) {
            stop.give();
          }
        };
    SweepResult sweep = sweep(lab.target(), heard, 1, 2, 3);

    assertThat(sweep.steps()).extracting(Step::threads).containsExactly(1, 2);
    assertThat(sweep.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(sweep.verdict().reasons())
        .contains("interrupted: 2 of 3 steps were done")
        .anyMatch(reason -> reason.startsWith("2 threads: interrupted after "));
    assertThat(Files.readString(heard.folder().resolve("result.json")))
        .isEqualTo(ResultJson.write(sweep) + "\n");
  }

  @Test
  void aStepThatCannotConnectIsInvalidAndTheNextOneIsTried() throws Exception {
    Target target = lab.target();
    Heard heard = new Heard();
    // The fewest that a server may be told to take, and then as many again as it had.
    heard.onStep = threads -> setMost(target, threads == 20 ? 10 : 151);
    SweepResult sweep = sweep(target, heard, 2, 20, 3);

    assertThat(sweep.steps()).extracting(Step::threads).containsExactly(2, 20, 3);
    assertThat(sweep.steps().get(1).run()).isNull();
    assertThat(sweep.steps().get(1).verdict().reasons())
        .singleElement()
        .asString()
        .startsWith("it could not begin: ");
    assertThat(sweep.steps().get(2).run()).isNotNull();
    assertThat(sweep.verdict().reasons()).anyMatch(reason -> reason.startsWith("20 threads: "));
  }

  private static void setMost(Target target, int connections) {
    try {
      Queries.execute(target, "SET GLOBAL max_connections = " + connections);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private SweepResult sweep(Target target, Heard heard, int... threads) throws Exception {
    Job first = ShortJob.of(threads[0]);
    List<Job> steps = new ArrayList<>();
    for (int number : threads) {
      steps.add(first.step(steps.size(), number));
    }
    return new Engine(Clock.SYSTEM, Progress.SILENT, stop)
        .sweep(steps, List.of(target), runs, heard);
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

  private static final class Heard implements SweepObserver, RunObserver {
    Runnable onStart = () -> {};
    Runnable onInterval = () -> {};
    IntConsumer onStep = threads -> {};
    int ended;
    long commits;
    long deletes;
    private @Nullable Path folder;

    Path folder() {
      return Objects.requireNonNull(folder);
    }

    @Override
    public void started(Environment environment, Path into) {
      folder = into;
      onStart.run();
    }

    @Override
    public RunObserver begins(Job step) {
      onStep.accept(step.scenario().threads());
      return this;
    }

    @Override
    public void ended(Step step, @Nullable Step base) {
      ended++;
    }

    @Override
    public void started(Environment environment, List<String> warnings, Path into) {}

    @Override
    public void interval(IntervalResult interval, boolean warmup) {
      onInterval.run();
    }
  }
}
