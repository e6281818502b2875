package io.github.bmt4j.workload;

import org.jspecify.annotations.Nullable;

/**
 * Measurements of one kind of transactions.
 *
 * @param transactions transactions that ended OK, including those rolled back on purpose
 * @param rollbacks transactions rolled back on purpose
 * @param p90Millis 90th percentile of the response time; absent where the sample does not support
 *     it
 */
public record KindTotal(
    String kind, long transactions, long rollbacks, @Nullable Double p90Millis) {}
