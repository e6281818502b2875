package io.github.bmt4j.failover.figures;

import org.jspecify.annotations.Nullable;

/**
 * All times from the fault on in which no server took writes, as the observers' looks bound them.
 *
 * @param longestMs absent when the last one had not ended
 * @param sumMs likewise
 * @param sumAtLeastMs present when the last one had not ended
 */
public record ServerOutages(
    long number,
    @Nullable Double longestMs,
    @Nullable Double sumMs,
    @Nullable Double sumAtLeastMs) {}
