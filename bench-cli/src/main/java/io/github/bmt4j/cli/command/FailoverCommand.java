package io.github.bmt4j.cli.command;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.cli.options.ApplicationOptions;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.ClusterOptions;
import io.github.bmt4j.cli.options.DriverNames;
import io.github.bmt4j.cli.options.FaultCommandOptions;
import io.github.bmt4j.cli.options.OwnClusterOptions;
import io.github.bmt4j.cli.options.ProbeOptions;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.ServerSeriesOptions;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.TargetOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.options.ViaOption;
import io.github.bmt4j.cli.options.Within;
import io.github.bmt4j.cli.screen.ExitCode;
import io.github.bmt4j.cli.series.Series;
import io.github.bmt4j.cli.series.SeriesOptions;
import io.github.bmt4j.failover.FailoverExperiment;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.external.ExternalNodes;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.Hold;
import io.github.bmt4j.failover.report.FailoverResult;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failover.scenario.FailoverScenario;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.Cluster;
import io.github.bmt4j.server.ServerRegistry;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bmt failover}: what an application experiences when the primary changes. */
@Command(
    name = "failover",
    description = {
      "Measures what an application experiences when the primary changes.",
      "",
      "Without --url, bmt starts a primary and its replicas on this machine and injects --fault."
          + " With --url, it works on your own cluster, and --trigger changes the primary."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} --fault kill --promotion-delay 3 --repeat 10",
      "  ${COMMAND-FULL-NAME} --fault switchover --kill-sessions --settings tuned",
      "  ${COMMAND-FULL-NAME} --driver mysql:9.7.0 --ha failover --fault hang",
      "  ${COMMAND-FULL-NAME} --driver mariadb:4.0.0 --against '--driver mysql:9.7.0'",
      "  ${COMMAND-FULL-NAME} --url jdbc:mariadb://cluster/app --user app --trigger manual"
    })
@Section("Measurement")
public final class FailoverCommand extends BmtCommand implements SeriesOptions.Compared {
  private static final int REPETITIONS = 5;

  @Within(least = 1, most = 1000)
  @Option(
      names = "--repeat",
      order = Section.USUAL,
      paramLabel = "<n>",
      description = "number of repetitions (default 5; 1 with --url)")
  @Nullable Integer repeat;

  @Within(least = 1, most = Integer.MAX_VALUE / 1000)
  @Option(
      names = Series.ROUND,
      paramLabel = "<n>",
      hidden = true,
      defaultValue = "1",
      description = "number of this run among those of its side of a series")
  int round;

  @Option(
      names = "--max-write-outage",
      paramLabel = "<s>",
      description = "exit with code 1 when a write outage, or the degraded time, is longer")
  @Nullable Duration maxWriteOutage;

  @Mixin ProbeOptions probes;
  @Mixin FaultCommandOptions faults;
  @Mixin OwnClusterOptions own;

  @Option(
      names = "--ha",
      paramLabel = "<mode>",
      description =
          "how the application finds the servers of a cluster that bmt starts: endpoint (default),"
              + " dns, or a mode of its driver; --ha list lists them")
  @Nullable String ha;

  @Mixin ViaOption via;
  @Mixin ApplicationOptions application;
  @Mixin ClusterOptions cluster;
  @Mixin TargetOptions target;
  @Mixin ServerSeriesOptions sampled;
  @Mixin SeriesOptions series;
  @Mixin StoreOptions store;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws TargetException {
    if (faults.listFaults) {
      Checks.check(!context.checks(), "--list-faults", " measures nothing: give it alone");
      String topology = cluster.topology;
      Fault.all().stream()
          .filter(fault -> topology == null || ServerRegistry.has(topology, fault.needs()))
          .forEach(this::line);
      return ExitCode.VALID;
    }
    if (application.listed(context, ha, mode -> true)) {
      return ExitCode.VALID;
    }
    if (!series.against.isEmpty()) {
      // Sides run in turns, so that each run has one repetition.
      return series.run(spec.commandLine(), context, store, repeat, List.of("--repeat=1"));
    }
    series.checkUnused();
    return context.run(FailoverResult.KIND, store, this::experiment);
  }

  private void line(Fault fault) {
    String topology = cluster.topology;
    boolean elects =
        topology != null && ServerRegistry.has(topology, List.of(Cluster.Electing.class));
    String takes =
        fault.takes().stream()
            .filter(option -> !elects || !option.equals(Fault.PROMOTION_DELAY))
            .map(option -> option.word())
            .sorted()
            .collect(Collectors.joining(", "));
    context
        .screen()
        .wrappedLine(
            words(
                "%-22s  %s%s",
                fault.name(), fault.summary(), takes.isEmpty() ? "" : " (" + takes + ")"));
  }

  /** Experiment that the options describe, checked; nothing is touched before. */
  public FailoverExperiment experiment() {
    DriverWish wish = application.wish();
    DriverFamily family = application.family();
    UrlKind kind = UrlKind.of(wish);
    TargetSpec spec = target.spec(kind);
    boolean outside = !spec.isStarted();
    ProbeLoad load = probes.load(family);
    FailoverOrder.Outside external = outside ? own.outside(kind, context.caller().trigger()) : null;
    Checks.check(
        !context.checks() || !ChangeScenario.External.MANUAL.equals(own.trigger),
        "--trigger",
        "=manual: a series does not show when to change the primary; give a command");
    if (outside) {
      Checks.check(
          !faults.anything()
              && ha == null
              && !via.isHaProxy()
              && load.readHa() == null
              && !cluster.anything(),
          "--fault",
          " and its options, --ha, --via, --read-ha, --topology and its options are for"
              + " a cluster that bmt starts: with --url, --trigger changes the primary, and the URL"
              + " and --read-url say how the application connects");
    } else {
      Checks.check(
          !own.anything() && context.caller().trigger() == null,
          "--trigger",
          ", --node and --read-url require --url; --read-ha is for a cluster that bmt" + " starts");
    }
    Fault fault = faults.fault();
    OptionValues options = faults.options(fault);
    int repetitions = repeat == null ? (outside ? 1 : REPETITIONS) : repeat;
    HaMode mode =
        outside
            ? ExternalNodes.ha(((TargetSpec.External) spec).url(), family)
            : ha == null ? HaMode.ENDPOINT : family.mode("--ha", ha, any -> true);
    StartOptions start = target.start(0);
    Topology topology = cluster.topology();
    FailoverScenario wanted =
        new FailoverScenario(
            ClusterScenario.of(spec, start, topology, via.word()),
            external == null ? ChangeScenario.of(fault, options) : own.change(external),
            mode.word(),
            application.settings(options.get(Fault.HOLD) == Hold.POOL),
            load,
            probes.times(),
            repetitions,
            maxWriteOutage == null ? null : (Long) maxWriteOutage.toMillis(),
            sampled.scenario());
    called = wanted;
    FailoverOrder order =
        new FailoverOrder(
            wanted, spec, start, topology, options, (round - 1) * repetitions, external);
    FailoverExperiment.check(order);
    return new FailoverExperiment(order, DriverNames.open(wish, List.of(spec), context.screen()));
  }
}
