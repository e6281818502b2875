package io.github.bmt4j.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.report.Reason.Code;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StandstillWatchTest {
  private final ManualClock clock = new ManualClock(7);
  private final StandstillWatch standstill = new StandstillWatch(clock);

  @Test
  void aWaitThatEndsMuchTooLateIsAStandstill() {
    waits(50, 50);
    waits(50, 3_050);
    assertThat(standstill.problem())
        .isEqualTo(Code.CLIENT_PAUSED.of("the client itself stood still for 3.0 of 3.1 s"));
  }

  @Test
  void workBetweenWaitsIsNone() {
    waits(50, 50);
    clock.advance(3_000_000_000L);
    waits(50, 20);
    assertThat(standstill.problem()).isNull();
  }

  @Test
  void shortOnesAndOneHundredthOfTheTimeAreAllowed() {
    waits(50, 249);
    assertThat(standstill.problem()).isNull();
    waits(100_000, 100_000);
    waits(50, 1_050);
    assertThat(standstill.problem()).isNull();
    waits(50, 1_050);
    assertThat(Objects.requireNonNull(standstill.problem()).text())
        .startsWith("the client itself stood still for 2.0 of ");
  }

  @Test
  void theTimeOfOneIsGivenBack() {
    standstill.waits(50);
    clock.advance(1_000_000_000L + 50_000_000);
    assertThat(standstill.woke()).isEqualTo(1_000_000_000L);
    standstill.waits(50);
    clock.advance(60_000_000);
    assertThat(standstill.woke()).isZero();
  }

  private void waits(long limitMillis, long tookMillis) {
    standstill.waits(limitMillis);
    clock.advance(1_000_000 * tookMillis);
    standstill.woke();
  }
}
