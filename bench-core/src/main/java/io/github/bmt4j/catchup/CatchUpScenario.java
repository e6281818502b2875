package io.github.bmt4j.catchup;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a run of {@code bmt catch-up}. Never a password.
 *
 * @param target what the user asked for; a URL without its passwords
 * @param serverOptions of all servers that bmt starts
 * @param topology of servers that bmt starts, with its options; absent for the user's
 * @param replica URL of the user's replica without its passwords; absent where bmt starts it
 * @param stopCommand statement that stops replication; absent where bmt stops applying alone
 * @param startCommand statement that starts it again; likewise
 * @param load workload that makes the backlog
 * @param parameters of it, defaults included
 * @param threads of it
 * @param seed of its keys and values
 * @param backlogSeconds how long it runs while nothing is applied
 * @param replicaSettings server options of the replica that are compared; "" for none
 * @param rounds how often each is measured
 * @param duringLoad whether the load goes on while the replica catches up
 * @param giveUpSeconds how long a catch-up may take
 * @param sampled what is read of the servers meanwhile; absent for the usual
 */
record CatchUpScenario(
    String target,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> serverOptions,
    @Nullable String topology,
    @Nullable String replica,
    @Nullable String stopCommand,
    @Nullable String startCommand,
    String load,
    Map<String, Object> parameters,
    int threads,
    long seed,
    double backlogSeconds,
    List<String> replicaSettings,
    int rounds,
    boolean duringLoad,
    double giveUpSeconds,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ServerScenario sampled) {
  CatchUpScenario {
    serverOptions = Redaction.arguments(serverOptions);
    replicaSettings = List.copyOf(replicaSettings);
  }
}
