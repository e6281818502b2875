package io.github.bmt4j.heavy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.heavy.StatementResult.Step;
import io.github.bmt4j.heavy.StatementResult.Timing;
import io.github.bmt4j.heavy.StatementScenario.Form;
import io.github.bmt4j.heavy.StatementScenario.Timed;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.load.concurrent.ConcurrentScenario;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.OltpJob;
import io.github.bmt4j.os.Folders;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.sampling.SampleSeries;
import io.github.bmt4j.sampling.ServerSeries;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Server;
import io.github.bmt4j.server.SharedServers;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.HeavyStatement;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.StatementWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Statements that a test has timed, and how. */
final class Trial {
  final StopSignal stop = new StopSignal();
  List<Integer> connections = List.of(1);
  List<Long> ladder = List.of();
  List<Form> forms = List.of(Form.WHOLE);
  Map<String, String> parameters = Map.of("table-size", "1000");
  String workload = "local_storage";
  @Nullable Double limitSeconds;
  Runnable afterStep = () -> {};
  @Nullable Job concurrent;
  int pieces = 10;
  int repeat = 1;
  boolean cold;
  boolean verify = true;

  /** A server that tests share, without tables. */
  static Server shared(Supplier<TargetSpec> server) throws Exception {
    return SharedServers.use(server.get());
  }

  /** A server of the test's own. */
  static Server open(Supplier<TargetSpec> server) throws Exception {
    return ItServers.open(server.get());
  }

  /** A load of sysbench's, with few rows. */
  static Job oltp(String name, int threads) {
    return OltpJob.pausing(brief(OltpJob.of(name, Map.of("table-size", "1000"), threads, "none")));
  }

  private static Job brief(Job job) {
    return new Job(
        job.workload(),
        job.params(),
        Made.like(job.scenario()).set("target", "a test's").set("timeSeconds", 1).record());
  }

  /** Times the workload's own statements. */
  StatementResult run(Server lab) throws Exception {
    StatementWorkload found = (StatementWorkload) Catalogue.byName(workload);
    return run(lab, found.statements(Params.resolve(found.info(), parameters)));
  }

  /** Times these, beside the workload's tables. */
  StatementResult run(Server lab, List<? extends HeavyStatement> statements) throws Exception {
    StatementWorkload found = (StatementWorkload) Catalogue.byName(workload);
    Params params = Params.resolve(found.info(), parameters);
    StatementOrder order =
        new StatementOrder(
            scenario(statements), found, params, List.copyOf(statements), concurrent);
    Path runs = Files.createTempDirectory("statements");
    Kept kept = new Kept(afterStep);
    try {
      StatementResult result =
          new Runner(new Context(Clock.SYSTEM, Progress.SILENT, stop, () -> {}), Given.NOTHING)
              .run(new StatementExperiment(order, lab), runs, kept)
              .result();
      assertStored(result, kept.folder);
      return result;
    } finally {
      Folders.delete(runs);
    }
  }

  /** How they are timed. */
  StatementScenario scenario(List<? extends HeavyStatement> statements) {
    Params params = Params.resolve(Catalogue.byName(workload).info(), parameters);
    Job load = concurrent;
    return new StatementScenario(
        workload,
        1,
        params.asMap(),
        "a test's",
        List.of(),
        new Timed(
            statements.stream().map(HeavyStatement::name).toList(),
            forms,
            pieces,
            connections,
            repeat,
            cold,
            limitSeconds,
            verify),
        ladder,
        load == null ? null : new ConcurrentScenario(load.scenario(), 1),
        null);
  }

  private static void assertStored(StatementResult result, Path folder) throws IOException {
    String json = Files.readString(folder.resolve("result.json"));
    assertThat(json).isEqualTo(ResultJson.write(result) + "\n");
    assertThat(ResultJson.write(ResultJson.read(json, StatementResult.class)) + "\n")
        .isEqualTo(json);
  }

  private static final class Kept implements Events {
    private final Runnable afterStep;
    private Path folder = Path.of("");

    Kept(Runnable afterStep) {
      this.afterStep = afterStep;
    }

    @Override
    public void started(Started what, Path into) {
      folder = into;
    }

    @Override
    public void line(String line) {
      assertThat(line).isNotNull();
    }

    @Override
    public Progress.Step step(String what, long total, String unit) {
      return Progress.SILENT.begin(what, total, unit);
    }

    @Override
    public void partEnded(Record part) {
      if (part instanceof Timing timing) {
        assertThat(timing.executions()).isNotEmpty();
        afterStep.run();
      } else if (part instanceof Step step) {
        assertThat(step.rows()).isPositive();
        assertThat(folder.resolve("result.json")).content().contains("cut off before its end");
        afterStep.run();
      }
    }
  }

  /** Checks the server's series of a statement that is timed cold and warm. */
  static StatementResult onlyTheFirstPartReads(StatementResult result) {
    String way = "group, whole, 1 conn, ";
    assertThat(Objects.requireNonNull(result.serverSeries()))
        .extracting(ServerSeries::part, series -> SampleSeries.total(series, "reads") > 10)
        .containsExactly(tuple(way + "cold", true), tuple(way + "warm", false));
    return result;
  }
}
