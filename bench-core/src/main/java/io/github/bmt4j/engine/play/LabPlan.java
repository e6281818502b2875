package io.github.bmt4j.engine.play;

import io.github.bmt4j.fault.Fault;
import io.github.bmt4j.fault.FaultOptions;
import io.github.bmt4j.scenario.HaMode;

/**
 * A trial in a lab.
 *
 * @param ha how the application finds its servers
 * @param semiSync whether the lab's commits wait for a replica
 */
public record LabPlan(
    HaMode ha, Fault fault, FaultOptions faultOptions, boolean semiSync, ClientPlan client) {}
