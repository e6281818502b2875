package io.github.bmt4j.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.bmt4j.experiment.ResultJson;
import io.github.bmt4j.failover.figures.FailoverFigures;
import io.github.bmt4j.load.run.SampleResult;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailoverResultTest {
  @Test
  void whatIsWrittenIsReadAgainEqual() throws JsonProcessingException {
    FailoverResult result = SampleFailover.result();

    assertThat(ResultJson.read(ResultJson.write(result), FailoverResult.class)).isEqualTo(result);
  }

  @Test
  void whatWasNotObservedHasNoKey() {
    assertThat(ResultJson.write(SampleFailover.result()))
        .doesNotContain("null")
        .doesNotContain("\"readOutageMs\"")
        .doesNotContain("\"values\"")
        .contains(
            "\"writeOutageMs\" : 4005.0",
            "\"writeOutageAtLeastMs\" : 59990.0",
            "\"failover\"",
            "\"repetitions\"",
            "\"summary\"",
            "\"ha\" : \"sequential\"");
  }

  @Test
  void aResultOfAnotherKindIsRefused() {
    String run = ResultJson.write(SampleResult.closedLoop());

    assertThatThrownBy(() -> ResultJson.read(run, FailoverResult.class))
        .isInstanceOf(JsonProcessingException.class);
  }

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
