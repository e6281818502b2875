package io.github.bmt4j.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.load.ProcessorWatch.Reading;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Readings of several processes of one load. */
class ClientReadingsTest {
  private static final Reading USED = new Reading(30, 10, 900, 400, 3, 20, 0);

  private static ClientReadings readings(
      long nanos, double available, @Nullable Reading used, @Nullable Long heap, long stood) {
    return new ClientReadings(
        new ClientUsage(1_000, 5), used, nanos, available, 300, heap, heap, stood);
  }

  @Test
  void whatProcessesUsedIsAddedAndTheProcessorsOfOneMachineCountOnce() {
    ClientReadings one = readings(50, 4, USED, 7L, 3);
    ClientReadings other = readings(60, 2, USED, 8L, 2);

    assertThat(one.plus(other, false))
        .isEqualTo(
            new ClientReadings(
                new ClientUsage(2_000, 10), USED.plus(USED, false), 60, 6, 600, 15L, 15L, 3));
    assertThat(one.plus(other, true))
        .isEqualTo(
            new ClientReadings(
                new ClientUsage(2_000, 10), USED.plus(USED, true), 60, 4, 600, 15L, 15L, 3));
  }

  @Test
  void whatOneOfThemCannotSayIsNotKnownOfAll() {
    ClientReadings known = readings(50, 4, USED, 7L, 3);
    ClientReadings unknown = readings(50, 4, null, null, 3);

    for (boolean oneMachine : new boolean[] {true, false}) {
      assertThat(known.plus(unknown, oneMachine).heapBytes()).isNull();
      assertThat(unknown.plus(known, oneMachine).residentBytes()).isNull();
      assertThat(known.plus(unknown, oneMachine).processors()).isNull();
      assertThat(unknown.plus(known, oneMachine).processors()).isNull();
    }
    assertThat(known.on(unknown, 1).processors()).isNull();
    assertThat(unknown.on(known, 1).processors()).isNull();
  }
}
