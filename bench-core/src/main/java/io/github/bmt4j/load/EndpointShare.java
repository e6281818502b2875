package io.github.bmt4j.load;

import io.github.bmt4j.load.Measurement.Gap;
import java.util.List;

/**
 * What was measured by the workers of one endpoint.
 *
 * @param workers how many there were
 * @param counts of measured operations
 * @param warmup counts of the warm-up
 * @param latencies of measured operations
 * @param gaps times of at least 0.2 s in which none of its operations under way succeeded
 */
public record EndpointShare(
    int workers, Counts counts, Counts warmup, Latencies latencies, List<Gap> gaps) {}
