package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FailoverResultTest {
  @Test
  void everyFigureHasItsNameAmongTheValues() {
    assertThat(SampleFailover.allFigures().values().keySet())
        .containsExactlyInAnyOrderElementsOf(names("", FailoverFigures.class).toList());
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
