package io.github.bmt4j.load.run;

import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * oltp_read_write on one table of 1,000 rows, for a second and without a pool. An operation is
 * retried until it succeeds: so few rows have conflicts, and a busy machine makes more of them.
 */
public final class ShortJob {
  private static final int RETRIES = 10_000;

  private ShortJob() {}

  static Job of(int threads) {
    return of(threads, 1);
  }

  static Job of(int threads, double seconds) {
    Job job = OltpJob.of(Map.of("table-size", "1000", "rand-type", "uniform"), threads, "none");
    RunScenario all = job.scenario();
    return new Job(
        job.workload(),
        job.params(),
        new RunScenario(
            all.workload(),
            all.workloadVersion(),
            all.parameters(),
            all.target(),
            List.of(),
            all.pool(),
            all.psMode(),
            threads,
            all.loop(),
            null,
            null,
            null,
            0,
            seconds,
            0,
            0.25,
            all.ignoreErrors(),
            RETRIES,
            all.percentile(),
            all.seed(),
            ClientScenario.DEFAULT,
            null,
            List.of(),
            List.of(),
            null));
  }

  /**
   * Another workload on one table.
   *
   * @param rate arrivals a second, at equal distances; absent for a closed loop
   */
  public static Job of(String name, long rows, int threads, double seconds, @Nullable Double rate) {
    Workload workload = Catalogue.byName(name);
    Params params = Params.resolve(workload.info(), Map.of("table-size", Long.toString(rows)));
    RunScenario some = of(threads, seconds).scenario();
    return new Job(
        workload,
        params,
        new RunScenario(
            name,
            workload.info().version(),
            params.asMap(),
            some.target(),
            some.serverOptions(),
            some.pool(),
            some.psMode(),
            some.threads(),
            rate == null ? some.loop() : "open",
            rate,
            rate == null ? null : "uniform",
            some.terminals(),
            some.warmupSeconds(),
            some.timeSeconds(),
            some.events(),
            some.intervalSeconds(),
            some.ignoreErrors(),
            some.maxRetries(),
            some.percentile(),
            some.seed(),
            some.client(),
            null,
            List.of(),
            List.of(),
            null));
  }
}
