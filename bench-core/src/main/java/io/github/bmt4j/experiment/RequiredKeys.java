package io.github.bmt4j.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Demands a value for each component of a record that is not {@link Nullable}. */
public final class RequiredKeys extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public JsonSetter.Value findSetterInfo(Annotated annotated) {
    if (annotated instanceof AnnotatedParameter parameter
        && parameter.getDeclaringClass().isRecord()
        && !parameter.hasAnnotation(JsonInclude.class)
        && !parameter.getDeclaringClass().isAnnotationPresent(JsonInclude.class)) {
      RecordComponent[] components = parameter.getDeclaringClass().getRecordComponents();
      if (components.length == parameter.getOwner().getParameterCount()) {
        AnnotatedType type = components[parameter.getIndex()].getAnnotatedType();
        return JsonSetter.Value.construct(nulls(type), nulls(content(type)));
      }
    }
    return super.findSetterInfo(annotated);
  }

  /** True for a key of a record that is written with every value, and must be there. */
  static boolean isRequired(AnnotatedMember key) {
    Class<?> type = key.getDeclaringClass();
    return type.isRecord()
        && !key.hasAnnotation(JsonInclude.class)
        && !type.isAnnotationPresent(JsonInclude.class)
        && types(key).anyMatch(component -> nulls(component) == Nulls.FAIL);
  }

  /** True for a key of a record whose list has null for what is absent. */
  static boolean hasGaps(AnnotatedMember key) {
    return types(key)
        .filter(AnnotatedParameterizedType.class::isInstance)
        .anyMatch(list -> nulls(content(list)) == Nulls.SET);
  }

  /** The type of a record's component. */
  private static Stream<AnnotatedType> types(AnnotatedMember key) {
    return Stream.ofNullable(key.getDeclaringClass().getRecordComponents())
        .flatMap(Arrays::stream)
        .filter(component -> component.getName().equals(key.getName()))
        .map(RecordComponent::getAnnotatedType);
  }

  private static Nulls nulls(AnnotatedElement type) {
    return type.isAnnotationPresent(Nullable.class) ? Nulls.SET : Nulls.FAIL;
  }

  /** The type of a collection's elements or of a map's values; otherwise the type itself. */
  private static AnnotatedType content(AnnotatedType type) {
    if (!(type instanceof AnnotatedParameterizedType generic)) {
      return type;
    }
    AnnotatedType[] arguments = generic.getAnnotatedActualTypeArguments();
    return arguments[arguments.length - 1];
  }
}
