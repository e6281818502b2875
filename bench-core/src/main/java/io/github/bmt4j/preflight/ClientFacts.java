package io.github.bmt4j.preflight;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.bmt4j.clock.Clock;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The machine and process that the load would come from; a fact that the system does not report is
 * absent.
 *
 * @param ports local ports for connections
 * @param portReuse Linux's tcp_tw_reuse: 0 off, 1 on, 2 on loopback only
 * @param heapBytes space for long-lived objects: the old generation if the collector gives it a
 *     fixed size, else the heap
 * @param load mean number of busy threads of the machine in the last minute
 * @param governor Linux's scaling_governor
 * @param clockSource clock from which Linux reads the time
 */
public record ClientFacts(
    Limits limits,
    @Nullable Long ports,
    @Nullable String portReuse,
    long heapBytes,
    int cores,
    @Nullable Double load,
    @Nullable String governor,
    @Nullable String clockSource,
    ClockCheck clock) {
  /** The most files and threads of the process, and its open files. */
  public record Limits(
      @Nullable Long openFilesLimit, @Nullable Long openFiles, @Nullable Long threadsLimit) {}

  private static final Pattern PROCESSES =
      Pattern.compile("(?m)^Max processes\\s+(\\d+|unlimited)");

  private static final int MOST_BYTES = 8 * 1024;

  /** Name with Serial, Parallel, G1 and generational ZGC. */
  private static final Pattern OLD_GENERATION = Pattern.compile("(Old|Tenured) Gen");

  /** Reads it; takes some tens of ms. */
  public static ClientFacts read(Clock clock) {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    UnixOperatingSystemMXBean unix = system instanceof UnixOperatingSystemMXBean u ? u : null;
    double load = system.getSystemLoadAverage();
    return new ClientFacts(
        new Limits(
            unix == null ? null : (Long) unix.getMaxFileDescriptorCount(),
            unix == null ? null : (Long) unix.getOpenFileDescriptorCount(),
            threadsLimit(text("/proc/self/limits"), text("/sys/fs/cgroup/pids.max"))),
        ports(text("/proc/sys/net/ipv4/ip_local_port_range")),
        text("/proc/sys/net/ipv4/tcp_tw_reuse"),
        oldGenerationBytes(),
        Runtime.getRuntime().availableProcessors(),
        load < 0 ? null : (Double) load,
        text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        ClockCheck.of(clock));
  }

  /** Number of ports in a range such as {@code 32768 60999}. */
  static @Nullable Long ports(@Nullable String range) {
    if (range == null || !range.matches("\\d+\\s+\\d+")) {
      return null;
    }
    String[] ends = range.split("\\s+", -1);
    return Long.parseLong(ends[1]) - Long.parseLong(ends[0]) + 1;
  }

  /** The smaller of two limits: of the process, and of its control group. */
  static @Nullable Long threadsLimit(@Nullable String limits, @Nullable String groupLimit) {
    Matcher matcher = PROCESSES.matcher(limits == null ? "" : limits);
    Long own = matcher.find() ? ServerAnswers.parsed(matcher.group(1)) : null;
    Long group = ServerAnswers.parsed(groupLimit);
    if (own == null || group == null) {
      return own == null ? group : own;
    }
    return Math.min(own, group);
  }

  private static long oldGenerationBytes() {
    long heapBytes = Runtime.getRuntime().maxMemory();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      long mostBytes = pool.getUsage().getMax();
      if (OLD_GENERATION.matcher(pool.getName()).find() && mostBytes > 0) {
        return Math.min(heapBytes, mostBytes);
      }
    }
    return heapBytes;
  }

  private static @Nullable String text(String file) {
    // The kernel returns some of these files only to the first read, which must be long enough.
    try (FileInputStream stream = new FileInputStream(file)) {
      return new String(stream.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Cost of reading a clock, and the smallest step that it shows.
   *
   * @param costNanos of one reading, in ns
   * @param stepNanos smallest difference that two readings showed; never 0
   */
  public record ClockCheck(double costNanos, long stepNanos) {
    private static final int ROUNDS = 7;
    private static final int READINGS = 20_000;

    /**
     * Reads a clock 140,000 times. The cheapest of seven rounds counts: the others were disturbed.
     */
    public static ClockCheck of(Clock clock) {
      double cost = Double.MAX_VALUE;
      long step = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long first = clock.nanoTime();
        long before = first;
        for (int i = 0; i < READINGS; i++) {
          long now = clock.nanoTime();
          if (now > before) {
            step = Math.min(step, now - before);
          }
          before = now;
        }
        cost = Math.min(cost, (double) (before - first) / READINGS);
      }
      return new ClockCheck(cost, step);
    }
  }
}
