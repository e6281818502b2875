package io.github.bmt4j.cli;

import io.github.bmt4j.failover.ProbeLoad;
import picocli.CommandLine.Option;

/** How much work the simulated application does. */
@Section("Application")
final class RateOptions {
  private static final int MOST_WORKERS = 8_000;
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

  /**
   * The rates, checked.
   *
   * @param connectsPerSecond arrivals of connectors; 0 for none
   */
  ProbeLoad load(double connectsPerSecond) {
    return new ProbeLoad(
        rate("--write-rate", writes), rate("--read-rate", reads), connectsPerSecond, MOST_WORKERS);
  }

  /** A rate, checked. */
  static double rate(String option, double rate) {
    Checks.check(
        rate >= 1 && rate <= MOST_PER_SECOND,
        option + "=" + rate + ": give a number from 1 to 10000");
    return rate;
  }
}
