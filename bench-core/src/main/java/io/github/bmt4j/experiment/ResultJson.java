package io.github.bmt4j.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.github.bmt4j.experiment.RunStore.Stored;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The JSON form of stored records: absent values have no key, times of day are in ISO 8601. */
public final class ResultJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .annotationIntrospector(new RequiredKeys())
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build();

  private static final String LABELS = "labels";
  private static final String COMMAND = "command";

  private ResultJson() {}

  /**
   * Writes a stored record.
   *
   * @param stored a {@link Result} or another record
   */
  public static String write(Object stored) {
    try {
      return MAPPER.writeValueAsString(stored);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result cannot be written as JSON", e);
    }
  }

  /** Writes a result with labels and command line; empty ones have no key. */
  static String write(Result result, Given given) {
    ObjectNode tree = MAPPER.valueToTree(result);
    if (!given.labels().isEmpty()) {
      tree.set(LABELS, MAPPER.valueToTree(given.labels()));
    }
    if (!given.command().isEmpty()) {
      tree.set(COMMAND, MAPPER.valueToTree(given.command()));
    }
    return write(tree);
  }

  static <R extends Result> R with(R result, Verdict verdict) {
    ObjectNode tree = MAPPER.valueToTree(result);
    tree.set("verdict", tree(verdict));
    try {
      @SuppressWarnings("unchecked")
      R changed = (R) MAPPER.treeToValue(tree, result.getClass());
      return changed;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result is not read as it was written", e);
    }
  }

  /** Shows a visitor the form of a stored record. */
  static void visit(Class<?> type, JsonFormatVisitorWrapper visitor) {
    try {
      MAPPER.acceptJsonFormatVisitor(type, visitor);
    } catch (JsonMappingException e) {
      throw new IllegalStateException("the form of " + type + " is not known", e);
    }
  }

  /** A stored record as a tree. */
  public static JsonNode tree(Object stored) {
    return MAPPER.valueToTree(stored);
  }

  /**
   * Reads a stored record.
   *
   * @throws JsonProcessingException when it is no such record, lacks a key, or has an unknown key
   */
  public static <T> T read(String json, Class<T> type) throws JsonProcessingException {
    return MAPPER.readValue(json, type);
  }

  /**
   * Reads a result of any kind, with labels and command line.
   *
   * @throws JsonProcessingException when its kind is unknown, another version of bmt has stored it,
   *     or its keys or values do not fit its kind
   */
  static Stored stored(Path folder, String json) throws JsonProcessingException {
    JsonNode tree = MAPPER.readTree(json);
    int schema = tree.path("schema").asInt();
    if (!tree.has("schema") || !tree.has("id")) {
      throw new JsonMappingException(null, "it is not a result of bmt");
    }
    if (schema != Result.SCHEMA) {
      throw new JsonMappingException(
          null,
          schema < Result.SCHEMA
              ? "it was stored by a version before 0.1.0: measure again"
              : "its schema is " + schema + ": read it with a newer bmt");
    }
    String name = tree.path("kind").asText();
    ResultKind<?> kind =
        ResultKind.named(name)
            .orElseThrow(
                () -> new JsonMappingException(null, "unknown kind of result: '" + name + "'"));
    Map<String, String> labels = new LinkedHashMap<>();
    List<String> command = new ArrayList<>();
    tree.path(LABELS)
        .properties()
        .forEach(one -> labels.put(one.getKey(), one.getValue().asText()));
    tree.path(COMMAND).forEach(word -> command.add(word.asText()));
    ((ObjectNode) tree).remove(List.of(LABELS, COMMAND));
    return new Stored(folder, MAPPER.treeToValue(tree, kind.type()), new Given(labels, command));
  }

  /** The reason why a stored record could not be read, in a few words. */
  public static String reason(JsonProcessingException failure) {
    if (!(failure instanceof JsonMappingException mapping)) {
      int line = failure.getLocation() == null ? 1 : failure.getLocation().getLineNr();
      return "it is not JSON, or is cut off in line " + line;
    }
    String path =
        mapping.getPath().stream()
            .map(
                one ->
                    one.getFieldName() == null
                        ? "[" + one.getIndex() + "]"
                        : "." + one.getFieldName())
            .collect(Collectors.joining())
            .replaceFirst("^\\.", "");
    if (path.isEmpty()) {
      return mapping.getOriginalMessage();
    }
    if (failure instanceof UnrecognizedPropertyException) {
      return "it has " + path + ", which this bmt does not know";
    }
    return "it lacks "
        + path
        + (failure instanceof InvalidNullException ? "" : ", or has another value there");
  }
}
