package io.github.bmt4j.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a record lacks that was read from JSON. A value may be absent where its component is
 * {@link Nullable} or has a default, and so may what is on or off; a number that is absent is not
 * 0.
 */
public final class MissingKeys {
  private MissingKeys() {}

  /**
   * The path of the first value that is missing, if any.
   *
   * @param json the record was read from
   */
  public static Optional<String> first(Record read, JsonNode json) {
    return inRecord(read, json, "").findFirst();
  }

  private static Stream<String> inRecord(Record read, JsonNode json, String prefix) {
    return Stream.of(read.getClass().getRecordComponents())
        .flatMap(
            component -> {
              String name = component.getName();
              Class<?> type = component.getType();
              boolean number = type.isPrimitive() && type != boolean.class;
              return number && json.isObject() && !json.hasNonNull(name)
                  ? Stream.of(prefix + name)
                  : in(
                      value(read, component),
                      component.getAnnotatedType(),
                      json.path(name),
                      prefix + name);
            });
  }

  private static Stream<String> in(
      @Nullable Object value, @Nullable AnnotatedType type, JsonNode json, String path) {
    if (value == null) {
      boolean mayBe = type == null || type.isAnnotationPresent(Nullable.class);
      return mayBe ? Stream.of() : Stream.of(path);
    }
    if (value instanceof Record inner) {
      return inRecord(inner, json, path + ".");
    }
    if (value instanceof List<?> list) {
      return IntStream.range(0, list.size())
          .boxed()
          .flatMap(i -> in(list.get(i), argument(type, 0), json.path(i), path + "[" + i + "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .flatMap(
              one -> {
                String key = String.valueOf(one.getKey());
                return in(one.getValue(), argument(type, 1), json.path(key), path + "." + key);
              });
    }
    return Stream.of();
  }

  private static @Nullable AnnotatedType argument(@Nullable AnnotatedType type, int place) {
    return type instanceof AnnotatedParameterizedType generic
            && generic.getAnnotatedActualTypeArguments().length > place
        ? generic.getAnnotatedActualTypeArguments()[place]
        : null;
  }

  private static @Nullable Object value(Record read, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(read);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no component of a record: " + component, e);
    }
  }
}
