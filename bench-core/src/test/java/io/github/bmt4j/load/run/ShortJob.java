package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Made;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * oltp_read_write on one table of 1,000 rows, for a second and without a pool. An operation is
 * retried until it succeeds: so few rows have conflicts, and a busy machine makes more of them.
 */
public final class ShortJob {
  private static final int RETRIES = 10_000;

  private ShortJob() {}

  public static Job of(int threads) {
    return of(threads, 1);
  }

  public static Job of(int threads, double seconds) {
    Job job = OltpJob.of(Map.of("table-size", "1000", "rand-type", "uniform"), threads, "none");
    return new Job(job.workload(), job.params(), brief(job.scenario(), seconds));
  }

  /** The same with pauses, for a test to which the rate does not matter. */
  public static Job pausing(int threads, double seconds) {
    return OltpJob.pausing(of(threads, seconds));
  }

  private static RunScenario brief(RunScenario scenario, double seconds) {
    return Made.like(scenario)
        .set("timeSeconds", seconds)
        .set("intervalSeconds", 0.25)
        .set("maxRetries", RETRIES)
        .record();
  }

  /**
   * Another workload on one table.
   *
   * @param rate arrivals a second, at equal distances; absent for a closed loop
   */
  public static Job of(String name, long rows, int threads, double seconds, @Nullable Double rate) {
    Job job = OltpJob.of(name, Map.of("table-size", Long.toString(rows)), threads, "none");
    RunScenario scenario = brief(job.scenario(), seconds);
    return new Job(
        job.workload(),
        job.params(),
        rate == null
            ? scenario
            : Made.like(scenario)
                .set("loop", "open")
                .set("rate", rate)
                .set("arrivals", "uniform")
                .record());
  }
}
