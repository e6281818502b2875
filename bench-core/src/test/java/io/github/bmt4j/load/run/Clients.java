package io.github.bmt4j.load.run;

import io.github.bmt4j.load.run.RunResult.Client;
import org.jspecify.annotations.Nullable;

/** Clients of results, as tests want them. */
public final class Clients {
  private Clients() {}

  /** One of which nothing else is known. */
  public static Client of(
      double cpuSeconds,
      @Nullable Double cpuMicrosPerQuery,
      double gcPauseMs,
      @Nullable Double utilization) {
    return of(cpuSeconds, cpuMicrosPerQuery, gcPauseMs, utilization, null, null);
  }

  /** The same with its memory. */
  public static Client of(
      double cpuSeconds,
      @Nullable Double cpuMicrosPerQuery,
      double gcPauseMs,
      @Nullable Double utilization,
      @Nullable Long heapBytes,
      @Nullable Long rssBytes) {
    return new Client(
        cpuSeconds,
        cpuMicrosPerQuery,
        gcPauseMs,
        utilization,
        heapBytes,
        rssBytes,
        null,
        null,
        null,
        null);
  }

  /** The same that stood still for a time. */
  static Client stoodStill(Client client, @Nullable Double seconds) {
    return new Client(
        client.cpuSeconds(),
        client.cpuMicrosPerQuery(),
        client.gcPauseMs(),
        client.cpuUtilization(),
        client.maxHeapBytes(),
        client.peakRssBytes(),
        seconds,
        client.runQueueShare(),
        client.stealShare(),
        client.othersShare());
  }
}
