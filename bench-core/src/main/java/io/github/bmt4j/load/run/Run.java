package io.github.bmt4j.load.run;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.endpoint.CheckedTables;
import io.github.bmt4j.endpoint.EndpointServer;
import io.github.bmt4j.endpoint.TargetErrors;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Environment;
import io.github.bmt4j.experiment.ResultFolder;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.jdbc.Connector;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.load.ClientReadings;
import io.github.bmt4j.load.Counter;
import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.Load;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.Portion;
import io.github.bmt4j.load.agent.AgentLoad;
import io.github.bmt4j.load.agent.AgentPart;
import io.github.bmt4j.load.nodes.NodesWatch;
import io.github.bmt4j.load.run.AgentFigures.MachineReadings;
import io.github.bmt4j.load.run.RunResult.ServerCounts;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.workload.LastWrite;
import io.github.bmt4j.workload.StatementRows;
import io.github.bmt4j.workload.WorkloadFigure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run of a job whose tables exist. */
public final class Run {
  /**
   * Time after which the server's counters are no longer compared with the client's: HikariCP
   * renews connections from 22.5 minutes on (30 minutes, minus a quarter at most), and the server
   * then sees statements that the client does not count.
   */
  private static final double QUIET_SECONDS = 20 * 60;

  private final Job job;
  private final RunScenario scenario;
  private final RunEndpoints reached;
  private final Clock clock;
  private final StopSignal stop;
  private final Environment environment;
  private final Context context;
  private @Nullable AgentLoad agentLoad;
  private List<StatementRows> rowsBefore = List.of();

  public Run(Job job, RunEndpoints reached, Context context, Environment environment) {
    this.job = job;
    this.scenario = job.scenario();
    this.reached = reached;
    this.clock = context.clock();
    this.stop = context.stop();
    this.environment = environment;
    this.context = context;
  }

  /** Measures; about twice a minute, {@code soFar} receives the result as if the load ended now. */
  public RunResult execute(
      ResultFolder folder,
      String id,
      List<String> warnings,
      LoadEvents events,
      Consumer<RunResult> soFar)
      throws SQLException {
    Agents agents = reached.agents();
    try (Watches watches = Watches.begin(job, reached, context, folder.path())) {
      if (agents != null) {
        agentLoad = agents.load(job, reached, context);
        return measured(new Opened(agentLoad, watches), folder, id, warnings, events, soFar);
      }
      try (LocalLoad load = localLoad()) {
        return measured(new Opened(load, watches), folder, id, warnings, events, soFar);
      }
    }
  }

  private LocalLoad localLoad() {
    List<Connector> endpoints =
        reached.endpoints().stream().map(endpoint -> endpoint.client().connector()).toList();
    return new LocalLoad(
        job, Portion.WHOLE, endpoints, reached.preparesOnServer(), clock, stop, context.progress());
  }

  private record Opened(Load load, Watches watches) {}

  private RunResult measured(
      Opened opened,
      ResultFolder folder,
      String id,
      List<String> warnings,
      LoadEvents events,
      Consumer<RunResult> soFar)
      throws SQLException {
    rowsBefore = job.workload().rows();
    Watches watches = opened.watches();
    try (CounterReader counters = CounterReader.open(reached.servers(), clock);
        RunRecorder recorder =
            new RunRecorder(job, counters, watches, folder.path(), clock, events)) {
      recorder.keepWith(
          measured -> soFar.accept(result(recorder, id, warnings, measured, After.none(watches))));
      Load load = opened.load();
      recorder.beforeConnections();
      Measurement measured = load.run(recorder);
      events.ended(measured);
      List<List<LastWrite>> written =
          IntStream.range(0, reached.endpoints().size()).mapToObj(load::lastWrites).toList();
      watches.servers().end();
      ServerCounts server = recorder.serverCounts(measured);
      NodesWatch nodes = watches.nodes();
      if (nodes != null) {
        nodes.end();
      }
      return result(recorder, id, warnings, measured, new After(true, server, written, watches));
    }
  }

  private List<MachineReadings> machines(RunRecorder recorder, Measurement measured) {
    int threads = scenario.load().threads();
    return agentLoad == null
        ? List.of(
            new MachineReadings(
                "",
                recorder.client(measured.disturbances().stoodStillNanos()),
                threads,
                measured.counts().of(Counter.TRANSACTIONS)))
        : AgentFigures.machines(agentLoad.parts(), threads, recorder.client(0));
  }

