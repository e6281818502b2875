package io.github.bmt4j.engine.failover;

import io.github.bmt4j.scenario.ApplicationSettings;
import io.github.bmt4j.scenario.HaMode;
import io.github.bmt4j.target.TargetSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the user wants of a balance run.
 *
 * @param target embedded or local servers of ours
 * @param cache where server binaries and running servers' folders are kept
 * @param ha how the application finds its servers
 * @param writesPerSecond arrivals of writers
 * @param readsPerSecond arrivals of readers
 * @param mostWorkers threads of each probe, at most
 * @param readTime how long a read works on the server
 * @param denied how long the driver keeps away from a server that failed; absent for as shipped
 * @param before load on healthy servers
 * @param returnAfter how long a replica is away; absent when none is lost
 * @param time of load after the return; without a loss, after {@code before}
 * @param stall from when on an operation counts as stalled
 */
public record BalanceOrder(
    TargetSpec target,
    Path cache,
    List<String> serverOptions,
    HaMode ha,
    ApplicationSettings settings,
    int replicas,
    double writesPerSecond,
    double readsPerSecond,
    int mostWorkers,
    Duration readTime,
    @Nullable Duration denied,
    Duration before,
    @Nullable Duration returnAfter,
    Duration time,
    Duration stall) {}
