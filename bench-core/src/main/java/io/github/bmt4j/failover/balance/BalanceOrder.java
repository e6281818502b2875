package io.github.bmt4j.failover.balance;

import io.github.bmt4j.failover.ProbeLoad;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.sampling.ServerScenario;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the user wants of a balance run.
 *
 * @param target servers that bmt starts
 * @param start how it starts them
 * @param ha how the application finds its servers
 * @param before load on healthy servers
 * @param returnAfter how long a replica is away; absent when none is lost
 * @param time of load after the return; without a loss, after {@code before}
 * @param stall from when on an operation counts as stalled
 * @param sampled what is read of the servers meanwhile; absent for the usual
 */
public record BalanceOrder(
    TargetSpec target,
    StartOptions start,
    Topology topology,
    HaMode ha,
    ApplicationSettings settings,
    ProbeLoad load,
    Duration before,
    @Nullable Duration returnAfter,
    Duration time,
    Duration stall,
    @Nullable ServerScenario sampled) {}
