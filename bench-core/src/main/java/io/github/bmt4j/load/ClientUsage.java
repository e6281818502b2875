package io.github.bmt4j.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Resources that this process has used up to a moment.
 *
 * @param cpuNanos processor time of all threads, in ns
 * @param gcPauseMillis time in which collections stopped the threads, in ms
 */
public record ClientUsage(long cpuNanos, long gcPauseMillis) {
  public static ClientUsage now() {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long pauses =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(collector -> stopsThreads(collector.getName()))
            .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
            .sum();
    return new ClientUsage(process.getProcessCpuTime(), pauses);
  }

  public ClientUsage minus(ClientUsage earlier) {
    return new ClientUsage(cpuNanos - earlier.cpuNanos, gcPauseMillis - earlier.gcPauseMillis);
  }

  private static boolean stopsThreads(String collector) {
    return !collector.contains("Concurrent") && !collector.contains("Cycles");
  }
}
