package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.words;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.jdbc.Redaction;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a run of {@code bmt balance}. Never a password.
 *
 * @param target what the user asked for; a URL without its passwords
 * @param serverOptions of a server that bmt starts; such as {@code innodb_buffer_pool_size=1G};
 *     empty in results from before 2026-11-22
 * @param ha how the application finds its servers: a word of {@link HaMode}
 * @param settings of driver, pool and application
 * @param writesPerSecond arrivals of writers
 * @param readsPerSecond arrivals of readers
 * @param readMillis how long a read works on the server
 * @param mostWorkers of each probe
 * @param topology of the servers, with its options; absent in results from before 2026-11-27, where
 *     it was replication
 * @param replicas servers in addition to the one that takes the application's writes
 * @param returnAfterSeconds how long the lost node stays away; absent when none is lost
 * @param beforeSeconds of load on healthy servers
 * @param timeSeconds of load after the return; without a loss, after {@code beforeSeconds}
 * @param stallMillis from when on an operation counts as stalled
 * @param sampled what is read of the servers meanwhile; absent for the usual
 */
record BalanceScenario(
    String target,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> serverOptions,
    String ha,
    ApplicationSettings settings,
    double writesPerSecond,
    double readsPerSecond,
    long readMillis,
    int mostWorkers,
    @Nullable String topology,
    int replicas,
    @Nullable Double returnAfterSeconds,
    double beforeSeconds,
    double timeSeconds,
    long stallMillis,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ServerScenario sampled) {
  BalanceScenario {
    serverOptions = Redaction.arguments(serverOptions);
  }

  /** Why the share of the returned server may come back after the run only; "" if it may not. */
  String later() {
    if (returnAfterSeconds == null || timeSeconds > settings.mayBeAvoidedFor().toMillis() / 1e3) {
      return "";
    }
    long denied = settings.deniedListTimeout().toSeconds();
    long lifetime = settings.maxLifetime().toSeconds();
    List<String> causes = new ArrayList<>();
    List<String> shorter = new ArrayList<>();
    if (denied > 1) {
      causes.add(words("the driver avoids the replica for %,d s", denied));
      shorter.add("--denied-list-timeout=1s");
    }
    if (!settings.goesWithoutPool() && (lifetime == 0 || lifetime > 30)) {
      causes.add(
          "the pool keeps its connections "
              + (lifetime == 0 ? "without a limit" : words("for %,d s", lifetime)));
      shorter.add("--max-lifetime=30s");
    }
    return words(
        "may take longer than this run: %s; try %s",
        causes.isEmpty() ? "--time is short" : String.join(", and ", causes),
        shorter.isEmpty() ? "a longer one" : String.join(" ", shorter));
  }
}
