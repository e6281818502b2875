package io.github.bmt4j.load.sweep;

import static io.github.bmt4j.report.Lines.counted;

import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.endpoint.TimedQuery;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.experiment.Verdict;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.load.run.Job;
import io.github.bmt4j.load.run.LoadEvents;
import io.github.bmt4j.load.run.LoadTargets;
import io.github.bmt4j.load.run.Run;
import io.github.bmt4j.load.run.RunEndpoints;
import io.github.bmt4j.load.run.RunResult;
import io.github.bmt4j.load.run.RunScenario;
import io.github.bmt4j.load.sweep.SweepResult.Step;
import io.github.bmt4j.report.Columns;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Loads that differ in threads, or in their rate, and in seed, one after the other on the same
 * tables. A step that cannot connect is INVALID, and the next one is tried; if a server no longer
 * takes connections, the sweep ends.
 *
 * @param steps in the order in which they run
 * @param intervalLines true for a line for each interval too
 * @param search search that finds its steps; {@code steps} are then possible first steps, and the
 *     last one has the most threads; absent if the steps were given
 */
public record SweepExperiment(
    List<Job> steps,
    LoadTargets targets,
    LoadDriver driver,
    boolean intervalLines,
    @Nullable Search search)
    implements Experiment<SweepResult> {
  public SweepExperiment {
    steps = List.copyOf(steps);
  }

  public static List<Job> steps(Job common, List<Integer> threads) {
    return IntStream.range(0, threads.size())
        .mapToObj(number -> common.step(number, threads.get(number)))
        .toList();
  }

  @Override
  public String name() {
    return steps.get(0).scenario().workload() + "-sweep";
  }

  @Override
  public void check() {
    steps.forEach(step -> step.check(targets.endpoints()));
  }

  @Override
  public Experiment.Session<SweepResult> open(Context context) throws TargetException {
    Job largest = largest(steps);
    boolean looksForThreads = search != null && !search.ofRate();
    RunEndpoints reached =
        RunEndpoints.prepared(
            targets,
            search == null ? largest : steps.get(0),
            largest,
            looksForThreads ? List.of(largest) : steps,
            driver,
            context);
    return reached.session(context, environment -> new Session(context, reached, environment));
  }

  private static Job largest(List<Job> steps) {
    return steps.stream()
        .max(Comparator.comparingInt(step -> step.scenario().load().threads()))
        .orElseThrow(() -> new IllegalArgumentException("a sweep has steps"));
  }

  public static SweepScenario scenario(List<Job> steps, @Nullable Search search) {
    RunScenario common = largest(steps).scenario();
    return new SweepScenario(
        steps.stream().map(step -> step.scenario().load().threads()).distinct().toList(),
        common.with(
            common
                .load()
                .step(
                    common.load().threads(),
                    common.load().rate(),
                    steps.get(0).scenario().load().seed())),
        search);
  }

  private final class Session implements Experiment.Session<SweepResult> {
    private final List<Job> found;
    private final @Nullable Search possible;
    private final Steps plan;
    private final Context context;
    private final RunEndpoints reached;
    private final Environment environment;
    private final SweepChanges changes = new SweepChanges();
    private final List<Step> done = new ArrayList<>();
    private @Nullable Reason problem;

    Session(Context context, RunEndpoints reached, Environment environment) {
      this.found = steps.stream().map(step -> step.on(reached.engines())).toList();
      this.possible = search == null ? null : search.within(reached.leastThreads());
      this.plan = possible == null ? Steps.given(found) : new KneeSteps(possible, found.get(0));
      this.context = context;
      this.reached = reached;
      this.environment = environment;
    }

    @Override
    public Events.Started started() {
      SweepScenario scenario = scenario(found, possible);
      String head = SweepReport.setup(scenario, environment).text() + "\n";
      return new Events.Started(scenario, environment, head);
    }

    @Override
    public boolean measure(Work work) {
      Job next = plan.next().orElseThrow();
      List<SweepChanges.Seen> servers = answers();
      if (servers.isEmpty()) {
        return false;
      }
      changes.compare(words(next), servers, context.clock().nanoTime());
      if (plan.leavesOut(reached::refuses)) {
        return plan.next().isPresent();
      }
      Columns<SweepReport.Row> table =
          SweepReport.table(work.events().columns(), SweepReport.differ(search));
      if (!intervalLines && done.isEmpty()) {
        work.events().line(table.head());
      }
      work.events().partBegins(words(next));
      Environment now = reached.environment(servers.get(0).server().facts());
      Step step = step(next, now, work);
      if (step == null) {
        return false;
      }
      done.add(step);
      if (intervalLines) {
        work.events().line(table.head());
      }
      work.events().line(table.row(new SweepReport.Row(step, SweepResult.base(done))));
      if (intervalLines) {
        work.events().line("");
      }
      work.events().partEnded(step);
      plan.add(step);
      return plan.next().isPresent();
    }

    private String words(Job job) {
      return step(job, Verdict.of(List.of()), null).words();
    }

    private Step step(Job job, Verdict verdict, @Nullable RunResult run) {
      RunScenario scenario = job.scenario();
      Double rate = search == null || !search.ofRate() ? null : scenario.load().rate();
      return new Step(
          scenario.load().threads(),
          scenario.load().seed(),
          verdict,
          run,
          rate == null ? null : (Integer) rate.intValue());
    }

    private @Nullable Step step(Job job, Environment now, Work work) {
      RunScenario scenario = job.scenario();
      Head head = new Head(Runner.newId(), context.clock().now());
      ResultFolder folder = work.folder().part(scenario.workload(), head);
      try (LoadEvents events = new LoadEvents(work.events(), scenario, intervalLines)) {
        RunResult run =
            folder
                .store(
                    new Run(job, reached, context, now)
                        .execute(folder, head.id(), reached.notes(), events, soFar -> {}))
                .result();
        return step(job, run.verdict(), run);
      } catch (SQLException e) {
        folder.discard();
        plan.failed(e);
        return context.stop().given() ? null : step(job, Verdict.of(List.of(notBegun(e))), null);
      }
    }

    private Reason notBegun(SQLException failure) {
      String where = targets.endpoint(failure);
      return Code.SERVER_LOST.of(
          "it could not begin: "
              + (where.isEmpty() ? "" : where + ": ")
              + TargetErrors.words(failure));
    }

    private List<SweepChanges.Seen> answers() {
      List<SweepChanges.Seen> servers = new ArrayList<>();
      for (EndpointServer server : reached.servers()) {
        try {
          servers.add(
              TimedQuery.with(context.clock(), context.stop())
                  .at(() -> SweepChanges.Seen.read(server)));
        } catch (SQLException e) {
          if (!context.stop().given()) {
            problem =
                Code.SERVER_LOST.of(
                    JdbcUrl.redacted(server.target().url())
                        + " no longer accepts connections: "
                        + TargetErrors.words(e));
          }
          return List.of();
        }
      }
      return servers;
    }

    @Override
    public SweepResult result(Head head) {
      return new SweepResult(
          head.id(),
          head.startedAt(),
          verdict(),
          warnings(),
          plan.stored(scenario(found, possible), done),
          environment,
          done,
          plan.answer());
    }

    private List<String> warnings() {
      List<String> warnings = new ArrayList<>(reached.warnings());
      if (!steps.get(0).keepsRows()) {
        warnings.add(
            "each step finds the tables as the one before it left them, and "
                + steps.get(0).scenario().workload()
                + " changes how many rows they have: the steps do not do the same work");
      }
      if (possible != null && !possible.equals(search)) {
        warnings.add(
            "the search began with "
                + counted(possible.from(), "thread")
                + ", so that each agent has one");
      }
      warnings.addAll(changes.notes());
      warnings.addAll(plan.notes(done));
      return warnings;
    }

    private Verdict verdict() {
      List<Reason> reasons = new ArrayList<>();
      if (problem != null) {
        reasons.add(problem);
      }
      plan.unfinished()
          .map(
              what ->
                  context.stop().given()
                      ? Code.INTERRUPTED.of("interrupted: " + what)
                      : Code.ENDED_EARLY.of("ended early: " + what))
          .ifPresent(reasons::add);
      reasons.addAll(changes.restarts());
      done.stream()
          .filter(step -> !plan.excuses(step))
          .flatMap(step -> step.verdict().reasons().stream().map(one -> one.in(step.words())))
          .forEach(reasons::add);
      return Verdict.of(reasons);
    }

    @Override
    public Optional<String> end(Runnable keep) {
      return reached.cleanUp(steps.get(0).workload(), context.clock(), keep);
    }

    @Override
    public void close() {
      reached.close();
    }
  }
}
