package io.github.bmt4j.load;

import org.HdrHistogram.Histogram;

/**
 * What was measured by the workers of one endpoint.
 *
 * @param workers how many there were
 * @param counts of measured operations
 * @param warmup counts of the warm-up
 * @param response times of operations that ended OK, in ns
 */
public record EndpointShare(int workers, Counts counts, Counts warmup, Histogram response) {}
