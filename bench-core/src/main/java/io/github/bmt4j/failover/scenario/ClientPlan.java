package io.github.bmt4j.failover.scenario;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.DriverPlan;
import io.github.bmt4j.failover.client.Ledger;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.ProbePlan;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.jdbc.LoadDriver;
import io.github.bmt4j.jdbc.Secret;

/**
 * Plan of the application of a trial, for any servers.
 *
 * @param settings of driver, pool and application
 * @param driver of the application
 */
public record ClientPlan(
    ApplicationSettings settings, LoadDriver driver, ProbeLoad load, TrialTimes times) {
  public ProbePlan probes(
      ProbePlan.Urls urls, String user, Secret password, Ledger ledger, String identity) {
    return new ProbePlan(
        urls,
        DriverPlan.of(driver),
        user,
        password.reveal(),
        settings,
        ledger.table(),
        identity,
        load,
        times);
  }
}
