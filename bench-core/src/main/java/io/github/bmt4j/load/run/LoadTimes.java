package io.github.bmt4j.load.run;

/**
 * The length of a load, and its intervals.
 *
 * @param warmupSeconds before the measurement
 * @param timeSeconds of the measurement; 0 for no limit
 * @param events largest number of operations; 0 for no limit
 * @param intervalSeconds between intermediate figures
 * @param percentile shown in every interval
 */
public record LoadTimes(
    double warmupSeconds,
    double timeSeconds,
    long events,
    double intervalSeconds,
    double percentile) {}