  private boolean serverHere() {
    return reached.servers().stream()
        .anyMatch(server -> JdbcUrl.isOnThisMachine(server.target().url()));
  }

  private void readBack(List<List<LastWrite>> written, List<Reason> problems, List<String> notes) {
    for (int i = 0; i < written.size() && !stop.given(); i++) {
      EndpointServer server = reached.endpoints().get(i).server();
      try {
        ReadBack.problem(server, written.get(i), written.size() == 1).ifPresent(problems::add);
      } catch (SQLException e) {
        notes.add("the last writes could not be read back: " + TargetErrors.words(e));
      }
    }
  }

  private boolean isCounted(RunRecorder recorder, Totals totals) {
    return reached.ours()
        && isComparable(recorder)
        && scenario.times().warmupSeconds() + totals.elapsedSeconds() < QUIET_SECONDS;
  }

  private boolean isComparable(RunRecorder recorder) {
    // A node of Galera also counts writes of the other nodes.
    return !RunEndpoints.isGalera(environment)
        && job.workload().countsAreKnown(job.params())
        && recorder.countersLost() == null;
  }

  /**
   * True if what the user's servers counted in addition are statements of others: not of agents or
   * workers that were lost, of replication between the endpoints, or of the pool.
   */
  private boolean isShared(RunRecorder recorder, Measurement measured) {
    return !reached.ours()
        && isComparable(recorder)
        && measured.ending().problems().isEmpty()
        && (reached.servers().size() == 1 || !job.workload().writes(job.params()))
        && !scenario.client().properties().values().containsKey("connectionTestQuery");
  }

  private record After(
      boolean over, @Nullable ServerCounts server, List<List<LastWrite>> written, Watches watches) {
    static After none(Watches watches) {
      return new After(false, null, List.of(), watches);
    }

    /** The watch of the nodes, whose figures are known after the load. */
    @Nullable NodesWatch nodes() {
      return over ? watches.nodes() : null;
    }
  }

  private RunResult result(
      RunRecorder recorder, String id, List<String> warnings, Measurement measured, After after) {
    RunFigures figures =
        RunFigures.of(
            measured,
            scenario,
            job.workload().shares(job.params()),
            Conflicts.phases(RunEndpoints.isGalera(environment), after.server()));
    NodesWatch watched = after.nodes();
    List<Reason> problems = problems(recorder, measured, watched);
    List<String> notes = new ArrayList<>(warnings);
    List<StatementRows> rows = given("rows", this::rows, notes);
    notes.addAll(notes(after, rows, problems));
    BusyMachine.Uses uses = uses(recorder, measured, figures);
    Judgement judgement = judged(recorder, measured, figures, after, problems, uses);
    notes.addAll(
        RunWarnings.of(job, reached.preparesOnServer(), measured, recorder.backlogOfWarmup()));
    notes.addAll(judgement.notes());
    if (isShared(recorder, measured)) {
      RunWarnings.others(after.server(), excused(measured, recorder)).ifPresent(notes::add);
    }
    boolean brief = !after.over() && recorder.hasManyIntervals();
    if (brief) {
      notes.add("until the load ends, its intervals are in intervals.csv and intervals.hlog only");
    }
    boolean valid = judgement.verdict().status() == Status.VALID;
    List<WorkloadFigure> own =
        given("figures", () -> figures.own(job, measured.elapsedNanos() / 1e9, valid), notes);
    List<AgentPart> parts = agentLoad == null ? List.of() : agentLoad.parts();
    return new RunResult(
        id,
        recorder.startedAt(),
        judgement.verdict(),
        List.copyOf(notes),
        scenario,
        environment,
        figures.totals(),
        figures.throughput(),
        figures.latency(),
        figures.errors(),
        brief ? List.of() : recorder.intervals(),
        uses.whole().client(),
        after.server(),
        figures.fairness(),
        figures.parts().statements(),
        figures.parts().kinds(),
        figures.parts().shares(),
        own,
        rows,
        reached.figures(measured, scenario.load().dealt().endpointEvents()),
        watched == null ? null : watched.figures(measured),
        OverTime.of(
                StageFigures.steady(scenario.load().stages(), recorder.intervals()),
                scenario.times().percentile(),
                figures.longestStallSeconds())
            .orElse(null),
        brief ? null : after.watches().servers().series(),
        figures.parts().stages(),
        recorder.connections(measured),
        parts.isEmpty() ? null : AgentFigures.of(parts, scenario.load().threads(), measured));
  }

