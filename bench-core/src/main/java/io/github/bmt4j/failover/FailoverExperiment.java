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
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.cluster.AuroraNames;
import io.github.bmt4j.failover.cluster.LabCluster;
import io.github.bmt4j.failover.cluster.TestCluster;
import io.github.bmt4j.failover.external.ExternalCluster;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.Hold;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.report.FailoverReport;
import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failover.scenario.FailoverScenario;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.os.ChildJvm;
import io.github.bmt4j.os.OpenFiles;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.report.Reason;
import io.github.bmt4j.report.Reason.Code;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.HaProxy;
import io.github.bmt4j.server.ServerRegistry;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Repetitions of one change of the primary, each on healthy servers. A failed repetition is
 * INVALID, with the reason.
 *
 * @param driver of the application
 */
public record FailoverExperiment(FailoverOrder order, LoadDriver driver)
    implements Experiment<FailoverResult> {
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
    if (order.target().isStarted()) {
      Fault fault = order.fault();
      checkFault(order, fault);
      checkAftermath(order, fault);
    }
  }

  /** Refuses an observation that would end before the fault's effect can show. */
  private static void checkAftermath(FailoverOrder order, Fault fault) {
    ApplicationSettings settings = order.scenario().settings().inForce(null);
    Duration aftermath = fault.aftermath(order.ha(), settings);
    Duration needed = fault.length(order.faultOptions()).plus(aftermath).plus(RESTART);
    BadInputException.check(
        aftermath.isZero() || needed.compareTo(order.scenario().times().deadline()) <= 0,
        "--fault",
        words(
            " %s: with --ha %s connections may go to the old primary for up to %,d s after"
                + " its return (deny list %,d s, maxLifetime %,d s); give --deadline=%ds, or"
                + " shorten these, such as --denied-list-timeout=5s --pool-property=maxLifetime=30s",
            fault.name(),
            order.ha().word(),
            aftermath.toSeconds(),
            settings.deniedListTimeout().toSeconds(),
            settings.maxLifetime().toSeconds(),
            needed.toSeconds()));
  }

  private static void checkFault(FailoverOrder order, Fault fault) {
    HaMode ha = order.ha();
    String topology = order.topology().name();
    BadInputException.check(
        order.scenario().maxWriteOutageMillis() == null || ha.takesWrites(),
        "--max-write-outage",
        words(" does not fit --ha %s, where nothing is written", ha));
    ServerRegistry.check(
        order.topology(),
        order.target(),
        order.start(),
        "--fault",
        " " + fault.name(),
        fault.needs());
    Optional<String> obstacle = fault.obstacle(ha);
    BadInputException.check(
        obstacle.isEmpty(),
        "--fault",
        words(" %s does not fit %s", fault.name(), obstacle.orElse("")));
    BadInputException.check(
        !ServerRegistry.has(topology, List.of(Cluster.Electing.class))
            || order.faultOptions().get(Fault.PROMOTION_DELAY).isZero(),
        "--promotion-delay",
        words(" does not fit topology %s, whose servers elect their primary themselves", topology));
    BadInputException.check(
        !ha.has(HaMode.Trait.AURORA)
            || !ServerRegistry.has(topology, List.of(Cluster.Multiprimary.class)),
        "--ha",
        words(" aurora does not fit topology %s, of which every node would be a writer", topology));
    if (order.scenario().cluster().hasProxy()) {
      BadInputException.check(
          ha.equals(HaMode.ENDPOINT),
          "--via",
          words("=haproxy does not fit --ha %s: the application knows only its address", ha));
      BadInputException.check(
          !fault.isOnlyWith(HaMode.ENDPOINT),
          "--fault",
          words(" %s does not fit --via haproxy, which finds the primary itself", fault.name()));
      HaProxy.demand(true);
    }
    fault.check(order.faultOptions());
    BadInputException.check(
        order.faultOptions().get(Fault.HOLD) != Hold.POOL
            || !order.scenario().settings().goesWithoutPool(),
        "--hold",
        "=pool does not fit --pool=none: there is no pool");
    TrialTimes times = order.scenario().times();
    long script = fault.length(order.faultOptions()).plus(times.settle()).toMillis();
    BadInputException.check(
        script <= times.deadlineMillis(),
        "--deadline",
        words(
            "=%ds is too short for the fault and --settle: give %ds or more",
            times.deadline().toSeconds(), script / 1000 + 1));
  }

  @Override
  public Experiment.Session<FailoverResult> open(Context context) throws TargetException {
    // The client JVM has the same limit, and, besides its pools, as many open files as this one.
    Optional<String> shortage =
        OpenFiles.shortage(FILES + 2 * order.scenario().settings().poolSize());
    if (shortage.isPresent()) {
      throw new TargetException(shortage.get());
    }
    if (!order.target().isStarted()) {
      // Observers must not use an old address longer than the application does.
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
      if (!order.target().isStarted()) {
        String id = Runner.newId();
        return new ExternalCluster(order, driver, id, folder, context.clock(), context.progress());
      }
      LabCluster.Plan plan =
          new LabCluster.Plan(
              order.ha(),
              order.scenario().cluster().hasProxy(),
              false,
              order.fault(),
              order.faultOptions(),
              order.client(driver),
              order.before());
      Cluster started =
          ServerRegistry.open(order.topology(), order.target(), order.start(), context.progress());
      return new LabCluster(plan, started, folder, context.clock());
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
        RepetitionFindings findings = new RepetitionFindings(order, servers(), context.stop());
        FailoverTrial.Recording recording =
            perform(
                number,
                scenario().change().name(),
                order.scenario().times(),
                lines,
                result,
                findings::originNanos);
        for (String file : List.of(ExternalCluster.TRIGGER_LOG, HaProxy.CONFIG)) {
          keep(file, result.folder().path().resolve("repetition" + number));
        }
        Repetition repetition;
        try (Progress.Step step = context.progress().begin("Reading the ledgers", -1, "")) {
          repetition = findings.repetition(number, recording, servers().plan().rates());
        }
        repetition = repetition.cannotWork(recording.cannotWork());
        if (!recording.client().traced() && !warnings.contains(UNTRACED)) {
          warnings.add(UNTRACED);
        }
        // If the user did not make a manual change, no other is waited for.
        mayGoOn = recording.moments().faultNanos() != null || !order.isManual();
        return repetition;
      } catch (TargetException e) {
        // Another repetition on the same servers would fail, too.
        mayGoOn = false;
        return context.stop().given()
            ? Repetition.notPlayed(number, Code.INTERRUPTED.of("interrupted"))
            : Repetition.notPlayed(number, Code.ENDED_EARLY.of(String.valueOf(e.getMessage())))
                .cannotWork(
                    e.getCause() instanceof ChildJvm.Refused refused
                        ? String.valueOf(refused.getMessage())
                        : null);
      }
    }

    @Override
    public FailoverResult result(Head head) {
      List<String> notes = new ArrayList<>(warnings);
      notes.addAll(series.notes());
      FailoverResult result =
          FailoverResult.of(scenario(), head, environment(), notes, done, series.series());
      for (Reason reason : unstored) {
        result = Result.invalid(result, reason);
      }
      return result;
    }
  }
}
