package io.github.bmt4j.load.run;

import java.util.List;
import java.util.Map;

/** oltp_read_write on one table of 1,000 rows, for a second and without a pool. */
final class ShortJob {
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
            all.maxRetries(),
            all.percentile(),
            all.seed(),
            ClientScenario.DEFAULT,
            null));
  }
}
