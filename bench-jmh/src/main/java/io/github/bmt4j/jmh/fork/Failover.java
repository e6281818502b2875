package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.experiment.Verdict.Status;
import io.github.bmt4j.failover.FailoverExperiment;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ApplicationSettings.Profile;
import io.github.bmt4j.failover.client.ClientDriver;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.external.ExternalNodes;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.figures.Repetition;
import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failover.scenario.FailoverScenario;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.MavenArtifacts;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.DeclaredOption;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.server.Shutdown;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One change of the primary, as the parameters of {@code FailoverBenchmark} say. */
@State(Scope.Benchmark)
public class Failover {
  /** The value of a parameter that is not given. */
  public static final String NONE = "none";

  /** The value of {@code fault} and {@code ha} in the user's cluster, where they mean nothing. */
  public static final String NOT_OURS = "as-url";

  private static final int POOL_SIZE = 10;
  private static final int NODES = 3;
  private static final Duration TRIGGER_PATIENCE = Duration.ofMinutes(3);

  private static volatile @Nullable Repetition latest;

  /** {@code embedded} or {@code local}: bmt starts such servers; or a cluster's JDBC URL. */
  @Param("embedded")
  public String url;

  /** The fault in a cluster that bmt starts: {@code bmt failover --list-faults}. */
  @Param("kill")
  public String fault;

  /** Mode in which the application finds the servers: endpoint, or a mode of its driver. */
  @Param("endpoint")
  public String ha;

  /** {@code as-shipped} or {@code tuned} settings of driver and pool. */
  @Param("as-shipped")
  public String settings;

  /** The time before bmt promotes a replica, in ms. */
  @Param("0")
  public String promotionDelayMs;

  /** Length of faults that end on their own, in ms. */
  @Param("5000")
  public String durationMs;

  /** The command that changes the primary of the user's cluster; JMH gets only a name of it. */
  @Param(NONE)
  public String trigger;

  /** Maven coordinates of the application's driver: {@code mysql:<version>}, … */
  @Param(TrialServer.BUNDLED)
  public String driver;

  /** Another jar of the driver, such as the driver that {@code aws:<version>} wraps. */
  @Param(NONE)
  public String driverWith;

  /** Properties of the driver: {@code name=value} with spaces between. */
  @Param(NONE)
  public String driverProperty;

  private FailoverExperiment experiment;

  /** Gives a failover of every combination of the parameters' values to a check. */
  public static void each(Function<String, List<String>> values, Consumer<Failover> check) {
    List<Field> parameters =
        Arrays.stream(Failover.class.getFields())
            .filter(field -> field.isAnnotationPresent(Param.class))
            .toList();
    new Failover().each(parameters, values, check);
  }

