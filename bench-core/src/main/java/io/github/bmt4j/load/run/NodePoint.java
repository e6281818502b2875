package io.github.bmt4j.load.run;

import org.jspecify.annotations.Nullable;

/**
 * The state of a node at one moment of a load, the same moment for all nodes.
 *
 * @param fromSeconds when it was asked for its position, since the start of the measurement
 * @param toSeconds when it answered
 * @param lagMs largest lag since the point before; absent when the heartbeat had no answer
 * @param committed transactions that it had committed; absent where it does not report them
 * @param rows of the workload's tables; absent when they were not counted
 */
public record NodePoint(
    double fromSeconds,
    double toSeconds,
    @Nullable Double lagMs,
    @Nullable Long committed,
    @Nullable Long rows) {}
