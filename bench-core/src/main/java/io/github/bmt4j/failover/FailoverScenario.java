package io.github.bmt4j.failover;

import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was decided for a run of {@code bmt failover}. Never a password.
 *
 * @param ha mode in which the application finds its servers: a word of {@link HaMode}
 * @param settings of driver, pool and application
 * @param repeat number of repetitions
 * @param maxWriteOutageMillis the longest write outage that passes; absent when any does
 * @param sampled figures that are read from the servers meanwhile; absent for the default
 */
public record FailoverScenario(
    ClusterScenario cluster,
    ChangeScenario change,
    String ha,
    ApplicationSettings settings,
    ProbeLoad load,
    TrialTimes times,
    int repeat,
    @Nullable Long maxWriteOutageMillis,
    @Nullable ServerScenario sampled) {
  HaMode mode() {
    return mode(ha);
  }

  HaMode readersMode() {
    return mode(load.readHa() == null ? ha : load.readHa());
  }

  private HaMode mode(String word) {
    return settings.family().mode("--ha", word, mode -> true);
  }

  /** Returns true if the application wrote: in a mode that uses all nodes alike it only reads. */
  boolean writes() {
    return load.writesPerSecond() > 0
        && settings.family().modes().stream()
            .filter(mode -> mode.word().equals(ha))
            .allMatch(HaMode::takesWrites);
  }

  /** Names of the outages that probes looked for, and of the degraded time. */
  Set<String> outages() {
    return Stream.of(
            writes() ? "writes.outageMs" : "",
            writes() ? "writes.degradedMs" : "",
            load.readsPerSecond() > 0 ? "reads.outageMs" : "",
            load.connectsPerSecond() > 0 ? "connects.outageMs" : "")
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }
}
