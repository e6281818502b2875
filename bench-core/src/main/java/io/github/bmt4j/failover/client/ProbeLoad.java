package io.github.bmt4j.failover.client;

import org.jspecify.annotations.Nullable;

/**
 * Load of the simulated application.
 *
 * @param writesPerSecond arrivals of writers, evenly spaced
 * @param readsPerSecond arrivals of readers
 * @param connectsPerSecond arrivals of connectors; 0 for none
 * @param mostWorkers request threads of writers, of readers and of connectors: arrivals beyond them
 *     wait, and are timed from when they were due
 * @param writeMillis time that a write keeps the server busy, in addition to its insert
 * @param readMillis time that a read-only transaction keeps the server busy, in addition to its
 *     read
 * @param readHa mode in which readers find the replicas of a cluster that bmt started: a word of
 *     {@link HaMode}; absent if it is the writers' mode
 * @param onePool true if readers borrow from the writers' pool, if both have the same URL
 */
public record ProbeLoad(
    double writesPerSecond,
    double readsPerSecond,
    double connectsPerSecond,
    int mostWorkers,
    long writeMillis,
    long readMillis,
    @Nullable String readHa,
    boolean onePool) {
  public static final ProbeLoad USUAL = new ProbeLoad(200, 200, 10, 200, 0, 0, null, false);

  /** The same load without writes. */
  public ProbeLoad withoutWrites() {
    return new ProbeLoad(
        0, readsPerSecond, connectsPerSecond, mostWorkers, 0, readMillis, readHa, false);
  }
}
