package io.github.bmt4j.cli;

import io.github.bmt4j.failover.ProbeLoad;
import io.github.bmt4j.failover.TrialTimes;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How much work the simulated application does, and how long it is observed. */
@Section("Measurement")
@SuppressWarnings("NullAway.Init")
final class ProbeOptions {
  private static final Duration SHORTEST_BASELINE = Duration.ofSeconds(2);
  private static final Duration SHORTEST_STALL = Duration.ofMillis(100);

  @Mixin Rates rates;

  @Option(
      names = "--baseline",
      paramLabel = "<s>",
      defaultValue = "3",
      description = "load before the fault, with all servers healthy (default ${DEFAULT-VALUE} s)")
  Duration baseline;

  @Option(
      names = "--stall",
      paramLabel = "<s>",
      defaultValue = "1",
      description = "an operation that takes longer has stalled (default ${DEFAULT-VALUE} s)")
  Duration stall;

  @Option(
      names = "--settle",
      paramLabel = "<s>",
      defaultValue = "10",
      description =
          "a repetition ends after this long without errors or stalls (default ${DEFAULT-VALUE} s)")
  Duration settle;

  @Option(
      names = "--deadline",
      paramLabel = "<s>",
      defaultValue = "60",
      description =
          "a repetition ends this long after the fault at the latest, recovered or not (default ${DEFAULT-VALUE} s)")
  Duration deadline;

  /** The rates, with that of connectors. */
  @Section("Application")
  static final class Rates {
    @Mixin RateOptions rates;

    @Option(
        names = "--connect-rate",
        paramLabel = "<n>",
        defaultValue = "10",
        description =
            "connections opened and closed per second, without a pool (default ${DEFAULT-VALUE})")
    double connects = 10;
  }

  /** The load, checked. */
  ProbeLoad load() {
    return rates.rates.load(RateOptions.rate("--connect-rate", rates.connects));
  }

  /** The times, checked. */
  TrialTimes times() {
    Checks.atLeast("--baseline", baseline, SHORTEST_BASELINE);
    Checks.atLeast("--stall", stall, SHORTEST_STALL);
    Checks.check(
        settle.compareTo(stall) > 0,
        "--settle=" + Converters.text(settle) + ": give more than --stall");
    Checks.check(
        deadline.compareTo(settle) > 0,
        "--deadline=" + Converters.text(deadline) + ": give more than --settle");
    return new TrialTimes(baseline, stall, settle, deadline);
  }
}
