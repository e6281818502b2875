package io.github.bmt4j.cli.options;

import io.github.bmt4j.failover.client.AuditPlan;
import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Work of the simulated application. */
@Section("Application")
public final class RateOptions {
  private static final int MOST_THREADS = 8_000;
  private static final double MOST_PER_SECOND = 10_000;

  @Option(
      names = "--write-rate",
      paramLabel = "<n>",
      defaultValue = "200",
      description = "write transactions per second (default ${DEFAULT-VALUE})")
  double writes = 200;

  @Option(
      names = "--read-rate",
      paramLabel = "<n>",
      defaultValue = "200",
      description = "read-only transactions per second (default ${DEFAULT-VALUE})")
  double reads = 200;

  @Option(
      names = "--request-threads",
      paramLabel = "<n>",
      defaultValue = "200",
      description =
          "threads of the application for writes, and as many for reads (default ${DEFAULT-VALUE},"
              + " as a servlet container has): arrivals beyond them wait, timed from when they were"
              + " due")
  int threads = 200;

  /**
   * The rates, checked.
   *
   * @param connectsPerSecond arrivals of connectors; 0 for none
   * @param writeTime time for which a write works on the server
   * @param readTime time for which a read works on the server
   * @param readHa mode in which readers find the replicas; absent when it is that of the writers
   * @param onePool true if readers borrow from the writers' pool
   * @param audit the workload whose writes are audited; absent for none
   */
  public ProbeLoad load(
      double connectsPerSecond,
      Duration writeTime,
      Duration readTime,
      @Nullable HaMode readHa,
      boolean onePool,
      @Nullable AuditPlan audit) {
    Checks.between("--request-threads", threads, 1, MOST_THREADS);
    return new ProbeLoad(
        rate("--write-rate", writes),
        rate("--read-rate", reads),
        connectsPerSecond,
        threads,
        writeTime.toMillis(),
        readTime.toMillis(),
        readHa == null ? null : readHa.word(),
        onePool,
        audit);
  }

  static double rate(String option, double rate) {
    Checks.check(
        rate >= 1 && rate <= MOST_PER_SECOND,
        option + "=" + rate + ": give a number from 1 to 10000");
    return rate;
  }
}
