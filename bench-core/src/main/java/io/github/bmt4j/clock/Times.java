package io.github.bmt4j.clock;

import org.jspecify.annotations.Nullable;

/**
 * A distribution of times, in ms. A percentile is absent when fewer than ten operations lie beyond
 * it.
 *
 * @param count operations
 */
public record Times(
    long count,
    @Nullable Double min,
    @Nullable Double mean,
    @Nullable Double p50,
    @Nullable Double p90,
    @Nullable Double p95,
    @Nullable Double p99,
    @Nullable Double p999,
    @Nullable Double max) {}
