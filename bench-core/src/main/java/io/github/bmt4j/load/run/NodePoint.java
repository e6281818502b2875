package io.github.bmt4j.load.run;

import org.jspecify.annotations.Nullable;

/**
 * What a node showed at one moment of a load, asked together with all others.
 *
 * @param fromSeconds when it was asked for its position, since the start of the measurement
 * @param toSeconds when it answered
 * @param lagMs largest lag since the point before; absent when the heartbeat had no answer
 * @param committed transactions that it had committed; absent where it does not tell
 * @param rows of the workload's tables; absent when they were not counted
 */
public record NodePoint(
    double fromSeconds,
    double toSeconds,
    @Nullable Double lagMs,
    @Nullable Long committed,
    @Nullable Long rows) {}