  private Judgement judged(
      RunRecorder recorder,
      Measurement measured,
      RunFigures figures,
      After after,
      List<Reason> problems,
      BusyMachine.Uses uses) {
    return Judgement.of(
        new Judgement.Evidence(
            scenario,
            figures,
            uses,
            after.server(),
            problems,
            measured.ending().interrupted() && after.over(),
            after.over() && isCounted(recorder, figures.totals()),
            measured.connects(),
            excused(measured, recorder),
            measured.disturbances().warmupOverrunNanos() / 1e6));
  }

  private BusyMachine.Uses uses(RunRecorder recorder, Measurement measured, RunFigures figures) {
    List<MachineReadings> machines = machines(recorder, measured);
    ClientReadings usage =
        machines.stream()
            .map(MachineReadings::readings)
            .reduce((some, others) -> some.plus(others, false))
            .orElseGet(() -> recorder.client(measured.disturbances().stoodStillNanos()));
    long transactions = figures.totals().transactions();
    MachineReadings whole = new MachineReadings("", usage, scenario.load().threads(), transactions);
    return new BusyMachine.Uses(
        load(whole, figures.latency()),
        machines.stream().map(one -> load(one, figures.latency())).toList());
  }

  private List<Reason> problems(
      RunRecorder recorder, Measurement measured, @Nullable NodesWatch watched) {
    List<Reason> problems = new ArrayList<>(measured.ending().problems());
    Stream.ofNullable(recorder.countersLost()).map(Code.COUNTS_DIFFER::of).forEach(problems::add);
    problems.addAll(watched == null ? List.of() : watched.problems(measured));
    problems.addAll(ConnectionFigures.problems(measured.connections()));
    String unstored = recorder.unstored();
    if (unstored != null) {
      problems.add(Code.NOT_STORED.of("the intervals could not be stored: " + unstored));
    }
    return problems;
  }

  /** A part of the result that the workload computes; absent, with a note, if that fails. */
  private static <T> @Nullable T given(
      String what, Supplier<@Nullable T> part, List<String> notes) {
    try {
      return part.get();
    } catch (RuntimeException | LinkageError e) {
      notes.add("the workload failed to give its " + what + ": " + Redacted.text(e.toString()));
      return null;
    }
  }

  private List<String> notes(
      After after, @Nullable List<StatementRows> rows, List<Reason> problems) {
    List<String> notes = new ArrayList<>(after.watches().notes(after.over()));
    if (after.over()) {
      context.locks().lost().ifPresent(notes::add);
    }
    notes.addAll(agentLoad == null ? List.of() : agentLoad.notes());
    readBack(after.written(), problems, notes);
    if (after.over() && scenario.check()) {
      CheckedTables.afterLoad(job, reached.servers(), context, problems, notes);
    }
    Stream.ofNullable(given("notes", () -> List.copyOf(job.workload().notes(job.params())), notes))
        .forEach(notes::addAll);
    notes.addAll(RunWarnings.idle(rows));
    return notes;
  }

  private @Nullable List<StatementRows> rows() {
    List<StatementRows> now = agentLoad == null ? job.workload().rows() : agentLoad.rows();
    return now.isEmpty()
        ? null
        : IntStream.range(0, now.size())
            .mapToObj(i -> now.get(i).minus(rowsBefore.get(i)))
            .toList();
  }

  private static long excused(Measurement measured, RunRecorder recorder) {
    Counts all = measured.counts().plus(measured.warmup());
    return all.of(Counter.ERRORS)
        + all.of(Counter.RECONNECTS)
        + recorder.renewals(all)
        + measured.connects().of(Counter.STARTED)
        + recorder.uncertainStatements();
  }

  private BusyMachine.MachineUse load(MachineReadings machine, RunResult.Latency latency) {
    return new BusyMachine.MachineUse(
        machine.agents(),
        RunResult.Client.of(machine.readings(), serverHere()),
        (int) machine.threads(),
        machine.readings().available(),
        machine.operations(),
        latency.response().mean());
  }
}
