package io.github.bmt4j.ddl;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a run of {@code bmt alter}. Never a password.
 *
 * @param target what the user asked for; a URL without its passwords
 * @param serverOptions of a server that bmt starts; such as {@code innodb_buffer_pool_size=1G};
 *     empty in results from before 2026-11-22
 * @param table that is altered
 * @param onExisting whether the table was there, so that it is altered once and stays
 * @param rows asked for; of a table that was there, what the concurrent load counts on
 * @param changes words of {@code --change}
 * @param algorithms words of {@code --algorithm}
 * @param lock word of {@code --lock}
 * @param besides the concurrent loads: {@code none}, {@code oltp_read_write}
 * @param parameters of the concurrent workload, defaults included
 * @param threads of the concurrent load
 * @param seed of keys and values of the concurrent load
 * @param repeat how often each ALTER is done
 * @param beforeSeconds of the load before an ALTER
 * @param afterSeconds of the load after it
 * @param statementTimeoutSeconds from when on an ALTER is ended; absent without a limit
 * @param lockWaitTimeoutSeconds how long an ALTER waits for a metadata lock; absent for the
 *     server's own limit
 * @param sampled what is read of the servers meanwhile; absent for the usual
 */
record AlterScenario(
    String target,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> serverOptions,
    String table,
    boolean onExisting,
    long rows,
    List<String> changes,
    List<String> algorithms,
    String lock,
    List<String> besides,
    Map<String, Object> parameters,
    int threads,
    long seed,
    int repeat,
    double beforeSeconds,
    double afterSeconds,
    @Nullable Double statementTimeoutSeconds,
    @Nullable Long lockWaitTimeoutSeconds,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ServerScenario sampled) {
  AlterScenario {
    serverOptions = Redaction.arguments(serverOptions);
  }
}
