package io.github.bmt4j.cli.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The heading of a class's options in the help of a command. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Section {
  /** The order of options that most users of a command need: {@code --help} shows these alone. */
  int USUAL = 1;

  String value();
}
