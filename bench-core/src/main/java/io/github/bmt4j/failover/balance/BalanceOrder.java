package io.github.bmt4j.failover.balance;

import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;

/**
 * A balance run: its scenario, and the servers that bmt starts for it.
 *
 * @param start options with which bmt starts them
 */
public record BalanceOrder(
    BalanceScenario scenario, TargetSpec target, StartOptions start, Topology topology) {}
