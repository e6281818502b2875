package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.ApplicationOptions;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.ClusterOptions;
import io.github.bmt4j.cli.options.DriverNames;
import io.github.bmt4j.cli.options.RateOptions;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.StartedServer;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.Within;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.failover.balance.BalanceExperiment;
import io.github.bmt4j.failover.balance.BalanceOrder;
import io.github.bmt4j.failover.balance.BalanceResult;
import io.github.bmt4j.failover.balance.BalanceScenario;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt balance}: how reads are spread over replicas when one is lost and returns. */
@Command(
    name = "balance",
    description = {
      "Measures how reads are spread over replicas when one is lost and returns.",
      "",
      "bmt starts a primary and its replicas on this machine, spreads the reads of a"
          + " simulated application over the replicas, kills one of them and starts it again. The"
          + " report has each server's share before, during and after the loss, and the time until"
          + " the returned replica had its share again."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} --replicas 3 --return-after 20",
      "  ${COMMAND-FULL-NAME} --ha replication --pool-property=maxLifetime=30s --time 2m",
      "  ${COMMAND-FULL-NAME} --lose-node=off"
    })
@Section("Load and loss")
public final class BalanceCommand extends BmtCommand {
  private static final Duration USUAL_RETURN = Duration.ofSeconds(10);
  private static final Duration USUAL_TIME = Duration.ofSeconds(30);

  private static final Duration LASTING = Duration.ofSeconds(10);

  private static final Duration LONGEST_USUAL_TIME = Duration.ofMinutes(3);

  @Option(
      names = "--ha",
      paramLabel = "<mode>",
      defaultValue = "loadbalance",
      description =
          "how the application finds its servers: loadbalance (default; a pool of the replicas for"
              + " reads, one of the primary for writes), or a mode in which the driver sends the"
              + " reads of one pool to replicas, such as replication; --ha list lists them")
  String ha;

  @Option(
      names = "--read-time",
      paramLabel = "<s>",
      defaultValue = "20ms",
      description = "how long the server works on each read (default ${DEFAULT-VALUE}; 0: no work)")
  Duration readTime;

  @Option(
      names = "--lose-node",
      arity = "0..1",
      fallbackValue = "on",
      paramLabel = "on|off",
      defaultValue = "on",
      description = "kill a replica and start it again (default ${DEFAULT-VALUE})")
  boolean loseNode;

  @Within(least = 2)
  @Option(
      names = "--return-after",
      paramLabel = "<s>",
      description = "time from the loss to the return (default 10 s)")
  @Nullable Duration returnAfter;

  @Within(least = 2)
  @Option(
      names = "--baseline",
      paramLabel = "<s>",
      defaultValue = "10",
      description = "load before the loss, with all servers up (default ${DEFAULT-VALUE} s)")
  Duration baseline;

  @Within(least = 2)
  @Option(
      names = "--time",
      paramLabel = "<s>",
      description =
          "load after the return, or after --baseline with --lose-node=off (default: deny list +"
              + " maxLifetime + 10 s if that is at most 3 min, otherwise deny list + 30 s; without"
              + " a loss 30 s)")
  @Nullable Duration time;

  @Within(least = 0.1)
  @Option(
      names = "--stall",
      paramLabel = "<s>",
      defaultValue = "1",
      description =
          "the duration beyond which an operation counts as stalled (default ${DEFAULT-VALUE} s)")
  Duration stall;

  @Mixin ApplicationOptions application;
  @Mixin ClusterOptions cluster;
  @Mixin RateOptions rates;
  @Mixin StartedServer target;
  @Mixin ServerSeriesOptions sampled;
  @Mixin StoreOptions store;

  @Override
  public Integer call() throws TargetException {
    if (application.listed(context, ha, HaMode::spreadsReads)) {
      return ExitCode.VALID;
    }
    ReportWriter writer = store.writer(BalanceResult.KIND, context.screen());
    BalanceExperiment experiment = experiment();
    store.checkWritable();
    return context.run(experiment, store, writer);
  }

  /** Experiment that the options describe, checked; nothing is touched before. */
  public BalanceExperiment experiment() {
    Checks.check(
        loseNode || returnAfter == null,
        "--return-after",
        " cannot be combined with --lose-node=off");
    DriverFamily family = application.family();
    Checks.check(
        family.modes().stream().anyMatch(HaMode::spreadsReads),
        "--driver",
        ": bmt knows no mode of " + family.title() + " that spreads reads");
    ApplicationSettings settings = application.settings(false);
    TargetSpec spec = target.spec();
    StartOptions start = target.start(null, 0);
    Topology topology = cluster.topology();
    BalanceScenario scenario =
        new BalanceScenario(
            ClusterScenario.of(spec, start, topology),
            family.mode("--ha", ha, HaMode::spreadsReads).word(),
            settings,
            rates.load(0, Duration.ZERO, readTime, null, true),
            new BalanceScenario.Times(
                baseline.toMillis(),
                loseNode
                    ? (Long) (returnAfter == null ? USUAL_RETURN : returnAfter).toMillis()
                    : null,
                (time == null ? usualTime(settings.inForce(null)) : time).toMillis(),
                stall.toMillis()),
            sampled.scenario());
    BalanceOrder order = new BalanceOrder(scenario, spec, start, topology);
    BalanceExperiment.check(order);
    return new BalanceExperiment(
        order, DriverNames.open(application.wish(), List.of(spec), context.screen()));
  }

  private Duration usualTime(ApplicationSettings settings) {
    if (!loseNode) {
      return USUAL_TIME;
    }
    Duration enough = Duration.ofSeconds(settings.mayBeAvoidedFor().plus(LASTING).toSeconds());
    return Stream.of(
            enough.compareTo(USUAL_TIME) < 0 ? USUAL_TIME : enough,
            settings.deniedListTimeout().plus(USUAL_TIME))
        .filter(time -> time.compareTo(LONGEST_USUAL_TIME) <= 0)
        .findFirst()
        .orElse(LONGEST_USUAL_TIME);
  }
}
