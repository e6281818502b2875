package io.github.bmt4j.cli.options;

import io.github.bmt4j.failover.client.HaMode;
import io.github.bmt4j.failover.client.ProbeLoad;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Work of the simulated application. */
@Section("Application")
public final class RateOptions {
  @Within(least = 1, most = 10_000)
  @Option(
      names = "--write-rate",
      paramLabel = "<n>",
      defaultValue = "200",
      description = "write transactions per second (default ${DEFAULT-VALUE})")
  double writes = 200;

  @Within(least = 1, most = 10_000)
  @Option(
      names = "--read-rate",
      paramLabel = "<n>",
      defaultValue = "200",
      description = "read-only transactions per second (default ${DEFAULT-VALUE})")
  double reads = 200;

  @Within(least = 1, most = 8_000)
  @Option(
      names = "--request-threads",
      paramLabel = "<n>",
      defaultValue = "200",
      description =
          "threads of the application for writes, and as many for reads (default ${DEFAULT-VALUE}; a"
              + " servlet container has 200): arrivals beyond them wait, timed from when they were"
              + " due")
  int threads = 200;

  /**
   * The rates, checked.
   *
   * @param connectsPerSecond arrivals of connectors; 0 for none
   * @param writeTime time for which a write keeps the server busy
   * @param readTime time for which a read keeps the server busy
   * @param readHa mode in which readers find the replicas; absent if it is the writers' mode
   * @param onePool true if readers borrow from the writers' pool
   */
  public ProbeLoad load(
      double connectsPerSecond,
      Duration writeTime,
      Duration readTime,
      @Nullable HaMode readHa,
      boolean onePool) {
    return new ProbeLoad(
        writes,
        reads,
        connectsPerSecond,
        threads,
        writeTime.toMillis(),
        readTime.toMillis(),
        readHa == null ? null : readHa.word(),
        onePool);
  }
}
