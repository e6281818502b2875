package io.github.bmt4j.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A kind is found by its name, or by the class of its scenario: each has its own. {@code
 * docs/how-to/read-a-result.md} describes each.
 */
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

  @Test
  void thePageListsAndDescribesEachKind() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "how-to", "read-a-result.md"));

    assertThat(quoted(page, "(?<= `kind`: )[^;|]*"))
        .as("kinds in the row of the keys of all results")
        .containsExactlyInAnyOrderElementsOf(RunStore.kinds());
    assertThat(quoted(page, "(?m)^## `.*$"))
        .as("kinds in the headings of their keys")
        .containsExactlyInAnyOrderElementsOf(RunStore.kinds());
  }

  /** The code in the parts of a page that match a pattern. */
  private static List<String> quoted(String page, String part) {
    String parts =
        Pattern.compile(part)
            .matcher(page)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.joining());
    return Pattern.compile("(?<=`)[a-z-]+(?=`)")
        .matcher(parts)
        .results()
        .map(MatchResult::group)
        .toList();
  }
}
