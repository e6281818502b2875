package io.github.bmt4j.failover.scenario;

import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.TrialTimes;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.sampling.ServerScenario;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a run of {@code bmt failover}. Holds no password.
 *
 * @param ha mode in which the application finds its servers: a word of {@link HaMode}
 * @param settings of driver, pool and application
 * @param repeat number of repetitions
 * @param maxWriteOutageMillis the longest write outage that passes; absent if any passes
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
  private static final List<Metric<FailoverFigures>> NONE = List.of();

  public HaMode mode() {
    return mode(ha);
  }

  public HaMode readersMode() {
    return mode(load.readHa() == null ? ha : load.readHa());
  }

  private HaMode mode(String word) {
    return settings.family().mode("--ha", word, mode -> true);
  }

  /** Returns true if the application writes; in a mode that uses all nodes alike, it only reads. */
  public boolean writes() {
    return load.writesPerSecond() > 0
        && settings.family().modes().stream()
            .filter(mode -> mode.word().equals(ha))
            .allMatch(HaMode::takesWrites);
  }

  /** The outages that probes looked for, and the degraded time. */
  public Set<Metric<FailoverFigures>> outages() {
    return Stream.of(
            writes() ? List.of(FailoverFigures.WRITE_OUTAGE, FailoverFigures.DEGRADED) : NONE,
            load.readsPerSecond() > 0 ? List.of(FailoverFigures.READ_OUTAGE) : NONE,
            load.connectsPerSecond() > 0 ? List.of(FailoverFigures.CONNECT_OUTAGE) : NONE)
        .flatMap(List::stream)
        .collect(Collectors.toSet());
  }
}
