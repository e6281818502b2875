package io.github.bmt4j.cli.options;

import io.github.bmt4j.failover.client.DriverFamily;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.TrialTimes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Work of the simulated application, and the time for which it is observed. */
@Section("Measurement")
public final class ProbeOptions {
  @Mixin Rates rates;

  @Within(least = 2)
  @Option(
      names = "--baseline",
      paramLabel = "<s>",
      defaultValue = "3",
      description = "load before the fault, with all servers healthy (default ${DEFAULT-VALUE} s)")
  Duration baseline;

  @Mixin StallOption stalled;

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
          "a repetition ends this long after the fault at the latest, recovered or not (default"
              + " ${DEFAULT-VALUE} s)")
  Duration deadline;

  /** The rates, including the connectors'. */
  @Section("Application")
  public static final class Rates {
    @Mixin RateOptions rates;

    @Within(least = 0, most = 10_000)
    @Option(
        names = "--connect-rate",
        paramLabel = "<n>",
        defaultValue = "10",
        description =
            "connections opened and closed per second, without a pool, in a separate JVM; 0"
                + " for none (default ${DEFAULT-VALUE})")
    double connects = 10;

    @Option(
        names = "--write-time",
        paramLabel = "<s>",
        defaultValue = "0",
        description =
            "additional time that the server works on each write, inside its transaction (default"
                + " 0); multiplied by --write-rate, it is the number of connections in use")
    Duration writeTime = Duration.ZERO;

    @Option(
        names = "--one-pool",
        arity = "0..1",
        fallbackValue = "on",
        paramLabel = "on|off",
        description = "readers and writers share one pool (default off: a pool for each)")
    boolean onePool;

    @Option(
        names = "--read-ha",
        paramLabel = "<mode>",
        description =
            "how readers find the replicas of a cluster that bmt starts: a mode of the driver that"
                + " spreads reads, such as loadbalance (default: as --ha)")
    @Nullable String readHa;

    /**
     * The load, checked.
     *
     * @param family of the driver
     */
    public ProbeLoad load(DriverFamily family) {
      Checks.check(
          connects == 0 || connects >= 1,
          "--connect-rate",
          "=" + connects + ": give a number from 1 to 10000");
      Checks.check(
          readHa == null || !onePool,
          "--read-ha",
          " and --one-pool contradict each other: give one of them");
      return rates.load(
          connects,
          writeTime,
          Duration.ZERO,
          readHa == null ? null : family.mode("--read-ha", readHa, HaMode::spreadsReads),
          onePool);
    }
  }

  /**
   * The load, checked.
   *
   * @param family of the driver
   */
  public ProbeLoad load(DriverFamily family) {
    return rates.load(family);
  }

  /** The times, checked. */
  public TrialTimes times() {
    long settleMillis = stalled.settleMillis(settle);
    Checks.check(
        deadline.compareTo(settle) > 0,
        "--deadline",
        "=" + Converters.text(deadline) + ": give more than --settle, " + Converters.text(settle));
    return new TrialTimes(baseline.toMillis(), stalled.millis(), settleMillis, deadline.toMillis());
  }
}
