package io.github.bmt4j.failover.balance;

import static io.github.bmt4j.report.Lines.words;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.scenario.ChangeScenario;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.sampling.ServerScenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a run of {@code bmt balance}. Holds no password.
 *
 * @param own nodes of the user's own cluster, and the loss there; absent for servers that bmt
 *     starts
 * @param ha mode in which the application finds its servers: a word of {@link HaMode}
 * @param settings of driver, pool and application
 * @param sampled figures that are read from the servers meanwhile; absent for the default
 */
public record BalanceScenario(
    ClusterScenario cluster,
    ChangeScenario.@Nullable External own,
    String ha,
    ApplicationSettings settings,
    ProbeLoad load,
    Times times,
    @Nullable ServerScenario sampled) {
  /**
   * Lengths of the phases.
   *
   * @param baselineMillis of load on healthy servers
   * @param returnAfterMillis absence of a node that bmt takes away; absent when it takes none
   * @param timeMillis of load after the return; after the end of a trigger; without a loss, after
   *     the baseline
   * @param stallMillis from when on an operation counts as stalled
   */
  public record Times(
      long baselineMillis, @Nullable Long returnAfterMillis, long timeMillis, long stallMillis) {
    private static final long SPARE_MILLIS = 120_000;

    @Nullable Duration returnAfter() {
      return returnAfterMillis == null ? null : Duration.ofMillis(returnAfterMillis);
    }

    /**
     * Limits in time of the trial.
     *
     * @param triggerMillis longest time of a trigger
     */
    TrialTimes trial(long triggerMillis) {
      long script = timeMillis + Objects.requireNonNullElse(returnAfterMillis, triggerMillis);
      return new TrialTimes(baselineMillis, stallMillis, 0, script + SPARE_MILLIS);
    }
  }

  HaMode mode() {
    return settings
        .family()
        .mode("--ha", ha, mode -> own != null || cluster.hasProxy() || mode.spreadsReads());
  }

  /** Returns true if a server is to be lost. */
  boolean losesServer() {
    return own == null ? times.returnAfterMillis() != null : !own.changesNothing();
  }

  /** The loss in the user's own cluster. */
  ChangeScenario.External loss() {
    return Objects.requireNonNull(own, "the user's own cluster");
  }

  BalanceScenario withoutWrites() {
    return new BalanceScenario(cluster, own, ha, settings, load.withoutWrites(), times, sampled);
  }

  /**
   * Reason why the returned server may regain its share only after the run; "" if there is none.
   */
  String later() {
    if (times.returnAfterMillis() == null
        || (cluster.hasProxy() && settings.goesWithoutPool())
        || times.timeMillis() > settings.mayBeAvoidedFor().toMillis()) {
      return "";
    }
    long denied = settings.deniedListTimeout().toSeconds();
    long lifetime = settings.maxLifetime().toSeconds();
    List<String> causes = new ArrayList<>();
    List<String> shorter = new ArrayList<>();
    if (denied > 1 && !cluster.hasProxy()) {
      causes.add(words("the driver avoids the replica for %,d s", denied));
      shorter.add("--denied-list-timeout=1s");
    }
    if (!settings.goesWithoutPool() && (lifetime == 0 || lifetime > 30)) {
      causes.add(
          "the pool keeps its connections "
              + (lifetime == 0 ? "without a limit" : words("for %,d s", lifetime)));
      shorter.add("--pool-property=maxLifetime=30s");
    }
    return words(
        "may take longer than this run: %s; try %s",
        causes.isEmpty() ? "--time is short" : String.join(", and ", causes),
        shorter.isEmpty() ? "a longer one" : String.join(" ", shorter));
  }
}
