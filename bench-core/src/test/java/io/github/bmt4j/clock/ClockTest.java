package io.github.bmt4j.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClockTest {
  private static final int PERIODS = 4;

  @Test
  void secondsAreExactToTheNanosecond() {
    assertThat(Clock.seconds(1.5)).isEqualTo(Duration.ofMillis(1500));
    assertThat(Clock.seconds(2.6e-9)).isEqualTo(Duration.ofNanos(3));
  }

  @Test
  void anInterruptedThreadWaitsWithoutSpinning() {
    AtomicInteger looks = new AtomicInteger();
    long until = Clock.SYSTEM.nanoTime() + PERIODS * Clock.LOOK_NANOS;
    Thread.currentThread().interrupt();
    Clock.SYSTEM.sleepUntil(
        until,
        () -> {
          assertThat(Thread.currentThread().isInterrupted()).isTrue();
          looks.incrementAndGet();
          return false;
        });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(Clock.SYSTEM.nanoTime()).isGreaterThanOrEqualTo(until);
    assertThat(looks.get()).isBetween(1, 3 * PERIODS);
  }
}
