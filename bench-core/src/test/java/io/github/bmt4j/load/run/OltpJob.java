package io.github.bmt4j.load.run;

import io.github.bmt4j.experiment.Made;
import io.github.bmt4j.load.ThinkTime;
import io.github.bmt4j.workload.Catalogue;
import io.github.bmt4j.workload.Params;
import io.github.bmt4j.workload.Workload;
import java.util.Map;

/** oltp_read_write on one table, as tests run it beside other things. */
public final class OltpJob {
  private OltpJob() {}

  /** The job, in a closed loop with HikariCP. */
  public static Job of(long rows, int threads) {
    return of(Map.of("table-size", Long.toString(rows)), threads, "hikari");
  }

  /** The job, in a closed loop. */
  public static Job of(Map<String, String> params, int threads, String pool) {
    return of("oltp_read_write", params, threads, pool);
  }

  /** The same of another workload. */
  public static Job of(String name, Map<String, String> params, int threads, String pool) {
    Workload workload = Catalogue.byName(name);
    return of(workload, Params.resolve(workload.info(), params), threads, pool);
  }

  /**
   * The job with short transactions and pauses of 10 ms between them: a load beside a test that
   * leaves it the processors.
   */
  public static Job calm(long rows, int threads) {
    Job job =
        of(
            Map.of("table-size", Long.toString(rows), "range-selects", "off", "point-selects", "1"),
            threads,
            "hikari");
    return pausing(job);
  }

  /** A job whose threads pause for 10 ms after each operation. */
  public static Job pausing(Job job) {
    return new Job(
        job.workload(),
        job.params(),
        Made.like(job.scenario()).set("think", ThinkTime.parse("10ms")).record());
  }

  /** The same of a workload that is no part of bmt. */
  public static Job of(Workload workload, Params params, int threads, String pool) {
    RunScenario scenario =
        Made.like(SampleResult.scenario(workload.info().name(), null))
            .set("workloadVersion", workload.info().version())
            .set("parameters", params.asMap())
            .set("pool", pool)
            .set("threads", threads)
            .set("warmupSeconds", 0)
            .set("timeSeconds", 10)
            .record();
    return new Job(workload, params, scenario);
  }
}
