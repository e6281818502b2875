package io.github.bmt4j.failover.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.experiment.Metric;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.failover.figures.Sums;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FailoverResultTest {
  @Test
  void everyNumberIsAFigureOrItsLowerBound() {
    assertThat(FailoverFigures.METRICS)
        .extracting(Metric::name)
        .containsExactlyInAnyOrderElementsOf(
            names("", FailoverFigures.class).filter(name -> !name.endsWith("AtLeastMs")).toList());
  }

  @Test
  void aFigureHasItsStoredValue() {
    FailoverFigures all = SampleFailover.allFigures();

    for (Metric<FailoverFigures> figure : FailoverFigures.METRICS) {
      assertThat(figure.of(all))
          .as(figure.name())
          .isEqualTo(Sums.values(all).get(figure.name()))
          .isNotNull();
    }
  }

  private static Stream<String> names(String before, Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .flatMap(
            (RecordComponent one) ->
                one.getType().isRecord()
                    ? names(before + one.getName() + ".", one.getType())
                    : Stream.of(before + one.getName()));
  }
}
