package io.github.bmt4j.failover;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a run of {@code bmt failover}. Never a password.
 *
 * @param target what the user asked for; a URL without its passwords
 * @param serverOptions of a server that bmt starts; such as {@code innodb_buffer_pool_size=1G};
 *     empty in results from before 2026-11-22
 * @param ha how the application finds its servers: a word of {@link HaMode}
 * @param readHa how readers find the replicas; absent when as {@code ha} says
 * @param fault its word, with its parameters
 * @param hold where the application waits during a planned change; absent where it does not
 * @param trigger who changes the primary: {@code command} or {@code manual}; absent when the lab
 *     does it
 * @param triggerTimeoutMillis how long bmt waits until the primary has changed; absent in a lab
 * @param nodes that were given to be observed; absent in a lab
 * @param readUrl of the readers, without its passwords; absent when it is the target's
 * @param settings of driver, pool and application
 * @param writesPerSecond arrivals of writers
 * @param readsPerSecond arrivals of readers; 0 for none
 * @param connectsPerSecond arrivals of connectors; 0 for none
 * @param writeMillis how long a write works on the server in addition to its insert; absent in
 *     results from before 2026-11-22
 * @param onePool whether readers borrowed from the writers' pool; absent in results from before
 *     2026-11-22, in which they did
 * @param mostWorkers of each probe
 * @param topology of the servers that bmt started, with its options; absent in older results, where
 *     it was replication
 * @param replicas servers in addition to the one that takes the application's writes
 * @param semiSync an option of the topology in results from before 2026-11-27; absent since
 * @param promotionDelayMillis how long the lab waits after the fault before it promotes; absent
 *     when it does not
 * @param repeat repetitions
 * @param baselineSeconds of healthy load before each fault
 * @param stallMillis from when on an operation counts as stalled
 * @param settleMillis how long it must go well until an outage is over
 * @param deadlineMillis how long after the fault a repetition is given up
 * @param retryDeadlineMillis how long the application retries an operation
 * @param maxWriteOutageMillis the longest write outage that passes; absent when any does
 * @param audit name of the workload whose writes are audited; absent without one
 * @param auditScale its warehouses
 * @param auditSessions its threads
 * @param sampled what is read of the servers meanwhile; absent for the usual
 */
public record FailoverScenario(
    String target,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> serverOptions,
    String ha,
    @Nullable String readHa,
    String fault,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String hold,
    @Nullable String trigger,
    @Nullable Long triggerTimeoutMillis,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<String> nodes,
    @Nullable String readUrl,
    ApplicationSettings settings,
    double writesPerSecond,
    double readsPerSecond,
    double connectsPerSecond,
    @Nullable Long writeMillis,
    @Nullable Boolean onePool,
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
    long retryDeadlineMillis,
    @Nullable Long maxWriteOutageMillis,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String audit,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer auditScale,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer auditSessions,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ServerScenario sampled) {
  /** Whether the application wrote: a mode that knows no primary only reads. */
  boolean writes() {
    return writesPerSecond > 0
        && settings.family().modes().stream()
            .filter(mode -> mode.word().equals(ha))
            .allMatch(HaMode::takesWrites);
  }

  /** The fault without its parameters. */
  String faultName() {
    return fault.split(" ", 2)[0];
  }

  /** Names of the outages that probes looked for, and of the degraded time. */
  Set<String> outages() {
    return Stream.of(
            writes() ? "writeOutageMs" : "",
            writes() ? "writeOutages.degradedMs" : "",
            readsPerSecond > 0 ? "readOutageMs" : "",
            connectsPerSecond > 0 ? "connectOutageMs" : "")
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  public FailoverScenario {
    serverOptions = Redaction.arguments(serverOptions);
  }
}
