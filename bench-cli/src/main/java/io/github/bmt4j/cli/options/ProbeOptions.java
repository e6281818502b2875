package io.github.bmt4j.cli.options;

import io.github.bmt4j.failover.client.AuditPlan;
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
  private static final Duration SHORTEST_BASELINE = Duration.ofSeconds(2);
  private static final int MOST_SESSIONS = 20;

  /** 10 GB, on each server: a trial that makes and checks more takes hours. */
  private static final int MOST_WAREHOUSES = 100;

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
      description =
          "the duration beyond which an operation counts as stalled (default ${DEFAULT-VALUE} s)")
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
          "a repetition ends this long after the fault at the latest, recovered or not (default"
              + " ${DEFAULT-VALUE} s)")
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

    @Option(
        names = "--audit",
        paramLabel = "tpcc",
        description =
            "the application also runs this workload, and bmt looks for each new order on the final"
                + " primary: durability as in clause 3.5.4 of TPC-C (default: none)")
    @Nullable String audit;

    @Option(
        names = "--audit-scale",
        paramLabel = "<n>",
        defaultValue = "1",
        description = "warehouses of the audited workload (default ${DEFAULT-VALUE})")
    int auditScale = 1;

    @Option(
        names = "--audit-sessions",
        paramLabel = "<n>",
        defaultValue = "4",
        description = "threads of the audited workload (default ${DEFAULT-VALUE})")
    int auditSessions = 4;

    private @Nullable AuditPlan plan() {
      if (audit == null) {
        return null;
      }
      Checks.between("--audit-scale", auditScale, 1, MOST_WAREHOUSES);
      Checks.between("--audit-sessions", auditSessions, 1, MOST_SESSIONS);
      AuditPlan plan = new AuditPlan(audit, auditScale, auditSessions);
      plan.params();
      return plan;
    }
  }

  /**
   * The load, checked.
   *
   * @param family of the driver
   */
  public ProbeLoad load(DriverFamily family) {
    Checks.check(
        rates.readHa == null || !rates.onePool,
        "--read-ha and --one-pool contradict each other: give one of them");
    return rates.rates.load(
        rates.connects == 0 ? 0 : RateOptions.rate("--connect-rate", rates.connects),
        rates.writeTime,
        Duration.ZERO,
        rates.readHa == null ? null : family.mode("--read-ha", rates.readHa, HaMode::spreadsReads),
        rates.onePool,
        rates.plan());
  }

  /** The times, checked. */
  public TrialTimes times() {
    Checks.atLeast("--baseline", baseline, SHORTEST_BASELINE);
    Checks.atLeast("--stall", stall, SHORTEST_STALL);
    Checks.check(
        settle.compareTo(stall) > 0,
        "--settle=" + Converters.text(settle) + ": give more than --stall");
    Checks.check(
        deadline.compareTo(settle) > 0,
        "--deadline=" + Converters.text(deadline) + ": give more than --settle");
    return new TrialTimes(
        baseline.toMillis(), stall.toMillis(), settle.toMillis(), deadline.toMillis());
  }
}
