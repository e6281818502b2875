package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.AuditPlan;
import io.github.bmt4j.failover.client.HaMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How hard the imitated application works.
 *
 * @param writesPerSecond arrivals of writers
 * @param readsPerSecond arrivals of readers
 * @param connectsPerSecond arrivals of connectors
 * @param mostWorkers threads of each probe, at most
 * @param writeTime how long a write works on the server, in addition to its insert
 * @param readTime how long a read works on the server, in addition to its query
 * @param readHa how readers find the replicas of a cluster that bmt started; absent when they use
 *     what writers use
 * @param onePool whether readers borrow from the writers' pool, where both have the same URL
 * @param audit the workload that runs besides, whose writes are audited; absent for none
 */
public record ProbeLoad(
    double writesPerSecond,
    double readsPerSecond,
    double connectsPerSecond,
    int mostWorkers,
    Duration writeTime,
    Duration readTime,
    @Nullable HaMode readHa,
    boolean onePool,
    @Nullable AuditPlan audit) {
  /** The load of {@code bmt failover} without options. */
  public static final ProbeLoad USUAL =
      new ProbeLoad(200, 200, 10, 8_000, Duration.ZERO, Duration.ZERO, null, false, null);
}
