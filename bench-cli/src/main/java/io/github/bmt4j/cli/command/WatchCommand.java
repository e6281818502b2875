package io.github.bmt4j.cli.command;

import static io.github.bmt4j.failure.Called.bmt;

import io.github.bmt4j.cli.options.ApplicationOptions;
import io.github.bmt4j.cli.options.Checks;
import io.github.bmt4j.cli.options.DriverNames;
import io.github.bmt4j.cli.options.OwnNodeOptions;
import io.github.bmt4j.cli.options.ProbeOptions;
import io.github.bmt4j.cli.options.Section;
import io.github.bmt4j.cli.options.StallOption;
import io.github.bmt4j.cli.options.StoreOptions;
import io.github.bmt4j.cli.options.TargetOptions;
import io.github.bmt4j.cli.options.UrlKind;
import io.github.bmt4j.cli.options.Within;
import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.external.ExternalNodes;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.failover.watch.WatchExperiment;
import io.github.bmt4j.failover.watch.WatchResult;
import io.github.bmt4j.failover.watch.WatchScenario;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.jdbc.DriverWish;
import io.github.bmt4j.jdbc.JdbcUrl;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code bmt watch}: every outage of your own cluster in a window. */
@Command(
    name = "watch",
    description = {
      "Watches your own cluster with a light load, and lists every outage.",
      "",
      "Of each outage it says when it was, how long writes, reads and connections were out, for"
          + " how long of it no server took writes and what driver, pool and proxy added, which"
          + " errors the application saw, and whether writes were lost. What was seen is stored as"
          + " it comes."
    },
    footer = {
      "  ${COMMAND-FULL-NAME} --url jdbc:mariadb://proxy/app --node db1 --node db2 --time 2h",
      "  ${COMMAND-FULL-NAME} --url jdbc:mariadb://cluster/app --user app --no-writes"
    })
@Section("Window")
public final class WatchCommand extends BmtCommand {
  /** The load is that of a failover, but gentle: these are the user's own servers. */
  private static final Map<String, String> GENTLE =
      Map.of(
          "--write-rate",
          "20",
          "--read-rate",
          "20",
          "--connect-rate",
          "1",
          "--request-threads",
          "20");

  @Within(least = 5)
  @Option(
      names = "--time",
      order = Section.USUAL,
      paramLabel = "<s>",
      description = "length of the window, such as 2h (default: until Ctrl-C)")
  @Nullable Duration time;

  @Option(
      names = "--no-writes",
      order = Section.USUAL,
      description =
          "only read and connect, for a login that may only read: no table is made, and a node that"
              + " is not read-only counts as one that takes writes")
  boolean noWrites;

  @Option(
      names = "--max-write-outage",
      order = Section.USUAL,
      paramLabel = "<s>",
      description = "exit with code 1 when an outage, or a degraded time, is longer")
  @Nullable Duration maxWriteOutage;

  @Option(
      names = "--fail-if",
      paramLabel = "<limit>",
      description =
          "exit with code 1 when a figure of the whole window is larger, such as 'out>30s',"
              + " 'outages>2' or 'lost>0'; may be repeated")
  List<String> failIf = new ArrayList<>();

  @Mixin StallOption stalled;

  @Within(least = 2)
  @Option(
      names = "--settle",
      paramLabel = "<s>",
      defaultValue = "3",
      description =
          "an outage is reported after this long without errors or stalls (default ${DEFAULT-VALUE}"
              + " s)")
  Duration settle;

  @Mixin ProbeOptions.Rates rates;
  @Mixin OwnNodeOptions places;
  @Mixin ApplicationOptions application;
  @Mixin TargetOptions target;
  @Mixin StoreOptions store;

  @Override
  public CommandLine line(CommandLine.IFactory factory) {
    CommandLine line = super.line(factory);
    CommandSpec spec = line.getCommandSpec();
    spec.remove(spec.findOption("--read-ha")); // The URL says how readers connect.
    // In an order that is the same in each JVM: completion is generated from it.
    new TreeMap<>(GENTLE)
        .forEach((name, value) -> change(spec, name, usual -> usual.defaultValue(value)));
    return line;
  }

  @Override
  public Integer call() throws TargetException {
    int code = context.run(WatchResult.KIND, store, this::experiment);
    if (time == null) {
      context.shutdown().signalWasRegularEnd();
    }
    return code;
  }

  /** Experiment that the options describe, checked; nothing is touched before. */
  public WatchExperiment experiment() {
    DriverWish wish = application.wish();
    DriverFamily family = application.family();
    UrlKind kind = UrlKind.of(wish);
    if (!(target.spec(kind) instanceof TargetSpec.External own)) {
      throw new BadInputException(
          "--url",
          ": watch needs your own cluster; "
              + bmt("lab up starts one to try it, and says its URL"));
    }
    ProbeLoad load = rates.load(family);
    long settleMillis = stalled.settleMillis(settle);
    Checks.check(
        maxWriteOutage == null || !noWrites,
        "--max-write-outage",
        " does not fit --no-writes; --fail-if 'out>5s' limits reads");
    String readUrl = places.readUrl(kind);
    StartOptions start = target.start(0);
    WatchScenario scenario =
        new WatchScenario(
            ClusterScenario.of(own, start, Topology.SINGLE),
            places.nodes(),
            readUrl == null ? null : JdbcUrl.redacted(readUrl),
            ExternalNodes.ha(own.url(), family).word(),
            application.settings(false),
            noWrites ? load.withoutWrites() : load,
            stalled.millis(),
            settleMillis,
            time == null ? null : (Long) time.toMillis(),
            ZoneId.systemDefault().getId(),
            maxWriteOutage == null ? null : (Long) maxWriteOutage.toMillis(),
            List.copyOf(failIf));
    WatchExperiment experiment =
        WatchExperiment.of(
            scenario, own, readUrl, start, DriverNames.open(wish, List.of(own), context.screen()));
    experiment.check();
    return experiment;
  }
}
