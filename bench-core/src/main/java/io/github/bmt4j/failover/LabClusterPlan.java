package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.fault.Fault;
import io.github.bmt4j.failover.fault.FaultOptions;

/**
 * A trial in a lab.
 *
 * @param ha how the application finds its servers
 * @param semiSync whether the lab's commits wait for a replica
 */
public record LabClusterPlan(
    HaMode ha, Fault fault, FaultOptions faultOptions, boolean semiSync, ClientPlan client) {}
