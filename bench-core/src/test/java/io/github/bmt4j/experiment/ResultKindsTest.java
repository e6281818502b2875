package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A kind is found by its name, or by the class of its scenario: each has its own. */
class ResultKindsTest {
  @Test
  void eachKindHasANameAndAScenarioOfItsOwn() {
    List<String> names = ResultKind.all().map(ResultKind::name).toList();
    List<Class<?>> scenarios =
        ResultKind.all()
            .flatMap(kind -> Stream.of(kind.type().getRecordComponents()))
            .filter(component -> component.getName().equals("scenario"))
            .<Class<?>>map(RecordComponent::getType)
            .toList();

    assertThat(names).isNotEmpty().doesNotHaveDuplicates();
    assertThat(scenarios).isNotEmpty().doesNotHaveDuplicates();
    for (ResultKind<?> kind : ResultKind.all().toList()) {
      assertThat(Stream.of(kind.type().getRecordComponents()).map(RecordComponent::getType))
          .as(kind.name())
          .filteredOn(scenarios::contains)
          .hasSizeLessThanOrEqualTo(1);
    }
  }
}
