package io.github.bmt4j.cli;

import io.github.bmt4j.engine.balance.BalanceOrder;
import io.github.bmt4j.engine.balance.BalanceRun;
import io.github.bmt4j.experiment.ReportWriter;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failure.TargetException;
import io.github.bmt4j.measure.Clock;
import io.github.bmt4j.result.BalanceResult;
import io.github.bmt4j.scenario.HaMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmt balance}: how reads are spread over replicas when one is lost and comes back. */
@Command(
    name = "balance",
    customSynopsis = "./bmt balance [options]",
    description = {
      "Spreads the reads of an imitated application over replicas, kills one of them, starts it again,",
      "and tells who had how much to do before, during and after, and when the lost one had its share again.",
      "A primary and its replicas are started on loopback."
    },
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class BalanceCommand implements Callable<Integer> {
  private static final int REPLICAS = 2;
  private static final Duration SHORTEST = Duration.ofSeconds(2);

  private final Workshop workshop;

  @Option(
      names = "--ha",
      paramLabel = "<way>",
      defaultValue = "loadbalance",
      description =
          "how the application finds its servers: loadbalance (default; a pool of the replicas for reads, one of the primary for writes), load-balance-read, replication (one pool, routed by the driver)")
  String ha;

  @Option(
      names = "--replicas",
      paramLabel = "<n>",
      defaultValue = "" + REPLICAS,
      description = "replicas of the primary (default ${DEFAULT-VALUE})")
  int replicas;

  @Option(
      names = "--read-time",
      paramLabel = "<s>",
      defaultValue = "20ms",
      description =
          "how long a read works on the server; 0 for not at all (default ${DEFAULT-VALUE})")
  String readTime;

  @Option(
      names = "--lose-node",
      paramLabel = "<on|off>",
      defaultValue = "on",
      description = "whether a replica is killed and started again (default ${DEFAULT-VALUE})")
  String loseNode;

  @Option(
      names = "--return-after",
      paramLabel = "<s>",
      description = "how long it is away (default 10)")
  @Nullable String returnAfter;

  @Option(
      names = "--baseline",
      paramLabel = "<s>",
      defaultValue = "10",
      description = "under load with all servers up, before the loss (default ${DEFAULT-VALUE})")
  String baseline;

  @Option(
      names = "--time",
      paramLabel = "<s>",
      defaultValue = "30",
      description =
          "under load after the return, or without a loss after --baseline (default ${DEFAULT-VALUE})")
  String time;

  @Option(
      names = "--stall",
      paramLabel = "<s>",
      defaultValue = "1",
      description = "from when on an operation counts as stalled (default ${DEFAULT-VALUE})")
  String stall;

  @Mixin ApplicationOptions application;
  @Mixin RateOptions rates;
  @Mixin TargetOptions target;
  @Mixin StoreOptions store;

  BalanceCommand(Workshop workshop) {
    this.workshop = workshop;
  }

  @Override
  public Integer call() throws TargetException {
    ReportWriter writer = store.writer(BalanceResult.KIND, workshop.screen());
    BalanceOrder order = order();
    store.checkWritable();
    Screen screen = workshop.screen();
    if (store.json()) {
      screen.keepOutputForResults();
    }
    BalanceWatch watch = new BalanceWatch(screen, workshop.shutdown());
    BalanceResult result =
        new BalanceRun(order, Clock.SYSTEM, screen, workshop.shutdown().stop())
            .execute(store.runs(), watch);
    writer.ended(new Runner.Outcome<>(result, watch.folder()));
    return ExitCode.of(result);
  }

  /** What the user wants, checked; nothing is touched before. */
  private BalanceOrder order() {
    boolean lose = Checks.choice("--lose-node", loseNode, "on", "off").equals("on");
    Checks.check(lose || returnAfter == null, "--return-after does not go with --lose-node off");
    BalanceOrder order =
        new BalanceOrder(
            target.spec(),
            target.lab(0).cache(),
            target.lab(0).serverOptions(),
            ha(),
            application.settings(),
            replicas,
            rates.load(0),
            Checks.duration("--read-time", readTime),
            atLeast("--baseline", baseline),
            lose ? atLeast("--return-after", returnAfter == null ? "10" : returnAfter) : null,
            atLeast("--time", time),
            Checks.duration("--stall", stall));
    Checks.check(order.stall().toMillis() >= 100, "--stall=" + stall + ": give 100ms or more");
    target.noDataFolder();
    BalanceRun.check(order);
    return order;
  }

  private HaMode ha() {
    Checks.choice(
        "--ha",
        ha,
        HaMode.LOADBALANCE.word(),
        HaMode.LOAD_BALANCE_READ.word(),
        HaMode.REPLICATION.word());
    return Arrays.stream(HaMode.values())
        .filter(mode -> mode.word().equals(ha))
        .findFirst()
        .orElseThrow();
  }

  private static Duration atLeast(String option, String text) {
    Duration duration = Checks.duration(option, text);
    Checks.check(duration.compareTo(SHORTEST) >= 0, option + "=" + text + ": give 2 s or more");
    return duration;
  }
}
