package io.github.bmt4j.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.ServiceLoader;

/** The kinds of results that bmt stores. */
final class ResultKinds {
  private ResultKinds() {}

  /**
   * The kind of a stored result.
   *
   * @throws JsonProcessingException when there is none
   */
  static ResultKind<?> of(JsonNode stored) throws JsonProcessingException {
    for (ResultKind<?> kind : all()) {
      if (kind.recognises(stored)) {
        return kind;
      }
    }
    throw new JsonMappingException(
        null,
        stored.has("kind")
            ? "unknown kind of result: " + stored.get("kind").asText()
            : "it is not a result of bmt");
  }

  /** The kind that a result names. */
  static ResultKind<?> of(Result result) {
    return all().stream()
        .filter(kind -> kind.name().equals(result.kind()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no kind of results: " + result.kind()));
  }

  private static List<ResultKind<?>> all() {
    return ServiceLoader.load(ResultKind.class).stream()
        .<ResultKind<?>>map(ServiceLoader.Provider::get)
        .toList();
  }
}
