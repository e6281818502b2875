package io.github.bmt4j.load.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.ManualClock;
import org.junit.jupiter.api.Test;

class SyncedClockTest {
  private static final long SECOND = 1_000_000_000;

  private final ManualClock own = new ManualClock(3 * SECOND);
  private final SyncedClock clock = new SyncedClock(own);

  @Test
  void isTheOwnClockPlusTheOffset() {
    clock.set(-5 * SECOND);
    assertThat(clock.nanoTime()).isEqualTo(-2 * SECOND);
    own.advance(SECOND);
    assertThat(clock.nanoTime()).isEqualTo(-SECOND);
  }

  /** A clock that is 1 ms off after a while gets there without a step, and never runs backwards. */
  @Test
  void reachesAnotherOffsetEvenlyInTenSeconds() {
    clock.set(0);
    clock.slewTo(-1_000_000);
    long before = clock.nanoTime();
    for (int millis = 1; millis <= 10_000; millis++) {
      own.advance(1_000_000);
      long now = clock.nanoTime();
      assertThat(now - before).isBetween(999_899L, 1_000_000L);
      before = now;
    }
    assertThat(clock.nanoTime()).isEqualTo(own.nanoTime() - 1_000_000);
    own.advance(SECOND);
    assertThat(clock.nanoTime()).isEqualTo(own.nanoTime() - 1_000_000);
  }

  /** 10 ms were to come in ten seconds; after a quarter of them 2 ms are to be the offset. */
  @Test
  void aNewOffsetIsReachedFromWhereTheClockIs() {
    clock.set(0);
    clock.slewTo(10_000_000);
    own.advance(SyncedClock.SLEW_NANOS / 4);
    assertThat(clock.nanoTime() - own.nanoTime()).isEqualTo(2_500_000);
    clock.slewTo(2_000_000);
    assertThat(clock.nanoTime() - own.nanoTime()).isEqualTo(2_500_000);
    own.advance(SyncedClock.SLEW_NANOS / 2);
    assertThat(clock.nanoTime() - own.nanoTime()).isEqualTo(2_250_000);
    assertThat(clock.now()).isEqualTo(own.now());
  }

  @Test
  void theShortestExchangeTellsTheOffsetBest() {
    ClockOffset slow = ClockOffset.of(1000, 5_000_300, 2000);
    ClockOffset quick = ClockOffset.of(3000, 5_002_600, 3200);

    assertThat(slow).isEqualTo(new ClockOffset(-4_998_800, 500));
    assertThat(quick).isEqualTo(new ClockOffset(-4_999_500, 100));
    assertThat(ClockOffset.UNKNOWN.better(slow).better(quick).better(slow)).isEqualTo(quick);
  }
}
