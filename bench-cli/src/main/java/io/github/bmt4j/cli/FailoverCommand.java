package io.github.bmt4j.cli;

import io.github.bmt4j.engine.failover.FailoverOrder;
import io.github.bmt4j.engine.failover.FailoverRun;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.BadInputException;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.fault.Fault;
import io.github.bmt4j.fault.Faults;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.result.FailoverResult;
import io.github.bmt4j.scenario.HaMode;
import io.github.bmt4j.target.TargetSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt failover}: what the application suffers when the primary changes. */
@Command(
    name = "failover",
    customSynopsis = "./bmt failover [options]",
    description = {
      "Changes the primary under an imitated application, and tells in milliseconds what that suffered and lost.",
      "Without --url: a primary and its replicas are started on loopback, and --fault says what goes wrong.",
      "With --url: your cluster, and --trigger says what changes its primary."
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class FailoverCommand implements Callable<Integer> {
  private static final int MOST_REPETITIONS = 1000;
  private static final int REPETITIONS = 5;

  private final Workshop workshop;

  @Option(
      names = "--ha",
      paramLabel = "<way>",
      description =
          "how the application finds the lab's servers: endpoint (default), dns, sequential, replication, loadbalance, load-balance-read")
  @Nullable String ha;

  @Mixin FaultCommandOptions faults;
  @Mixin ApplicationOptions application;
  @Mixin ProbeOptions probes;
  @Mixin TargetOptions target;
  @Mixin ReplicationLabOptions lab;
  @Mixin StoreOptions store;

  @Option(
      names = "--repeat",
      paramLabel = "<n>",
      description = "repetitions (default 5; 1 with --url)")
  @Nullable Integer repeat;

  @Option(
      names = "--max-write-outage",
      paramLabel = "<s>",
      description = "exit code 1 when a write outage is longer")
  @Nullable String maxWriteOutage;

  @Option(
      names = "--trigger",
      paramLabel = "<command>",
      description = "with --url: what changes the primary; manual when somebody else does it")
  @Nullable String trigger;

  @Option(
      names = "--trigger-timeout",
      paramLabel = "<s>",
      description =
          "how long to wait until the primary has changed (default 3m; 10m for --trigger manual)")
  @Nullable String triggerTimeout;

  @Option(
      names = "--node",
      paramLabel = "<host[:port]>",
      description =
          "with --url: a node to look at directly, for the server's own outage; may be repeated (default: the hosts of the URL when it has several)")
  List<String> nodes = new ArrayList<>();

  @Option(
      names = "--read-url",
      paramLabel = "<jdbc-url>",
      description = "with --url: where readers connect, such as a reader endpoint")
  @Nullable String readUrl;

  @Option(names = "--list-faults", description = "lists the faults and what they take")
  boolean listFaults;

  FailoverCommand(Workshop workshop) {
    this.workshop = workshop;
  }

  @Override
  public Integer call() throws TargetException {
    if (listFaults) {
      Faults.all().forEach(this::line);
      return ExitCode.VALID;
    }
    ReportWriter writer = store.writer(FailoverResult.KIND, workshop.screen());
    FailoverOrder order = order();
    store.checkWritable();
    Screen screen = workshop.screen();
    if (store.json()) {
      screen.keepOutputForResults();
    }
    FailoverWatch watch = new FailoverWatch(screen, workshop.shutdown());
    FailoverResult result =
        new FailoverRun(order, Clock.SYSTEM, screen, workshop.shutdown().stop())
            .execute(store.runs(), watch);
    writer.ended(new Runner.Outcome<>(result, watch.folder()));
    return ExitCode.of(result);
  }

  private void line(Fault fault) {
    String takes =
        fault.takes().isEmpty()
            ? ""
            : " ("
                + fault.takes().stream()
                    .map(option -> option.word())
                    .sorted()
                    .collect(Collectors.joining(", "))
                + ")";
    workshop
        .screen()
        .line(String.format(Locale.ROOT, "%-30s %s%s", fault.name(), fault.summary(), takes));
  }

  /** What the user wants, checked; nothing is touched before. */
  private FailoverOrder order() {
    TargetSpec spec = target.spec();
    boolean outside = spec instanceof TargetSpec.External;
    FailoverOrder.Outside external = outside ? outside() : null;
    if (outside) {
      Checks.check(
          !faults.anything() && ha == null && !lab.anything(),
          "--fault and its options, --ha, --replicas and --semi-sync are for the lab: with --url, --trigger changes the primary and the URL says how the application connects");
    } else {
      Checks.check(
          trigger == null && nodes.isEmpty() && readUrl == null,
          "--trigger, --node and --read-url go with --url");
    }
    Fault fault = faults.fault();
    int repetitions = repeat == null ? (outside ? 1 : REPETITIONS) : repeat;
    Checks.check(
        repetitions >= 1 && repetitions <= MOST_REPETITIONS,
        "--repeat=" + repetitions + ": give a number from 1 to " + MOST_REPETITIONS);
    FailoverOrder order =
        new FailoverOrder(
            spec,
            target.lab(0).cache(),
            target.lab(0).serverOptions(),
            outside ? FailoverRun.ha((TargetSpec.External) spec) : ha(),
            fault.name(),
            faults.options(fault),
            application.settings(),
            lab.replicas(),
            lab.semiSync(),
            probes.load(),
            probes.times(),
            external,
            repetitions,
            maxWriteOutage == null ? null : Checks.duration("--max-write-outage", maxWriteOutage));
    target.noDataFolder();
    FailoverRun.check(order);
    return order;
  }

  private FailoverOrder.Outside outside() {
    String command = trigger;
    if (command == null || command.isBlank()) {
      throw new BadInputException(
          "--url needs --trigger: the command that changes the primary, or manual when somebody else does it");
    }
    if (readUrl != null) {
      target.checkUrl("--read-url", readUrl);
    }
    String usual = command.strip().equals("manual") ? "10m" : "3m";
    return new FailoverOrder.Outside(
        command.strip(),
        Checks.duration("--trigger-timeout", triggerTimeout == null ? usual : triggerTimeout),
        nodes,
        readUrl);
  }

  private HaMode ha() {
    String word = ha == null ? HaMode.ENDPOINT.word() : ha;
    return Arrays.stream(HaMode.values())
        .filter(mode -> mode.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--ha="
                        + word
                        + ": choose one of "
                        + Arrays.stream(HaMode.values())
                            .map(HaMode::word)
                            .collect(Collectors.joining(", "))));
  }
}
