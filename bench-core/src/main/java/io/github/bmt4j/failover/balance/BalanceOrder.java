package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.FailoverOrder;
import io.github.bmt4j.failover.scenario.FailoverScenario;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.option.OptionValues;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import org.jspecify.annotations.Nullable;

/**
 * A balance run: its scenario, and settings that are not stored.
 *
 * @param target servers that bmt starts, or an external cluster
 * @param start options with which bmt starts them
 * @param topology of servers that bmt starts
 * @param outside settings that only an external cluster needs; absent for servers that bmt starts
 */
public record BalanceOrder(
    BalanceScenario scenario,
    TargetSpec target,
    StartOptions start,
    Topology topology,
    FailoverOrder.@Nullable Outside outside) {
  /**
   * The external cluster, as an order for a change of its servers.
   *
   * @param performed the scenario as it is performed
   * @param writers where the application writes
   * @param by the trigger, and where the application reads if it is elsewhere
   */
  FailoverOrder servers(
      BalanceScenario performed, TargetSpec.External writers, FailoverOrder.Outside by) {
    return new FailoverOrder(
        new FailoverScenario(
            performed.cluster(),
            ChangeScenario.of(performed.loss()),
            performed.ha(),
            performed.settings(),
            performed.load(),
            performed.times().trial(performed.loss().triggerTimeoutMillis()),
            1,
            null,
            performed.sampled()),
        writers,
        start,
        topology,
        OptionValues.DEFAULT,
        0,
        by);
  }
}
