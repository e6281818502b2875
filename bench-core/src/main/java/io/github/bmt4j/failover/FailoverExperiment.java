package io.github.bmt4j.failover;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Experiment;
import io.github.bmt4j.experiment.Head;
import io.github.bmt4j.experiment.Result;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.experiment.Work;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.AuditPlan;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.Hold;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.os.ChildJvm;
import io.github.bmt4j.os.OpenFiles;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ServerRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Repetitions of one change of the primary, each on healthy servers. A repetition that fails is
 * INVALID and says why.
 *
 * @param driver of the application
 */
public record FailoverExperiment(FailoverOrder order, LoadDriver driver)
    implements Experiment<FailoverResult> {
  static final String TRIGGER_LOG = "trigger.log";

  /** Time that the lab may take for a promotion and the return of a server. */
  private static final Duration RESTART = Duration.ofSeconds(10);

  private static final int FILES = 80;

  private static final String UNTRACED =
      "the driver's connection attempts cannot be seen: new connections are not counted, and advice"
          + " that needs them is missing";

  @Override
  public String name() {
    return FailoverResult.KIND;
  }

  public FailoverScenario scenario() {
    return order.scenario();
  }

  @Override
  public void check() {
    check(order);
  }

  /**
   * Checks what can be checked before anything is touched.
   *
   * @throws BadInputException when it makes no sense
   */
  public static void check(FailoverOrder order) {
    AuditPlan audit = order.scenario().load().audit();
    if (audit != null) {
      checkAudit(order, audit);
    }
    if (order.target().isStarted()) {
      Fault fault = order.fault();
      checkFault(order, fault);
      checkAftermath(order, fault);
    }
  }

  /** Refuses an observation that would end before what the fault is there for can happen. */
  private static void checkAftermath(FailoverOrder order, Fault fault) {
    ApplicationSettings settings = order.scenario().settings().inForce(null);
    Duration aftermath = fault.aftermath(order.ha(), settings);
    Duration needed = fault.length(order.faultOptions()).plus(aftermath).plus(RESTART);
    if (!aftermath.isZero() && needed.compareTo(order.scenario().times().deadline()) > 0) {
      throw new BadInputException(
          words(
              "--fault %s: with --ha %s connections may go to the old primary for up to %,d s after"
                  + " its return (deny list %,d s, maxLifetime %,d s); give --deadline=%ds, or"
                  + " shorten these, such as --denied-list-timeout=5s --max-lifetime=30s",
              fault.name(),
              order.ha().word(),
              aftermath.toSeconds(),
              settings.deniedListTimeout().toSeconds(),
              settings.maxLifetime().toSeconds(),
              needed.toSeconds()));
    }
  }

  private static void checkAudit(FailoverOrder order, AuditPlan audit) {
    AuditedTables.traces(audit);
    HaMode ha = order.ha();
    refuse(!ha.takesWrites(), "--audit does not fit --ha %s, where nothing is written", ha);
    refuse(
        order.scenario().settings().goesWithoutPool(),
        "--audit does not fit --pool none: the audited load has a pool");
  }

  private static void checkFault(FailoverOrder order, Fault fault) {
    HaMode ha = order.ha();
    String topology = order.topology().name();
    refuse(
        order.scenario().maxWriteOutageMillis() != null && !ha.takesWrites(),
        "--max-write-outage does not fit --ha %s, where nothing is written",
        ha);
    ServerRegistry.check(
        order.topology(), order.target(), order.start(), "--fault " + fault.name(), fault.needs());
    Optional<String> obstacle = fault.obstacle(ha);
    refuse(obstacle.isPresent(), "--fault %s does not fit %s", fault.name(), obstacle.orElse(""));
    refuse(
        ServerRegistry.has(topology, List.of(Cluster.Electing.class))
            && !order.faultOptions().get(Fault.PROMOTION_DELAY).isZero(),
        "--promotion-delay does not fit topology %s, whose servers elect their primary themselves",
        topology);
    refuse(
        ha.has(HaMode.Trait.AURORA)
            && ServerRegistry.has(topology, List.of(Cluster.Multiprimary.class)),
        "--ha aurora does not fit topology %s, of which every node would be a writer",
        topology);
    fault.check(order.faultOptions());
    Hold hold = order.faultOptions().get(Fault.HOLD);
    refuse(
        hold == Hold.ENDPOINT && !ha.equals(HaMode.ENDPOINT),
        "--hold=endpoint does not fit --ha %s: it needs --ha endpoint",
        ha);
    refuse(
        hold == Hold.POOL && order.scenario().settings().goesWithoutPool(),
        "--hold=pool does not fit --pool=none: there is no pool");
    TrialTimes times = order.scenario().times();
    long script = fault.length(order.faultOptions()).plus(times.settle()).toMillis();
    refuse(
        script > times.deadlineMillis(),
        "--deadline=%ds is too short for the fault and --settle: give %ds or more",
        times.deadline().toSeconds(),
        script / 1000 + 1);
  }

  private static void refuse(boolean bad, String why, Object... values) {
    if (bad) {
      throw new BadInputException(words(why, values));
    }
  }

  @Override
  public Experiment.Session<FailoverResult> open(Context context) throws TargetException {
    // The client JVM has the same limit, and as much open as this one beside its pools.
    Optional<String> shortage =
        OpenFiles.shortage(FILES + 2 * order.scenario().settings().poolSize());
    if (shortage.isPresent()) {
      throw new TargetException(shortage.get());
    }
    if (!order.target().isStarted()) {
      // Observers must not look at an old address longer than the application does.
      Security.setProperty("networkaddress.cache.ttl", "1");
    }
    Session session = new Session(context);
    session.open(order.ha().takesWrites());
    return session;
  }

  private final class Session extends TrialSession<FailoverResult> {
    private final List<Repetition> done = new ArrayList<>();
    private boolean mayGoOn = true;

    Session(Context context) throws TargetException {
      super("bmt-failover", order.scenario().sampled(), context);
      if (order.target().isStarted()) {
        warnings.add(LabCluster.ONE_MACHINE);
        if (order.ha().has(HaMode.Trait.AURORA)) {
          warnings.add(AuroraNames.EMULATED);
        }
      }
    }

    @Override
    protected TestCluster open(Path folder) throws TargetException {
      return TestCluster.open(
          order, driver, Runner.newId(), folder, context.clock(), context.progress());
    }

    @Override
    public Events.Started started() {
      return new Events.Started(
          scenario(), environment(), FailoverReport.setup(scenario(), environment()).text());
    }

    @Override
    public boolean measure(Work result) {
      int number = done.size() + 1;
      TrialLines lines =
          new TrialLines(
              result.events(),
              words("repetition %d of %d", number, order.scenario().repeat()),
              true);
      Repetition repetition = repetition(number, result, lines);
      done.add(repetition);
      result.events().line(FailoverReport.repetition(repetition).stripTrailing());
      result.events().partEnded(repetition);
      return number < order.scenario().repeat() && !context.stop().given() && mayGoOn;
    }

    private Repetition repetition(int number, Work result, TrialLines lines) {
      try {
        if (number > 1) {
          try (Progress.Step step =
              context.progress().begin("Making the servers healthy again", -1, "")) {
            servers().ready(context.stop()::given);
          }
        }
        AuditPlan audit = order.scenario().load().audit();
        AuditedTables audited = audit == null ? null : new AuditedTables(audit, servers(), context);
        if (audited != null) {
          audited.ready();
        }
        RepetitionFindings findings = new RepetitionFindings(order, servers(), context.stop());
        FailoverTrial.Recording recording =
            perform(
                number,
                scenario().change().name(),
                order.scenario().times(),
                lines,
                result,
                findings::originNanos);
        keepLog(result.folder().path().resolve("repetition" + number));
        Repetition repetition;
        try (Progress.Step step = context.progress().begin("Reading the ledgers", -1, "")) {
          repetition = findings.repetition(number, recording, servers().plan().rates());
        }
        repetition = repetition.cannotWork(Health.cannotWork(repetition.verdict().reasons()));
        if (!recording.client().traced() && !warnings.contains(UNTRACED)) {
          warnings.add(UNTRACED);
        }
        boolean struck = recording.faultNanos() != null;
        // After a manual change that did not come, no other is waited for.
        mayGoOn = struck || !order.isManual();
        return audited == null || !struck
            ? repetition
            : audited.audited(repetition, recording.client());
      } catch (TargetException e) {
        // Another one with the same servers would fare no better.
        mayGoOn = false;
        return context.stop().given()
            ? Repetition.notPlayed(number, "interrupted")
            : Repetition.notPlayed(number, e.getMessage())
                .cannotWork(
                    e.getCause() instanceof ChildJvm.Refused refused
                        ? String.valueOf(refused.getMessage())
                        : null);
      }
    }

    private void keepLog(Path folder) {
      Path log = work().resolve(TRIGGER_LOG);
      try {
        if (Files.exists(log)) {
          Files.createDirectories(folder);
          Files.move(log, folder.resolve(TRIGGER_LOG));
        }
      } catch (IOException e) {
        unstored.add("cannot write " + folder.resolve(TRIGGER_LOG) + ": " + e.getMessage());
      }
    }

    @Override
    public FailoverResult result(Head head) {
      List<String> notes = new ArrayList<>(warnings);
      notes.addAll(series.notes());
      FailoverResult result =
          FailoverResult.of(scenario(), head, environment(), notes, done, series.series());
      for (String reason : unstored) {
        result = Result.invalid(result, reason);
      }
      return result;
    }
  }
}
