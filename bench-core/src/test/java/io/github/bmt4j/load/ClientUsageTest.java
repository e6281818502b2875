package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClientUsageTest {
  private static final long BURNT_NANOS = 100_000_000;

  /** The other threads of the JVM are counted too: the quietest of ten bursts has least of them. */
  @Test
  void countsTheProcessorTimeThatAThreadIsKnownToHaveBurnt() {
    long counted = LongStream.generate(ClientUsageTest::burn).limit(10).min().orElseThrow();

    // The clock of the process may tick in 10 ms.
    assertThat(counted).isBetween(BURNT_NANOS - 20_000_000, BURNT_NANOS + 20_000_000);
  }

  private static long burn() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    ClientUsage before = ClientUsage.now();
    long end = threads.getCurrentThreadCpuTime() + BURNT_NANOS;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
    return ClientUsage.now().minus(before).cpuNanos();
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
