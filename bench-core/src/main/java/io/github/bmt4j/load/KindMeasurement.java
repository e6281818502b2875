package io.github.bmt4j.load;

import org.HdrHistogram.Histogram;

/**
 * Measurements of the operations of one kind.
 *
 * @param kind its name
 * @param counts of measured operations
 * @param response times of those that ended OK, in ns, from the intended start to the end
 */
public record KindMeasurement(String kind, Counts counts, Histogram response) {}
