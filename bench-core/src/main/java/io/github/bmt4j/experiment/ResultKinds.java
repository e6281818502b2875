package io.github.bmt4j.experiment;

import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The kinds of results that bmt stores. */
final class ResultKinds {
  private ResultKinds() {}

  static Stream<ResultKind<?>> all() {
    return ServiceLoader.load(ResultKind.class).stream().map(ServiceLoader.Provider::get);
  }

  static Optional<ResultKind<?>> named(String name) {
    return all().filter(kind -> kind.name().equals(name)).findFirst();
  }

  static Optional<ResultKind<?>> of(Record scenario) {
    return all()
        .filter(
            kind ->
                Arrays.stream(kind.type().getRecordComponents())
                    .anyMatch(component -> component.getType() == scenario.getClass()))
        .findFirst();
  }

  static ResultKind<?> of(Result result) {
    return named(result.kind()).orElseThrow();
  }
}
