package io.github.bmt4j.experiment;

import java.util.Optional;
import java.util.ServiceLoader;

/** The kinds of results that bmt stores. */
final class ResultKinds {
  private ResultKinds() {}

  /** The kind of a name. */
  static Optional<ResultKind<?>> named(String name) {
    return ServiceLoader.load(ResultKind.class).stream()
        .<ResultKind<?>>map(ServiceLoader.Provider::get)
        .filter(kind -> kind.name().equals(name))
        .findFirst();
  }

  /** The kind that a result names. */
  static ResultKind<?> of(Result result) {
    return named(result.kind()).orElseThrow();
  }
}
