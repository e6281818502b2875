package io.github.bmt4j.engine.play;

import io.github.bmt4j.fault.FaultOptions;
import io.github.bmt4j.scenario.ApplicationSettings;
import io.github.bmt4j.scenario.HaMode;

/**
 * What is played in a lab.
 *
 * @param ha how the application finds its servers
 * @param faultOptions of the fault
 * @param settings of driver, pool and application
 * @param semiSync whether the lab's commits wait for a replica
 */
public record LabPlan(
    HaMode ha,
    FaultOptions faultOptions,
    ApplicationSettings settings,
    boolean semiSync,
    ProbeLoad load,
    PlayTimes times) {}
