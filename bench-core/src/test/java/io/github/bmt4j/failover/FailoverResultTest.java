package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bmt4j.failover.figures.FailoverFigures;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailoverResultTest {
  @Test
  void everyFigureHasItsNameAmongTheValues() throws ReflectiveOperationException {
    FailoverFigures figures = SampleFailover.allFigures();
    List<String> names = new ArrayList<>();
    for (RecordComponent component : FailoverFigures.class.getRecordComponents()) {
      if (component.getType().isRecord()) {
        for (RecordComponent nested : component.getType().getRecordComponents()) {
          names.add(component.getName() + "." + nested.getName());
          Object holder = component.getAccessor().invoke(figures);
          assertThat(figures.values())
              .containsEntry(
                  component.getName() + "." + nested.getName(),
                  ((Number) nested.getAccessor().invoke(holder)).doubleValue());
        }
      } else {
        names.add(component.getName());
        assertThat(figures.values())
            .containsEntry(
                component.getName(),
                ((Number) component.getAccessor().invoke(figures)).doubleValue());
      }
    }

    assertThat(figures.values().keySet()).containsExactlyInAnyOrderElementsOf(names);
  }
}
