package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.DriverPlan;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Secret;
import org.jspecify.annotations.Nullable;

/**
 * How the application of a trial works, on whatever servers.
 *
 * @param settings of driver, pool and application
 * @param driver of the application
 */
public record ClientPlan(
    ApplicationSettings settings, LoadDriver driver, ProbeLoad load, TrialTimes times) {
  /**
   * Where the probes connect, as the driver reads it; a probe without a URL does not run.
   *
   * @param write of the pool that writers use
   * @param read of the pool that readers use
   * @param connect of connectors
   */
  public record Urls(@Nullable String write, @Nullable String read, @Nullable String connect) {}

  /** The work of the probes on given servers. */
  ProbePlan probes(Urls urls, String user, Secret password, Ledger ledger, String identity) {
    return new ProbePlan(
        urls.write(),
        urls.read(),
        urls.connect(),
        DriverPlan.of(driver),
        user,
        password.reveal(),
        settings,
        ledger.table(),
        identity,
        load.writesPerSecond(),
        load.readsPerSecond(),
        load.connectsPerSecond(),
        load.mostWorkers(),
        times.deadline().toMillis(),
        times.stall().toMillis(),
        load.readTime().toMillis(),
        load.writeTime().toMillis(),
        load.onePool(),
        load.audit());
  }
}
