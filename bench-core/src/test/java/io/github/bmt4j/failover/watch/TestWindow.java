package io.github.bmt4j.failover.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.experiment.Context;
import io.github.bmt4j.experiment.Events;
import io.github.bmt4j.experiment.Given;
import io.github.bmt4j.experiment.Runner;
import io.github.bmt4j.failover.client.ApplicationSettings;
import io.github.bmt4j.failover.client.PoolSettings;
import io.github.bmt4j.failover.client.ProbeLoad;
import io.github.bmt4j.failover.client.ShippedSettings;
import io.github.bmt4j.failover.scenario.ClusterScenario;
import io.github.bmt4j.failover.scenario.SampleOrder;
import io.github.bmt4j.jdbc.Target;
import io.github.bmt4j.jdbc.TargetSpec;
import io.github.bmt4j.progress.Progress;
import io.github.bmt4j.progress.StopSignal;
import io.github.bmt4j.server.ItServers;
import io.github.bmt4j.server.Queries;
import io.github.bmt4j.server.StartOptions;
import io.github.bmt4j.server.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window in which a test does something to the servers.
 *
 * @param nodes host and port of each server that is observed
 */
record TestWindow(List<String> nodes, ApplicationSettings settings) {
  static final double PER_SECOND = 50;

  /** An arrival may just have missed a change, and the machine is busy. */
  static final double TOLERANCE_MS = 20 + 1e3 / PER_SECOND;

  private static final String TABLES =
      "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'bmt%'";

  /** A way to stop the writes, or to let them go on. */
  interface Change {
    void make() throws Exception;
  }

  /** Each operation opens a connection. */
  static ApplicationSettings withoutPool() {
    return ShippedSettings.of(
        4, null, null, false, null, new PoolSettings(PoolSettings.NONE, null, null, null, null));
  }

  /**
   * Watches servers while something happens to them; ends the window 4 s later.
   *
   * @param runs folder of the result
   */
  WatchResult watch(Target application, Path runs, Change change) throws Exception {
    TargetSpec.External own =
        new TargetSpec.External(application.url(), application.user(), application.password());
    StartOptions start = new StartOptions(ItServers.cache(), null, List.of());
    WatchScenario scenario =
        new WatchScenario(
            ClusterScenario.of(own, start, Topology.SINGLE),
            nodes,
            null,
            "endpoint",
            settings,
            new ProbeLoad(PER_SECOND, 20, 0, 20, 0, 0, null, false),
            1_000,
            3_000,
            null,
            "UTC",
            null,
            List.of());
    WatchExperiment experiment = WatchExperiment.of(scenario, own, null, start, SampleOrder.OWN);
    Changer changer = new Changer(change);
    Context context = new Context(Clock.SYSTEM, Progress.SILENT, changer.stop, () -> {});
    WatchResult result = new Runner(context, Given.NOTHING).run(experiment, runs, changer).result();
    changer.thread.join();
    assertThat(changer.failure).isNull();
    assertThat(Queries.one(application, TABLES)).isEqualTo("0");
    return result;
  }

  /** Makes the change when the window has gone on for 3 s, and ends it. */
  private static final class Changer implements Events {
    final StopSignal stop = new StopSignal();
    final Thread thread;
    volatile @Nullable Exception failure;

    Changer(Change change) {
      thread =
          new Thread(
              () -> {
                try {
                  Thread.sleep(Duration.ofSeconds(3).toMillis());
                  change.make();
                  Thread.sleep(Duration.ofSeconds(4).toMillis());
                } catch (Exception e) {
                  failure = e;
                } finally {
                  stop.give();
                }
              });
    }

    @Override
    public void started(Started what, Path folder) {}

    @Override
    public void line(String line) {}

    @Override
    public Progress.Step step(String what, long total, String unit) {
      thread.start(); // The window begins.
      return Progress.SILENT.begin(what, total, unit);
    }
  }
}
