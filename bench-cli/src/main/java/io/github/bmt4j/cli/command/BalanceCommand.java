package io.github.bmt4j.cli.command;

import io.github.bmt4j.cli.options.ApplicationOptions;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.ClusterOptions;
import io.github.bmt4j.cli.options.DriverNames;
import io.github.bmt4j.cli.options.OwnClusterOptions;
import io.github.bmt4j.cli.options.RateOptions;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.StallOption;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.TargetOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.options.ViaOption;
import io.github.bmt4j.cli.options.Within;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.failover.balance.BalanceExperiment;
import io.github.bmt4j.failover.balance.BalanceOrder;
import io.github.bmt4j.failover.balance.BalanceResult;
import io.github.bmt4j.failover.balance.BalanceScenario;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.external.ExternalNodes;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverUrl;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code bmt balance}: how reads are spread over replicas when one is lost and returns. */
@Command(
    name = "balance",
    description = {
      "Measures how reads are spread over replicas when one is lost and returns.",
      "",
      "Without --url, bmt starts a primary and its replicas on this machine, spreads the reads of a"
          + " simulated application over the replicas, kills one of them and starts it again. With"
          + " --url (a list of hosts, a reader endpoint, a proxy), the reads go to your own servers,"
          + " and --trigger takes one away. The report has each server's share before, during and"
          + " after the loss, and the time until the returned replica had its share again."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} --replicas 3 --return-after 20",
      "  ${COMMAND-FULL-NAME} --ha replication --pool-property=maxLifetime=30s --time 2m",
      "  ${COMMAND-FULL-NAME} --lose-node=off",
      "  ${COMMAND-FULL-NAME} --url jdbc:mariadb://reader/app --user app --node db1 --node db2",
      "  ${COMMAND-FULL-NAME} --url jdbc:mariadb:loadbalance://a,b/app --trigger ./lose-b"
    })
@Section("Load and loss")
public final class BalanceCommand extends BmtCommand {
  /** What options of a user's own cluster mean here. */
  private static final Map<String, String> HERE =
      Map.of(
          "--trigger",
          "command that takes a replica away, and may start it again; manual: you do it yourself"
              + " (default: none is lost)",
          "--trigger-timeout",
          "longest time that the trigger may take (default 3m)",
          "--node",
          "server over which the reads are spread, and the one that takes the writes: at least two"
              + " (default: the hosts of the URL when it has several)",
          "--read-url",
          "where readers connect, if writes go to --url (default: reads go to --url, and writes to"
              + " the only node that takes them)");

  private static final Duration USUAL_RETURN = Duration.ofSeconds(10);
  private static final Duration USUAL_TIME = Duration.ofSeconds(30);

  private static final Duration LASTING = Duration.ofSeconds(10);

  private static final Duration LONGEST_USUAL_TIME = Duration.ofMinutes(3);

