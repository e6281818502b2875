package io.github.bmt4j.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The least and the largest value of an option: a number, or a time in seconds. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Within {
  double least();

  double most() default Double.POSITIVE_INFINITY;
}