  private void each(
      List<Field> parameters, Function<String, List<String>> values, Consumer<Failover> check) {
    if (parameters.isEmpty()) {
      check.accept(this);
      return;
    }
    Field first = parameters.get(0);
    for (String value : values.apply(first.getName())) {
      try {
        first.set(this, value);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
      each(parameters.subList(1, parameters.size()), values, check);
    }
  }

  /** Reads the parameters. */
  @Setup(Level.Trial)
  public void choose() {
    Handover handover = Handover.read();
    experiment =
        new FailoverExperiment(
            order(handover.spec(url), handover.trigger(trigger), Path.of(handover.cache())),
            open(new ProgressLines()));
  }

  /**
   * Runs a repetition, from the start of the servers to their end.
   *
   * @throws IllegalStateException when it has no score, see {@link #scored}
   */
  public void run() throws TargetException {
    latest = null;
    Shutdown shutdown = Shutdown.ofJvm();
    ProgressLines lines = new ProgressLines();
    Context context = new Context(Clock.SYSTEM, lines, shutdown.stop(), shutdown::workBegins);
    try {
      FailoverResult result =
          new Runner(context, Given.NOTHING).run(experiment, Handover.failovers(), lines).result();
      latest = scored(result.failover().repetitions().get(0), result.failedChecks());
    } finally {
      shutdown.commandEnded(0);
    }
  }

  /** The repetition, if its write outage is a score: without one, writes must have gone well. */
  static Repetition scored(Repetition only, List<String> failedChecks) {
    if (only.verdict().status() != Status.VALID) {
      throw new IllegalStateException("INVALID: " + String.join("; ", only.verdict().texts()));
    }
    boolean none = only.figures().writeOutageOrBoundMs() == null;
    if (none && (only.figures().writes() == null || !failedChecks.isEmpty())) {
      throw new IllegalStateException(
          failedChecks.isEmpty()
              ? "nothing was written: in this mode bmt only reads and connects"
              : "FAILED: " + String.join("; ", failedChecks));
    }
    return only;
  }

  /** The repetition of this JVM that has ended last; absent before, and if it has no score. */
  public static @Nullable Repetition latest() {
    return latest;
  }

  /**
   * The engine's order.
   *
   * @param command the command that changes the primary of the user's cluster, or {@link #NONE}
   * @param cache folder of server binaries and of running servers' folders
   * @throws BadInputException when a parameter makes no sense, or they do not fit together
   */
  public FailoverOrder order(TargetSpec target, String command, Path cache) {
    boolean outside = !target.isStarted();
    BadInputException.check(
        outside != command.equals(NONE),
        outside
            ? "FailoverBenchmark with a JDBC URL needs -p trigger='the command that changes the"
                + " primary'; -e FailoverBenchmark leaves it out"
            : "-p trigger requires -p url=jdbc:…; in a cluster that bmt starts, -p fault says"
                + " what happens");
    Fault strikes = Fault.byName(outside ? "kill" : fault);
    Map<DeclaredOption<?>, Object> times = new HashMap<>();
    put(times, Fault.PROMOTION_DELAY, promotionDelayMs);
    put(times, Fault.DURATION, durationMs);
    DriverWish wish = wish();
    DriverFamily family = DriverFamily.of(wish.driver());
    Profile profile =
        Stream.of(Profile.values())
            .filter(one -> one.word().equals(settings))
            .findFirst()
            .orElseThrow(
                () ->
                    new BadInputException(
                        "-p settings=" + settings + ": choose as-shipped or tuned"));
    OptionValues options = outside ? OptionValues.DEFAULT : strikes.with(times);
    StartOptions start = new StartOptions(cache, null, List.of());
    Topology topology = Topology.cluster(Topology.REPLICATION, NODES);
    HaMode mode =
        target instanceof TargetSpec.External cluster
            ? ExternalNodes.ha(cluster.url(), family)
            : family.mode("-p ha", ha, any -> true);
    FailoverScenario scenario =
        new FailoverScenario(
            ClusterScenario.of(target, start, topology),
            outside
                ? ChangeScenario.of(
                    ChangeScenario.External.of(command, TRIGGER_PATIENCE, List.of(), null))
                : ChangeScenario.of(strikes, options),
            mode.word(),
            ApplicationSettings.of(profile, POOL_SIZE, ClientDriver.of(wish)),
            ProbeLoad.USUAL,
            TrialTimes.USUAL,
            1,
            null,
            null);
    return new FailoverOrder(
        scenario,
        target,
        start,
        topology,
        options,
        0,
        outside ? new FailoverOrder.Outside(command, null) : null);
  }

  private static void put(
      Map<DeclaredOption<?>, Object> times, DeclaredOption<Duration> option, String millis) {
    BadInputException.check(
        millis.matches("\\d{1,9}"), option.word(), ": " + millis + " is not a number of ms");
    Duration time = Duration.ofMillis(Long.parseLong(millis));
    if (!time.equals(option.usual())) {
      times.put(option, time);
    }
  }

  /**
   * The application's driver.
   *
   * @throws BadInputException when it cannot be had
   */
  public LoadDriver open(Progress progress) {
    return LoadDriver.open(wish(), MavenArtifacts.ofUser(), progress);
  }

  private DriverWish wish() {
    boolean alone = driverWith.equals(NONE);
    return new DriverWish(
        alone && driver.equals(TrialServer.BUNDLED)
            ? null
            : DriverCoordinates.parseAny("-p driver", driver),
        alone ? List.of() : List.of(DriverCoordinates.parseAny("-p driverWith", driverWith)),
        false,
        driverProperty.equals(NONE) ? Map.of() : properties());
  }

  private Map<String, String> properties() {
    Map<String, String> properties =
        WorkloadChoice.pairs("driverProperty", driverProperty, "failOverReadOnly=false");
    properties.forEach(
        (name, value) -> {
          BadInputException.check(
              !name.equals("user")
                  && !Redacted.isNamedBy(name)
                  && Redaction.param(name, value).equals(value),
              "-p driverProperty="
                  + name
                  + "=***: JMH prints and stores it, so it takes no login and no secret");
        });
    return properties;
  }
}
