package io.github.bmt4j.failover;

/**
 * How hard the imitated application works.
 *
 * @param writesPerSecond arrivals of writers
 * @param readsPerSecond arrivals of readers
 * @param connectsPerSecond arrivals of connectors
 * @param mostWorkers threads of each probe, at most
 */
public record ProbeLoad(
    double writesPerSecond, double readsPerSecond, double connectsPerSecond, int mostWorkers) {}
