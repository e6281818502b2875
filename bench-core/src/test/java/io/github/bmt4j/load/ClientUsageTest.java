package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

class ClientUsageTest {
  private static final long BURNT_NANOS = 500_000_000;

  @Test
  void countsTheProcessorTimeThatAThreadIsKnownToHaveBurnt() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    ClientUsage before = ClientUsage.now();
    long end = threads.getCurrentThreadCpuTime() + BURNT_NANOS;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
    ClientUsage used = ClientUsage.now().minus(before);

    // The clock of the process may tick in 10 ms; the other threads of the JVM are in it too.
    assertThat(used.cpuNanos()).isBetween(BURNT_NANOS - 20_000_000, 4 * BURNT_NANOS);
  }

  @Test
  void aCollectionThatStopsTheThreadsIsSeen() {
    ClientUsage before = ClientUsage.now();
    for (int i = 0; i < 10; i++) {
      System.gc();
    }

    assertThat(ClientUsage.now().minus(before).gcPauseMillis()).isPositive();
  }
}
