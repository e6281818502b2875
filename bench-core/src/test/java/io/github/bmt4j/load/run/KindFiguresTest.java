package io.github.bmt4j.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.bmt4j.load.Counts;
import io.github.bmt4j.load.KindShare;
import io.github.bmt4j.load.Latencies;
import io.github.bmt4j.load.Measurement;
import io.github.bmt4j.load.run.RunResult.KindFigures;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Figures of the kinds of operations. */
class KindFiguresTest {
  @Test
  void aKindHasItsShareOfWhatBeganAndRanksWhatFailedAsTheSlowest() {
    Histogram times = new Histogram(3);
    for (int i = 1; i <= 20; i++) {
      times.recordValue(i * 1_000_000L);
    }
    KindShare orders = new KindShare("orders", FiguresTest.counts(), times);
    KindShare none = new KindShare("payments", Counts.ZERO, new Histogram(3));
    Measurement ofKinds = measured(List.of(orders, none));

    List<KindFigures> kinds = Objects.requireNonNull(Figures.kinds(ofKinds));
    KindFigures figures = kinds.get(0);
    assertThat(figures)
        .extracting(
            KindFigures::transactions,
            KindFigures::share,
            KindFigures::tps,
            KindFigures::queries,
            KindFigures::failed,
            KindFigures::unknown,
            KindFigures::errors,
            KindFigures::retries,
            KindFigures::rollbacks)
        .containsExactly(20L, 1.0, 10.0, 90L, 3L, 2L, 7L, 5L, 0L);
    // The 23rd of 25 is one of those that failed, and the 13th took 13 ms.
    assertThat(figures.response().p50()).isCloseTo(13, within(0.02));
    assertThat(figures.response().p90()).isNull();
    assertThat(kinds.get(1).share()).isZero();
    assertThat(Figures.kinds(measured(List.of()))).isNull();
  }

  private static Measurement measured(List<KindShare> kinds) {
    return new Measurement(
        FiguresTest.counts(),
        Counts.ZERO,
        new Latencies(),
        2_000_000_000L,
        0,
        0,
        0,
        0,
        0,
        List.of(),
        0,
        false,
        List.of(),
        List.of(),
        List.of(),
        kinds,
        List.of(),
        List.of(),
        List.of());
  }
}
