package io.github.bmt4j.failover.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.clock.Clock;
import io.github.bmt4j.clock.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final long ORIGIN = 1_000_000_000_000L;

  private final ManualClock clock = new ManualClock(ORIGIN - 1_000);
  private final List<Long> due = new ArrayList<>();
  private final List<Long> told = new ArrayList<>();

  @Test
  void arrivalsHaveEqualDistancesAndComeWhenTheyAreDue() {
    announce(new Arrivals(clock, ORIGIN, 200), ORIGIN + 25_000_000);

    assertThat(due)
        .containsExactly(
            ORIGIN,
            ORIGIN + 5_000_000,
            ORIGIN + 10_000_000,
            ORIGIN + 15_000_000,
            ORIGIN + 20_000_000);
    assertThat(told).isEqualTo(due);
  }

  @Test
  void distancesThatAreNoWholeNumberDoNotAddUp() {
    Arrivals thirds = new Arrivals(clock, ORIGIN, 3);

    assertThat(thirds.dueNanos(1)).isEqualTo(ORIGIN + 333_333_333);
    assertThat(thirds.dueNanos(3_000_000)).isEqualTo(ORIGIN + 1_000_000_000_000_000L);
  }

  @Test
  void whatWasDueWhileTheClientStoodStillIsToldLateAndNotForgotten() {
    Arrivals arrivals = new Arrivals(clock, ORIGIN, 100);
    arrivals.endAt(ORIGIN + 100_000_000);
    arrivals.announce(
        (sequence, intendedNanos) -> {
          due.add(intendedNanos);
          told.add(clock.nanoTime());
          if (sequence == 2) {
            clock.advance(55_000_000);
          }
        });

    assertThat(due).hasSize(10).last().isEqualTo(ORIGIN + 90_000_000);
    assertThat(told.subList(3, 8)).containsOnly(ORIGIN + 75_000_000);
    assertThat(told.subList(8, 10)).isEqualTo(due.subList(8, 10));
  }

  @Test
  void whatWasDueBeforeTheEndIsToldEvenAfterIt() {
    Arrivals arrivals = new Arrivals(clock, ORIGIN, 100);
    arrivals.announce(
        (sequence, intendedNanos) -> {
          due.add(intendedNanos);
          if (sequence == 1) {
            clock.advance(50_000_000);
            arrivals.endAt(clock.nanoTime());
          }
        });

    assertThat(due).hasSize(6).last().isEqualTo(ORIGIN + 50_000_000);
  }

  @Test
  void anEndThatIsSaidWhileItSleepsEndsItSoon() throws Exception {
    Arrivals rare = new Arrivals(Clock.SYSTEM, Clock.SYSTEM.nanoTime() + 3_600_000_000_000L, 1);
    Thread thread = new Thread(() -> rare.announce((sequence, nanos) -> due.add(nanos)));
    thread.setDaemon(true);
    thread.start();
    rare.endAt(Clock.SYSTEM.nanoTime());
    thread.join(60_000);

    assertThat(thread.isAlive()).isFalse();
    assertThat(due).isEmpty();
  }

  private void announce(Arrivals arrivals, long endNanos) {
    arrivals.endAt(endNanos);
    arrivals.announce(
        (sequence, intendedNanos) -> {
          assertThat(sequence).isEqualTo(due.size());
          due.add(intendedNanos);
          told.add(clock.nanoTime());
        });
  }
}
