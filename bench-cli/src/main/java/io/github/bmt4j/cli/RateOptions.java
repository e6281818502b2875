package io.github.bmt4j.cli;

import picocli.CommandLine.Option;

/** How hard the imitated application works. */
final class RateOptions {
  /** Threads of each probe, at most. */
  static final int MOST_WORKERS = 5_000;

  private static final double MOST_PER_SECOND = 10_000;

  @Option(
      names = "--write-rate",
      paramLabel = "<n>",
      defaultValue = "200",
      description = "write transactions a second (default ${DEFAULT-VALUE})")
  double writes = 200;

  @Option(
      names = "--read-rate",
      paramLabel = "<n>",
      defaultValue = "200",
      description = "read-only transactions a second (default ${DEFAULT-VALUE})")
  double reads = 200;

  /** Write transactions a second, checked. */
  double writes() {
    return rate("--write-rate", writes);
  }

  /** Read-only transactions a second, checked. */
  double reads() {
    return rate("--read-rate", reads);
  }

  /** A rate, checked. */
  static double rate(String option, double rate) {
    Checks.check(
        rate >= 1 && rate <= MOST_PER_SECOND,
        option + "=" + rate + ": give a number from 1 to 10000");
    return rate;
  }
}
