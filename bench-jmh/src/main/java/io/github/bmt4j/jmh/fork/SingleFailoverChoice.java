package io.github.bmt4j.jmh.fork;

import io.github.bmt4j.failover.FailoverExperiment;
import io.github.bmt4j.failover.FailoverOrder;
import io.github.bmt4j.failover.ProbeLoad;
import io.github.bmt4j.failover.TrialTimes;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.ClientDriver;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.Redacted;
import io.github.bmt4j.jdbc.DriverCoordinates;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.DeclaredOption;
import io.github.bmt4j.server.OptionValues;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Settings of one change of the primary, by the parameters of {@code FailoverBenchmark}.
 *
 * @param fault in a lab
 * @param ha how the application finds the lab's servers
 * @param settings a profile
 * @param promotionDelayMillis in a lab
 * @param durationMillis of faults that end on their own
 * @param trigger the command that changes the primary of the user's cluster, or {@link #NONE}
 * @param driver of the application, by its Maven coordinates
 * @param driverWith a further jar of the driver, or {@link #NONE}
 * @param driverProperty properties of the driver, {@code name=value} with spaces between, or {@link
 *     #NONE}
 */
public record SingleFailoverChoice(
    String fault,
    String ha,
    String settings,
    long promotionDelayMillis,
    long durationMillis,
    String trigger,
    String driver,
    String driverWith,
    String driverProperty) {
  /** The value of a parameter that is not given: {@code -p trigger} for a lab. */
  public static final String NONE = "none";

  /** The value of {@code fault} and {@code ha} for the user's cluster, where they mean nothing. */
  public static final String NOT_OURS = "as-url";

  private static final int POOL_SIZE = 10;
  private static final int NODES = 3;

  /** An order names a fault also where a command takes its place. */
  private static final String ANY_FAULT = "kill";

  private static final ProbeLoad NO_RATES =
      new ProbeLoad(0, 0, 0, 1, Duration.ZERO, Duration.ZERO, null, false, null);
  private static final TrialTimes TIMES =
      new TrialTimes(
          Duration.ofSeconds(3),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(60));
  private static final Duration TRIGGER_PATIENCE = Duration.ofMinutes(3);

  /**
   * The engine's order.
   *
   * @param cache where server binaries and running servers' folders are kept
   * @throws BadInputException when a parameter makes no sense, or they do not fit together
   */
  public FailoverOrder order(TargetSpec target, Path cache) {
    boolean outside = !target.isStarted();
    if (outside == trigger.equals(NONE)) {
      throw new BadInputException(
          outside
              ? "FailoverBenchmark with a JDBC URL needs -p trigger='the command that changes the"
                  + " primary'; -e FailoverBenchmark leaves it out"
              : "-p trigger requires -p url=jdbc:…; in a cluster that bmt starts, -p fault says"
                  + " what happens");
    }
    Fault wanted = Fault.byName(outside ? ANY_FAULT : fault);
    DriverWish wish = wish();
    DriverFamily family = DriverFamily.of(wish.driver());
    return new FailoverOrder(
        target,
        new StartOptions(cache, null, List.of()),
        Topology.cluster(Topology.REPLICATION, NODES),
        target instanceof TargetSpec.External cluster
            ? FailoverExperiment.ha(cluster, family)
            : family.mode("-p ha", ha, mode -> true),
        wanted.name(),
        faultOptions(wanted),
        profile(wish),
        NO_RATES,
        TIMES,
        outside ? new FailoverOrder.Outside(trigger, TRIGGER_PATIENCE, List.of(), null) : null,
        1,
        null,
        null);
  }

  /**
   * Loads the driver.
   *
   * @param jars gives the path of a jar for the words of {@code -p driver} or {@code -p driverWith}
   * @throws BadInputException when a parameter makes no sense, or there is no driver in the jars
   */
  public LoadDriver load(UnaryOperator<String> jars) {
    DriverWish wish = wish();
    return wish.driver() == null
        ? LoadDriver.own(wish)
        : LoadDriver.load(
            wish, wish.jars().stream().map(jar -> Path.of(jars.apply(jar.text()))).toList());
  }

  private DriverWish wish() {
    boolean alone = driverWith.equals(NONE);
    return new DriverWish(
        alone && driver.equals(Server.BUNDLED)
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
          if (name.equals("user")
              || Redacted.isNamedBy(name)
              || !Redaction.param(name, value).equals(value)) {
            throw new BadInputException(
                "-p driverProperty="
                    + name
                    + "=***: JMH prints and stores it, so it takes no login and no secret");
          }
        });
    return properties;
  }

  private ApplicationSettings profile(DriverWish wish) {
    if (!settings.equals(ApplicationSettings.AS_SHIPPED)
        && !settings.equals(ApplicationSettings.TUNED)) {
      throw new BadInputException("-p settings=" + settings + ": choose as-shipped or tuned");
    }
    return ApplicationSettings.of(settings, POOL_SIZE, ClientDriver.of(wish));
  }

  private OptionValues faultOptions(Fault wanted) {
    return with(
        with(OptionValues.DEFAULT, wanted, Fault.PROMOTION_DELAY, promotionDelayMillis),
        wanted,
        Fault.DURATION,
        durationMillis);
  }

  private static OptionValues with(
      OptionValues options, Fault fault, DeclaredOption<Duration> option, long millis) {
    if (millis < 0) {
      throw new BadInputException(option.word() + " of " + millis + " ms: give 0 or more");
    }
    Duration time = Duration.ofMillis(millis);
    if (time.equals(option.usual())) {
      return options;
    }
    if (!fault.takes().contains(option)) {
      throw new BadInputException(
          option.word() + " cannot be combined with -p fault=" + fault.name());
    }
    return options.with(option, time);
  }
}
