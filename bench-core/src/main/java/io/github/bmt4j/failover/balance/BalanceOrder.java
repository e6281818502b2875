package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.ProbeLoad;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.jdbc.TargetSpec;
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
 * @param readTime how long a read works on the server
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
    ProbeLoad load,
    Duration readTime,
    Duration before,
    @Nullable Duration returnAfter,
    Duration time,
    Duration stall) {}
