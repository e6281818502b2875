package io.github.bmt4j.experiment;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record in the making, by the names of its components, or of those of records in it: a test
 * names only those that it is about.
 */
public final class Made<R extends Record> {
  private final Class<R> type;
  private final @Nullable R template;
  private final Map<String, @Nullable Object> values = new HashMap<>();

  private Made(Class<R> type, @Nullable R template) {
    this.type = type;
    this.template = template;
  }

  /** A record whose components are 0, false, empty, or null where they may be, unless set. */
  public static <R extends Record> Made<R> of(Class<R> type) {
    return new Made<>(type, null);
  }

  /** The same record, but for components that are set. */
  @SuppressWarnings("unchecked")
  public static <R extends Record> Made<R> like(R template) {
    return new Made<>((Class<R>) template.getClass(), template);
  }

  /** Sets a component; a whole number does for one of any type of numbers. */
  public Made<R> set(String component, @Nullable Object value) {
    values.put(component, value);
    return this;
  }

  /** The record. */
  public R record() {
    RecordComponent[] components = type.getRecordComponents();
    @Nullable Object[] arguments = new Object[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        arguments[i] = value(components[i]);
      }
      if (!values.isEmpty()) {
        throw new IllegalArgumentException(type + " has no " + values.keySet());
      }
      Constructor<R> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type.getName(), e);
    }
  }

  private @Nullable Object value(RecordComponent component) throws ReflectiveOperationException {
    String name = component.getName();
    Class<?> wanted = component.getType();
    if (values.containsKey(name)) {
      return as(wanted, values.remove(name));
    }
    Object before = null;
    if (template != null) {
      component.getAccessor().setAccessible(true);
      before = component.getAccessor().invoke(template);
    }
    if (wanted.isRecord()) {
      Object inner = inner(wanted.asSubclass(Record.class), (Record) before);
      if (inner != null) {
        return inner;
      }
    }
    if (template != null) {
      return before;
    }
    if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      return null;
    }
    if (wanted == List.class) {
      return List.of();
    }
    if (wanted == Map.class) {
      return Map.of();
    }
    if (wanted.isRecord() && wanted.getEnclosingClass() == type) {
      return of(wanted.asSubclass(Record.class)).record();
    }
    return wanted == boolean.class ? false : wanted.isPrimitive() ? as(wanted, 0) : null;
  }

  /** A record with those of the values that are set and that it has; absent without any. */
  private <I extends Record> @Nullable Record inner(Class<I> wanted, @Nullable Record before) {
    @SuppressWarnings("unchecked")
    Made<I> inner = new Made<>(wanted, (I) before);
    for (String name : List.copyOf(values.keySet())) {
      if (!has(type, name, 0) && has(wanted, name, 1)) {
        inner.set(name, values.remove(name));
      }
    }
    return inner.values.isEmpty() ? null : inner.record();
  }

  /** True if a record, or a record in it as deep as this, has a component of that name. */
  private static boolean has(Class<?> type, String name, int deep) {
    return type.isRecord()
        && Arrays.stream(type.getRecordComponents())
            .anyMatch(
                one ->
                    one.getName().equals(name) || (deep > 0 && has(one.getType(), name, deep - 1)));
  }

  private static @Nullable Object as(Class<?> wanted, @Nullable Object value) {
    if (value instanceof Integer number) {
      if (wanted == double.class || wanted == Double.class) {
        return number.doubleValue();
      }
      return wanted == long.class || wanted == Long.class ? (Object) number.longValue() : value;
    }
    return value;
  }
}