  @Option(
      names = "--ha",
      paramLabel = "<mode>",
      description =
          "how the application finds the servers of a cluster that bmt starts: loadbalance (default; a pool of the replicas for"
              + " reads, one of the primary for writes), or a mode in which the driver sends the"
              + " reads of one pool to replicas, such as replication; --ha list lists them")
  @Nullable String ha;

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
      description = "kill a replica and start it again (default on; with --url off)")
  @Nullable Boolean loseNode;

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
          "load after the return or the end of --trigger, or after --baseline without a loss"
              + " (default: deny list + maxLifetime + 10 s if that is at most 3 min, otherwise deny"
              + " list + 30 s; without a loss 30 s)")
  @Nullable Duration time;

  @Mixin StallOption stalled;

  @Mixin ApplicationOptions application;
  @Mixin ClusterOptions cluster;
  @Mixin ViaOption via;
  @Mixin RateOptions rates;
  @Mixin OwnClusterOptions own;
  @Mixin TargetOptions target;
  @Mixin ServerSeriesOptions sampled;
  @Mixin StoreOptions store;

  @Override
  public CommandLine line(CommandLine.IFactory factory) {
    CommandLine line = super.line(factory);
    CommandSpec spec = line.getCommandSpec();
    // In an order that is the same in each JVM: completion is generated from it.
    new TreeMap<>(HERE)
        .forEach(
            (name, description) -> change(spec, name, usual -> usual.description(description)));
    return line;
  }

  @Override
  public Integer call() throws TargetException {
    if (application.listed(context, ha, HaMode::spreadsReads)) {
      return ExitCode.VALID;
    }
    return context.run(BalanceResult.KIND, store, this::experiment);
  }

  /** Experiment that the options describe, checked; nothing is touched before. */
  public BalanceExperiment experiment() {
    DriverWish wish = application.wish();
    DriverFamily family = application.family();
    UrlKind kind = UrlKind.of(wish);
    TargetSpec spec = target.spec(kind);
    via.checkStarted(spec.isStarted());
    FailoverOrder.Outside outside = spec.isStarted() ? null : own.outsideOrNothing(kind);
    String url = outside == null ? null : readers(outside, (TargetSpec.External) spec);
    ChangeScenario.External external =
        outside == null || url == null ? null : external(outside, url);
    boolean kills = external == null && !Boolean.FALSE.equals(loseNode);
    check(external, family);
    ApplicationSettings settings = application.settings(false);
    StartOptions start = target.start(0);
    Topology topology = external == null ? cluster.topology() : Topology.SINGLE;
    BalanceScenario scenario =
        new BalanceScenario(
            ClusterScenario.of(spec, start, topology, via.word()),
            external,
            mode(family, url).word(),
            settings,
            rates.load(0, Duration.ZERO, readTime, null, true),
            new BalanceScenario.Times(
                baseline.toMillis(),
                kills ? (Long) (returnAfter == null ? USUAL_RETURN : returnAfter).toMillis() : null,
                (time != null
                        ? time
                        : kills || (external != null && !external.changesNothing())
                            ? usualTime(settings.inForce(url))
                            : USUAL_TIME)
                    .toMillis(),
                stalled.millis()),
            sampled.scenario());
    BalanceOrder order = new BalanceOrder(scenario, spec, start, topology, outside);
    BalanceExperiment.check(order);
    return new BalanceExperiment(order, DriverNames.open(wish, List.of(spec), context.screen()));
  }

  private void check(ChangeScenario.@Nullable External external, DriverFamily family) {
    if (external == null) {
      Checks.check(!own.anything(), "--trigger", ", --node and --read-url require --url");
      Checks.check(
          !Boolean.FALSE.equals(loseNode) || returnAfter == null,
          "--return-after",
          " cannot be combined with --lose-node=off");
      Checks.check(
          !via.isHaProxy() || ha == null,
          "--via",
          "=haproxy and --ha cannot be combined: the application knows only HAProxy's addresses");
      Checks.check(
          via.isHaProxy() || family.modes().stream().anyMatch(HaMode::spreadsReads),
          "--driver",
          ": bmt knows no mode of " + family.title() + " that spreads reads");
      return;
    }
    Checks.check(
        returnAfter == null && !Boolean.TRUE.equals(loseNode),
        "--return-after",
        " and --lose-node are for servers that bmt starts: with --url, --trigger takes a replica"
            + " away and may start it again");
    Checks.check(
        loseNode == null || external.changesNothing(),
        "--trigger",
        " cannot be combined with --lose-node=off");
    Checks.check(
        ha == null && !cluster.anything(),
        "--topology",
        " and its options, and --ha, are for servers that bmt starts: with --url, the URL says how"
            + " the application finds its servers");
    Checks.check(
        external.nodes().size() > 1,
        "--node",
        ": name each server over which reads are spread, two or more; a URL with several hosts"
            + " names them, too");
  }

  private ChangeScenario.External external(FailoverOrder.Outside outside, String url) {
    ChangeScenario.External given = Objects.requireNonNull(own.change(outside).external());
    return new ChangeScenario.External(
        given.trigger(),
        given.triggerTimeoutMillis(),
        ExternalNodes.of(given.nodes(), DriverUrl.own(url)),
        given.readUrl());
  }

  private static String readers(FailoverOrder.Outside outside, TargetSpec.External cluster) {
    return Objects.requireNonNullElse(outside.readUrl(), cluster.url());
  }

  private HaMode mode(DriverFamily family, @Nullable String url) {
    return via.isHaProxy()
        ? HaMode.ENDPOINT
        : url == null
            ? family.mode(
                "--ha", Objects.requireNonNullElse(ha, "loadbalance"), HaMode::spreadsReads)
            : ExternalNodes.ha(url, family);
  }

  private Duration usualTime(ApplicationSettings settings) {
    Duration enough = Duration.ofSeconds(settings.mayBeAvoidedFor().plus(LASTING).toSeconds());
    return Stream.of(
            enough.compareTo(USUAL_TIME) < 0 ? USUAL_TIME : enough,
            settings.deniedListTimeout().plus(USUAL_TIME))
        .filter(time -> time.compareTo(LONGEST_USUAL_TIME) <= 0)
        .findFirst()
        .orElse(LONGEST_USUAL_TIME);
  }
}
