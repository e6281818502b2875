package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a run of {@code bmt failover}. Never a password.
 *
 * @param target what the user asked for; a URL without its passwords
 * @param ha how the application finds its servers: a word of {@link HaMode}
 * @param fault its word, with its parameters
 * @param trigger who changes the primary: {@code command} or {@code manual}; absent when the lab
 *     does it
 * @param settings of driver, pool and application
 * @param writesPerSecond arrivals of writers
 * @param readsPerSecond arrivals of readers; 0 for none
 * @param connectsPerSecond arrivals of connectors; 0 for none
 * @param mostWorkers of each probe
 * @param topology of the servers that bmt started; absent in older results
 * @param replicas beside the primary
 * @param semiSync whether a commit waits until a replica has it
 * @param promotionDelayMillis how long the lab waits after the fault before it promotes; absent
 *     when it does not
 * @param repeat repetitions
 * @param baselineSeconds of healthy load before each fault
 * @param stallMillis from when on an operation counts as stalled
 * @param settleMillis how long it must go well until an outage is over
 * @param deadlineMillis how long after the fault a repetition is given up
 * @param retryDeadlineMillis how long the application retries an operation
 */
public record FailoverScenario(
    String target,
    String ha,
    String fault,
    @Nullable String trigger,
    ApplicationSettings settings,
    double writesPerSecond,
    double readsPerSecond,
    double connectsPerSecond,
    int mostWorkers,
    @Nullable String topology,
    @Nullable Integer replicas,
    @Nullable Boolean semiSync,
    @Nullable Long promotionDelayMillis,
    int repeat,
    double baselineSeconds,
    long stallMillis,
    long settleMillis,
    long deadlineMillis,
    long retryDeadlineMillis) {}
